import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMPTY_LOCK, formatLock, mergeLocks } from './lock.js';
import { createLocker } from './locker.js';
import { PackageStore } from './package-store.js';
import { createPackages } from './packages.js';
import { createRegistry } from './registry.js';
import type { Lock } from './schema.js';
import { packageOf, startRegistry, tarballOf } from './testing/registry.js';
import { exportStore, importStore } from './transfer.js';

let folder: string;
let here: PackageStore;
let there: PackageStore;
let lock: Lock;
const file = (): string => join(folder, 'store.tar');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-transfer-'));
  here = new PackageStore({ folder: join(folder, 'here') });
  there = new PackageStore({ folder: join(folder, 'there') });
  const server = await startRegistry([
    await packageOf('@fonts/one', '1.0.0', { 'one.woff2': randomBytes(200_000) }),
    await packageOf('two', '2.0.0', { 'two.js': 'two', 'two.js.map': '{}' }),
  ]);
  const registry = createRegistry({ env: { KALLOS_REGISTRY: server.url } });
  const locker = createLocker({ registry, store: here, lock: EMPTY_LOCK });
  lock = mergeLocks(await locker.lockPackage('@fonts/one', '1'), await locker.lockPackage('two', null));
  await server.close();
});
afterEach(async () => {
  await here.close();
  await there.close();
  await rm(folder, { recursive: true, force: true });
});

it('moves a store to a machine without a network, byte for byte', async () => {
  const sent = await exportStore(here, lock, file());
  expect(sent).toMatchObject({ packages: ['@fonts/one@1.0.0', 'two@2.0.0'], missing: [] });
  const got = await importStore(there, file());
  expect(formatLock(got.lock)).toBe(formatLock(lock));
  expect(got).toMatchObject({ packages: sent.packages, bytes: sent.bytes });

  const [from, to] = [here, there].map((store) => createPackages({ mode: 'sealed', store, lock }));
  for (const [name, version, path] of [
    ['@fonts/one', '1.0.0', 'one.woff2'],
    ['two', '2.0.0', 'two.js'],
  ] as const) {
    const [one, two] = await Promise.all([from!.open(name, version), to!.open(name, version)]);
    if ('fate' in one || 'fate' in two) throw new Error('not there');
    expect(Buffer.compare(await one.read(path), await two.read(path))).toBe(0);
  }
});

it('is the same file every time, and says what is missing', async () => {
  await exportStore(here, lock, file());
  const first = await readFile(file());
  await exportStore(here, lock, file());
  expect((await readFile(file())).equals(first)).toBe(true);
  await here.close();
  await here.prune({ keep: ({ name }) => name === 'two' });
  expect(await exportStore(here, lock, file())).toMatchObject({
    packages: ['two@2.0.0'],
    missing: ['@fonts/one@1.0.0'],
  });
});

it('refuses a file that was changed anywhere', async () => {
  await exportStore(here, lock, file());
  const right = await readFile(file());
  // A stride that visits the lock, both packs and their headers; padding between entries holds nothing.
  const positions = [
    10,
    700,
    5000,
    100_000,
    205_000,
    right.indexOf('two') + 1,
    right.lastIndexOf('kallospack/1'),
  ];
  for (const at of positions) {
    const wrong = Buffer.from(right);
    wrong[at]! ^= 1;
    await writeFile(file(), wrong);
    const fresh = new PackageStore({ folder: join(folder, `changed-${at}`) });
    await expect(importStore(fresh, file())).rejects.toMatchObject({
      code: expect.stringMatching(/STORE_IMPORT|LOCK/) as string,
    });
    expect(await readdir(join(folder, `changed-${at}`, 'packages', '.partial'))).toEqual([]);
  }
});

it.each([0, 100, 3000, 150_000, -1536])('refuses a file cut off at %i', async (length) => {
  await exportStore(here, lock, file());
  await writeFile(file(), (await readFile(file())).subarray(0, length));
  await expect(importStore(there, file())).rejects.toMatchObject({ code: 'KALLOS_STORE_IMPORT' });
});

it('refuses what its lock does not name, whatever the path', async () => {
  const lockEntry = { name: 'kallos.lock', body: formatLock(lock) };
  for (const name of [
    'packages/../../../escaped.pack',
    '/etc/passwd',
    'packages/three@1.0.0.pack',
    'two@2.0.0.pack',
  ]) {
    await writeFile(
      file(),
      gunzipSync(await tarballOf([lockEntry, { name, body: 'x' }, { name: 'complete' }])),
    );
    await expect(importStore(there, file())).rejects.toMatchObject({ code: 'KALLOS_STORE_IMPORT' });
  }
  await writeFile(file(), gunzipSync(await tarballOf([{ name: 'something', body: 'x' }])));
  await expect(importStore(there, file())).rejects.toMatchObject({ code: 'KALLOS_STORE_IMPORT' });
  expect(await there.list()).toEqual([]);
});

it('tells that there is no such file', async () => {
  await expect(importStore(there, join(folder, 'nothing.tar'))).rejects.toMatchObject({
    code: 'KALLOS_STORE_IMPORT',
  });
});
