/**
 * Makes the built-in lock from the list of libraries, asking npm's registry: `npm run lock [store]`. What the lock has already stays as
 * it is, so that a new run changes only what the list changed.
 */
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import semver from 'semver';
import { concurrently } from '../concurrent.js';
import { FONTS, LIBRARIES, type Library } from '../render/offline/library.js';
import { EMPTY_LOCK, formatLock, mergeLocks, readLock } from '../render/offline/lock.js';
import { createLocker } from '../render/offline/locker.js';
import { splitKey } from '../render/offline/names.js';
import { PackageStore } from '../render/offline/package-store.js';
import { createRegistry } from '../render/offline/registry.js';
import { createResolver } from '../render/offline/resolve.js';
import type { Lock } from '../render/offline/schema.js';
import { cacheDir } from '../render/paths.js';

/** Tarballs fetched at once: a registry is a shared thing. */
const AT_ONCE = 6;
const file = fileURLToPath(new URL('../../src/render/offline/builtin.lock.json', import.meta.url));

const before = (await readLock(file)) ?? EMPTY_LOCK;
const store = new PackageStore({ folder: process.argv[2] ?? cacheDir() });
const locker = createLocker({ registry: createRegistry(), store, lock: before });
const note = (text: string) => void process.stderr.write(`${text}\n`);

const listed = [...LIBRARIES, ...FONTS].flatMap(({ name, versions }) =>
  versions.map((version) => ({ name, version })),
);
let lock = EMPTY_LOCK;
for await (const found of concurrently(
  Readable.from(listed) as AsyncIterable<(typeof listed)[number]>,
  AT_ONCE,
  ({ name, version }) => locker.lockPackage(name, version),
)) {
  for (const key of Object.keys(found.absent)) note(`The registry has no ${key}.`);
  lock = mergeLocks(lock, found);
}
if (Object.keys(lock.absent).length > 0) throw new Error('The list names what does not exist.');

// One after another: what is locked first decides what later ones share.
for (const { name, versions, alone } of LIBRARIES) {
  if (alone) continue;
  for (const version of versions) {
    lock = mergeLocks(lock, await locker.lockPackage(name, version, { closure: true }));
  }
}
lock = meaning(withoutTypes({ ...lock, absent: {} }));
await writeFile(file, formatLock(lock));
await store.close();

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
const entries = Object.entries(lock.packages);
const total = (of: typeof entries) => of.reduce((sum, [, { size }]) => sum + size, 0);
const fonts = entries.filter(([key]) => FONTS.some(({ name }) => splitKey(key)!.name === name));
note(
  `${entries.length} packages, ${megabytes(total(entries))} MB in the store, ` +
    `${fonts.length} of them fonts (${megabytes(total(fonts))} MB). The largest:`,
);
for (const [key, { size }] of entries.sort(([, a], [, b]) => b.size - a.size).slice(0, 20)) {
  note(`${megabytes(size).padStart(8)} MB  ${key}`);
}

/** Type declarations are dependencies of some packages; no browser loads them. */
function withoutTypes({ packages, ranges, ...rest }: Lock): Lock {
  const keep = <T>(entries: Record<string, T>) =>
    Object.fromEntries(Object.entries(entries).filter(([key]) => !key.startsWith('@types/')));
  return { ...rest, packages: keep(packages), ranges: keep(ranges) };
}

/** Leaves only those ranges that mean something else than the newest locked version. */
function meaning(all: Lock): Lock {
  const byDefault = createResolver({ ...all, ranges: {} });
  const wanted = new Map(Object.entries(all.ranges));
  for (const { name, versions, ranges } of [...LIBRARIES, ...FONTS]) {
    wanted.set(`${name}@*`, newestListed(versions));
    for (const [range, version] of Object.entries(ranges ?? {})) wanted.set(`${name}@${range}`, version);
  }
  const ranges = [...wanted].filter(([key, version]) => {
    const { name, rest } = splitKey(key)!;
    const found = byDefault(name, rest);
    return 'fate' in found || found.version !== version;
  });
  return mergeLocks({ ...all, ranges: Object.fromEntries(ranges) });
}

function newestListed(versions: Library['versions']): string {
  const newestFirst = semver.rsort([...versions]);
  return newestFirst.find((version) => semver.prerelease(version) === null) ?? newestFirst[0]!;
}
