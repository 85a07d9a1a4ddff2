import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_LOCK, formatLock, mergeLocks } from './lock.js';
import { createLocker, type Locker } from './locker.js';
import { PackageStore } from './package-store.js';
import { createPackages } from './packages.js';
import { createRegistry } from './registry.js';
import type { Lock } from './schema.js';
import { lockOf } from './testing/lock.js';
import {
  packageOf,
  startRegistry,
  tarballOf,
  tarballPath,
  type TestPackage,
  type TestRegistry,
} from './testing/registry.js';

let folder: string;
let server: TestRegistry;
let store: PackageStore;
let all: TestPackage[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-locker-'));
  store = new PackageStore({ folder });
  all = await Promise.all([
    packageOf('react', '17.0.2'),
    packageOf('react', '18.2.0'),
    packageOf('react', '18.3.1'),
    packageOf('react', '19.1.0'),
    packageOf('react', '20.0.0-rc.1'),
    packageOf('scheduler', '0.23.2'),
    packageOf(
      'react-dom',
      '18.3.1',
      {},
      { dependencies: { scheduler: '^0.23.0' }, peerDependencies: { react: '^18.2.0' } },
    ),
    packageOf(
      'chart-kit',
      '1.0.0',
      {},
      {
        dependencies: {
          'react-dom': '^18',
          ghost: '^1',
          aliased: 'npm:scheduler@0.23.x',
          local: 'file:../x',
        },
        peerDependencies: { canvas: '^2' },
        peerDependenciesMeta: { canvas: { optional: true } },
        optionalDependencies: { fsevents: '*' },
      },
    ),
  ]);
  server = await startRegistry();
  server.publish(all, { react: { latest: '19.1.0', next: '20.0.0-rc.1', legacy: '17.0.2' } });
});
afterEach(async () => {
  await store.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const registry = () => createRegistry({ env: { KALLOS_REGISTRY: server.url }, pauses: [] });
const locker = (lock: Lock = EMPTY_LOCK): Locker => createLocker({ registry: registry(), store, lock });

describe('lockPackage', () => {
  it.each([
    [null, '19.1.0', '*'],
    ['latest', '19.1.0', '*'],
    ['18', '18.3.1', '18'],
    ['~18.2', '18.2.0', '~18.2'],
    ['next', '20.0.0-rc.1', 'next'],
    ['legacy', '17.0.2', 'legacy'],
  ])('resolves %s and records what it stands for', async (range, version, key) => {
    const lock = await locker().lockPackage('react', range);
    expect(Object.keys(lock.packages)).toEqual([`react@${version}`]);
    expect(lock.ranges).toEqual({ [`react@${key}`]: version });
    // What it locks is what a page gets, without the registry.
    const source = createPackages({ mode: 'sealed', store, lock });
    expect(source.resolve('react', range)).toEqual({ version });
    expect(await source.open('react', version)).toMatchObject({ name: 'react', version });
  });

  it('gives the entry that the tarball alone determines', async () => {
    const lock = await locker().lockPackage('react', '18.2.0');
    expect(formatLock(lock)).toBe(
      formatLock(await lockOf(all.filter(({ name, version }) => name === 'react' && version === '18.2.0'))),
    );
  });

  it('records what does not exist', async () => {
    expect((await locker().lockPackage('react-doom', '^1')).absent).toEqual({ 'react-doom': 'package' });
    expect((await locker().lockPackage('react', '99')).absent).toEqual({ 'react@99': 'version' });
    expect((await locker().lockPackage('react', '18.9.9')).absent).toEqual({ 'react@18.9.9': 'version' });
    expect((await locker().lockPackage('react', 'no-such-tag')).absent).toEqual({
      'react@no-such-tag': 'version',
    });
  });

  it('keeps what is locked, and fetches it when the store lacks it', async () => {
    const lock = await locker().lockPackage('react', '18.2.0');
    await store.prune({ keep: () => false });
    await store.close();
    const again = await locker(lock).lockPackage('react', '18.2.0');
    expect(again).toEqual(lock);
    expect(await store.list()).toHaveLength(1);
  });

  it.each([
    [
      'other bytes than promised',
      () => packageOf('react', '18.2.0', { evil: '' }).then(({ tarball }) => tarball),
    ],
    ['500 MB', null],
  ])('refuses %s', async (_, make) => {
    const fault = make
      ? ({ kind: 'bytes', body: await make() } as const)
      : ({ kind: 'endless', bytes: 500e6 } as const);
    server.fail(tarballPath('react', '18.2.0'), fault);
    await expect(locker().lockPackage('react', '18.2.0')).rejects.toMatchObject({
      code: 'KALLOS_PACKAGE_REFUSED',
    });
    expect(await store.list()).toEqual([]);
  });

  it('refuses a hostile tarball, even though the registry vouches for it', async () => {
    const tarball = await tarballOf([{ name: 'package/../../../etc/cron.d/x', body: 'x' }]);
    server.publish([{ ...(await packageOf('evil', '1.0.0')), tarball }]);
    await expect(locker().lockPackage('evil', null)).rejects.toMatchObject({
      code: 'KALLOS_PACKAGE_REFUSED',
    });
  });

  it('tells that the registry does not answer', async () => {
    server.fail('/react', { kind: 'status', status: 502 });
    await expect(locker().lockPackage('react', '18')).rejects.toMatchObject({ code: 'KALLOS_REGISTRY' });
  });
});

describe('the closure', () => {
  it('is what the package needs at run time, each with the range it was asked by', async () => {
    const lock = await locker().lockPackage('chart-kit', null, { closure: true });
    expect(Object.keys(lock.packages)).toEqual([
      'chart-kit@1.0.0',
      'react-dom@18.3.1',
      'react@18.3.1',
      'scheduler@0.23.2',
    ]);
    expect(lock.ranges).toEqual({
      'chart-kit@*': '1.0.0',
      'react-dom@^18': '18.3.1',
      'react@^18.2.0': '18.3.1',
      'scheduler@0.23.x': '0.23.2',
      'scheduler@^0.23.0': '0.23.2',
    });
    expect(lock.absent).toEqual({ ghost: 'package' });
    expect(server.requests.filter((path) => path === '/fsevents' || path === '/canvas')).toEqual([]);
  });

  it('prefers versions that are locked already, so that modules stay one', async () => {
    const base = await locker().lockPackage('react', '18.2.0');
    const more = await locker(base).lockPackage('react-dom', '18', { closure: true });
    expect(mergeLocks(base, more).ranges['react@^18.2.0']).toBe('18.2.0');
    expect(Object.keys(more.packages)).not.toContain('react@18.3.1');
  });

  it('ends where packages need each other', async () => {
    server.publish([
      await packageOf('a', '1.0.0', {}, { dependencies: { b: '*' } }),
      await packageOf('b', '1.0.0', {}, { dependencies: { a: '^1' } }),
    ]);
    const lock = await locker().lockPackage('a', null, { closure: true });
    expect(Object.keys(lock.packages)).toEqual(['a@1.0.0', 'b@1.0.0']);
  });
});

it('lists the versions of a range, newest first', async () => {
  expect(await locker().versions('react', '18')).toEqual(['18.3.1', '18.2.0']);
  expect(await locker().versions('react', null)).toEqual(['19.1.0', '18.3.1', '18.2.0', '17.0.2']);
  expect(await locker().versions('react', 'next')).toEqual(['20.0.0-rc.1']);
  expect(await locker().versions('react-doom', null)).toEqual([]);
});
