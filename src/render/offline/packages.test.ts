import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_LOCK, lockHash } from './lock.js';
import { PackageStore } from './package-store.js';
import { createPackages, type Packages } from './packages.js';
import { createRegistry } from './registry.js';
import type { Lock, OfflineMode, StoredPackage } from './schema.js';
import { lockOf } from './testing/lock.js';
import {
  integrityOf,
  packageOf,
  startRegistry,
  tarballOf,
  tarballPath,
  type TestPackage,
  type TestRegistry,
} from './testing/registry.js';

let folder: string;
let server: TestRegistry;
let chart: TestPackage;
let lock: Lock;
const sources: Packages[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-packages-'));
  chart = await packageOf(
    '@scope/chart',
    '1.2.3',
    { 'dist/chart.js': 'globalThis.Chart = 1' },
    { main: 'dist/chart.js', type: 7 as never },
  );
  lock = await lockOf([chart]);
  server = await startRegistry([chart, await packageOf('unlocked', '1.0.0')]);
});
afterEach(async () => {
  for (const source of sources.splice(0)) await source.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A source as a process of its own would have it. */
function packages(mode: OfflineMode = 'locked', from = lock): Packages {
  const store = new PackageStore({ folder });
  const registry = createRegistry({ env: { KALLOS_REGISTRY: server.url }, idleMs: 2000, pauses: [10, 10] });
  const source = createPackages({ mode, store, lock: from, registry });
  sources.push(source);
  return source;
}

async function opened(source: Packages, name = '@scope/chart', version = '1.2.3'): Promise<StoredPackage> {
  const found = await source.open(name, version);
  if ('fate' in found) throw new Error(JSON.stringify(found));
  return found;
}

const packFile = async (): Promise<string> => {
  const name = (await readdir(join(folder, 'packages'))).find((one) => one.endsWith('.pack'));
  return join(folder, 'packages', name!);
};

const CHART = tarballPath('@scope/chart', '1.2.3');

describe('mode locked', () => {
  it('downloads a locked package once, and answers from the store afterwards', async () => {
    const source = packages();
    const found = await opened(source);
    expect(found.paths).toEqual(['dist/chart.js', 'package.json']);
    expect(Buffer.from(await found.read('dist/chart.js')).toString()).toBe('globalThis.Chart = 1');
    expect(await found.manifest()).toEqual({ name: '@scope/chart', version: '1.2.3', main: 'dist/chart.js' });
    await opened(packages());
    expect(server.requests.map(decodeURIComponent)).toEqual([CHART]);
    expect(source.lockHash).toBe(lockHash(lock));
  });

  it('asks nobody for what is not locked', async () => {
    const source = packages();
    for (const [name, version] of [
      ['unlocked', '1.0.0'],
      ['@scope/chart', '9.9.9'],
      ['../../etc', '1.0.0'],
      ['__proto__', '1.0.0'],
    ] as const)
      expect(await source.open(name, version)).toMatchObject({ fate: 'unavailable' });
    expect(server.requests).toEqual([]);
  });

  it('refuses other bytes than the lock promises', async () => {
    const other = await packageOf('@scope/chart', '1.2.3', { 'dist/chart.js': 'evil()' });
    server.publish([other]);
    const refusal = await packages().open('@scope/chart', '1.2.3');
    expect(refusal).toMatchObject({
      fate: 'unavailable',
      reason: expect.stringContaining('promised') as string,
    });
    expect(await readdir(join(folder, 'packages', '.partial'))).toEqual([]);
  });

  it('refuses a lock whose hash of the files is wrong', async () => {
    const [key, entry] = Object.entries(lock.packages)[0]!;
    const wrong = { ...lock, packages: { [key]: { ...entry, tree: `sha256:${'0'.repeat(64)}` } } };
    const refusal = await packages('locked', wrong).open('@scope/chart', '1.2.3');
    expect(refusal).toMatchObject({
      reason: expect.stringContaining('not those that the lock names') as string,
    });
  });

  it.each([
    ['a status of 500', { kind: 'status', status: 500 }, 3],
    ['a status of 404', { kind: 'status', status: 404 }, 1],
    ['a status of 403', { kind: 'status', status: 403 }, 1],
    ['no answer', { kind: 'hang' }, 3],
    ['half an answer', { kind: 'truncated' }, 3],
    ['a redirect to this machine', { kind: 'redirect', to: 'http://127.0.0.1:1/x.tgz' }, 1],
    ['a tarball without end', { kind: 'endless', bytes: 500e6 }, 1],
  ] as const)('%s is no throw, but unavailable with a reason', async (_, fault, requests) => {
    server.fail(CHART, fault);
    const source = packages();
    const refusal = await source.open('@scope/chart', '1.2.3');
    expect(refusal).toMatchObject({ fate: 'unavailable' });
    expect((refusal as { reason: string }).reason).toMatch(/registry|refused/);
    expect(server.requests).toHaveLength(requests);
    // A second page doesn't wait for it again.
    expect(await source.open('@scope/chart', '1.2.3')).toEqual(refusal);
    expect(server.requests).toHaveLength(requests);
    expect(await readdir(join(folder, 'packages', '.partial'))).toEqual([]);
  });

  it('tries again when the registry stumbles', async () => {
    server.fail(CHART, { kind: 'status', status: 503 }, 1);
    server.fail(CHART, { kind: 'truncated' }, 1);
    await opened(packages());
    expect(server.requests).toHaveLength(3);
  });

  it('is unavailable without a network', async () => {
    await server.close();
    expect(await packages().open('@scope/chart', '1.2.3')).toMatchObject({
      reason: expect.stringContaining('ECONNREFUSED') as string,
    });
    server = await startRegistry();
  });

  it('discards a pack that is wrong, and downloads it anew once', async () => {
    await opened(packages());
    const file = await packFile();
    const right = await readFile(file);
    const wrong = Buffer.from(right);
    wrong[0]! ^= 1;
    await writeFile(file, wrong);

    const found = await opened(packages());
    for (const path of found.paths) await found.read(path);
    expect(server.requests).toHaveLength(2);
    expect((await readFile(file)).equals(right)).toBe(true);

    await writeFile(file, right.subarray(0, 10));
    await opened(packages());
    expect(server.requests).toHaveLength(3);
  });

  it('stores a package with install scripts as files, and runs none', async () => {
    const witness = join(folder, 'ran');
    const script = `node -e "require('fs').writeFileSync('${witness}', '')"`;
    const scripts = { preinstall: script, install: script, postinstall: script, prepare: script };
    const evil = await packageOf('evil', '1.0.0', { 'index.js': '1', 'binding.gyp': '{}' }, { scripts });
    server.publish([evil]);
    const found = await opened(packages('locked', await lockOf([evil])), 'evil', '1.0.0');
    expect(found.paths).toContain('binding.gyp');
    expect(await found.manifest()).not.toHaveProperty('scripts');
    expect(existsSync(witness)).toBe(false);
  });

  it.each([
    ['a path that climbs out', [{ name: 'package/../../../escaped', body: 'x' }]],
    ['a link', [{ name: 'package/link', type: 'symlink' as const, linkname: '/etc/passwd' }]],
  ])('refuses %s, and leaves nothing', async (_, entries) => {
    const tarball = await tarballOf(entries);
    const evil = { ...(await packageOf('evil', '1.0.0')), tarball };
    server.publish([evil]);
    const entry = { integrity: integrityOf(tarball), tree: `sha256:${'0'.repeat(64)}`, size: 1 };
    const source = packages('locked', { ...EMPTY_LOCK, packages: { 'evil@1.0.0': entry } });
    expect(await source.open('evil', '1.0.0')).toMatchObject({
      fate: 'unavailable',
      reason: expect.stringContaining('refused') as string,
    });
    expect(await readdir(folder)).toEqual(['built', 'packages']);
    expect(await readdir(join(folder, 'packages'))).toEqual(['.partial']);
  });
});

describe('mode sealed', () => {
  it('answers from the store and never asks', async () => {
    expect(await packages('sealed').open('@scope/chart', '1.2.3')).toMatchObject({
      fate: 'unavailable',
      reason: expect.stringContaining('sealed') as string,
    });
    expect(server.requests).toEqual([]);
    await opened(packages('locked'));
    await opened(packages('sealed'));
    expect(server.requests).toHaveLength(1);
  });

  it('tells that the store is corrupt', async () => {
    await opened(packages());
    const file = await packFile();
    const bytes = await readFile(file);
    bytes[0]! ^= 1;
    await writeFile(file, bytes);
    const found = await opened(packages('sealed'));
    await expect(found.read('package.json')).rejects.toMatchObject({ code: 'KALLOS_STORE_CORRUPT' });
    await writeFile(file, 'no pack');
    await expect(packages('sealed').open('@scope/chart', '1.2.3')).rejects.toMatchObject({
      code: 'KALLOS_STORE_CORRUPT',
    });
    expect(server.requests).toHaveLength(1);
  });
});

it('mode off answers nothing', async () => {
  await opened(packages('locked'));
  const off = packages('off');
  expect(off.resolve('@scope/chart', null)).toMatchObject({ fate: 'unavailable' });
  expect(await off.open('@scope/chart', '1.2.3')).toMatchObject({ fate: 'unavailable' });
  expect(off.lockHash).toBe('none');
});

describe('what is built from packages', () => {
  const bundle = (): Promise<Uint8Array> => Promise.resolve(gzipSync('bundle'));

  it('is built once, also for other processes', async () => {
    let builds = 0;
    const build = (): Promise<Uint8Array> => {
      builds++;
      return bundle();
    };
    const source = packages();
    const [one, two] = await Promise.all([source.built('a', build), source.built('a', build)]);
    const three = await packages('sealed').built('a', build);
    expect(builds).toBe(1);
    expect([two, three].map((bytes) => Buffer.compare(bytes, one))).toEqual([0, 0]);
    await source.built('b', build);
    expect(builds).toBe(2);
  });

  it('is built anew when its bytes changed on disk, and a failed build is not remembered', async () => {
    const source = packages();
    await expect(source.built('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await source.built('a', bundle);
    const [name] = await readdir(join(folder, 'built'));
    await writeFile(join(folder, 'built', name!), 'something else that is long enough to hold a hash');
    expect(Buffer.compare(await packages().built('a', bundle), await bundle())).toBe(0);
  });
});

describe('the size of the store', () => {
  /** Ten packages of some 100 KB, in a store that holds five. */
  async function crowded(): Promise<{ all: TestPackage[]; store: PackageStore; source: Packages }> {
    const make = (i: number): Promise<TestPackage> =>
      packageOf(`p${i}`, '1.0.0', { 'a.bin': crypto.getRandomValues(new Uint8Array(60_000)) });
    const all = await Promise.all(Array.from({ length: 10 }, (_, i) => make(i)));
    server.publish(all);
    const store = new PackageStore({ folder, maxBytes: 330_000 });
    const registry = createRegistry({ env: { KALLOS_REGISTRY: server.url } });
    const source = createPackages({ mode: 'locked', store, lock: await lockOf(all), registry });
    sources.push(source);
    return { all, store, source };
  }
  const age = async (store: PackageStore, name: string, hours: number): Promise<void> => {
    const entry = (await store.list()).find((one) => one.name === name)!;
    const then = Date.now() / 1000 - hours * 3600;
    await utimes(entry.file, then, then);
  };

  it('stays below its limit: what was unused for longest goes, and readers of it keep reading', async () => {
    const { all, store, source } = await crowded();
    const first = await opened(source, 'p0', '1.0.0');
    await age(store, 'p0', 10);
    for (let i = 1; i < 5; i++) {
      await opened(source, `p${i}`, '1.0.0');
      await age(store, `p${i}`, 10 - i);
    }
    await opened(source, 'p5', '1.0.0');
    const names = (await store.list()).map(({ name }) => name);
    expect(names).toContain('p5');
    expect(names).not.toContain('p0');
    expect((await store.list()).reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(330_000);
    expect(await first.read('a.bin')).toHaveLength(60_000);
    // A process that comes later fetches it again.
    const before = server.requests.length;
    await opened(packages('locked', await lockOf(all)), 'p0', '1.0.0');
    expect(server.requests).toHaveLength(before + 1);
  });

  it('records use at most once an hour', async () => {
    await opened(packages());
    const file = await packFile();
    const recent = Date.now() / 1000 - 600;
    await utimes(file, recent, recent);
    await opened(packages());
    expect((await stat(file)).mtimeMs / 1000).toBeCloseTo(recent, 0);
    const old = Date.now() / 1000 - 7200;
    await utimes(file, old, old);
    await opened(packages());
    expect((await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is pruned by what is kept and by bytes', async () => {
    const { store, source } = await crowded();
    for (let i = 0; i < 4; i++) {
      await opened(source, `p${i}`, '1.0.0');
      await age(store, `p${i}`, 10 - i);
    }
    expect((await store.prune({ keep: ({ name }) => name !== 'p3' })).map(({ name }) => name)).toEqual([
      'p3',
    ]);
    expect((await store.prune({ maxBytes: 130_000 })).map(({ name }) => name)).toEqual(['p0']);
    expect((await store.list()).map(({ name, version }) => `${name}@${version}`)).toEqual([
      'p2@1.0.0',
      'p1@1.0.0',
    ]);
  });
});
