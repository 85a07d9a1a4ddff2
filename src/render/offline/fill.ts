import { Readable } from 'node:stream';
import { concurrently } from '../../concurrent.js';
import { KallosError, toKallosError } from '../../errors.js';
import { splitKey } from './names.js';
import type { PackageStore } from './package-store.js';
import { createRegistry, type Registry } from './registry.js';
import type { Lock } from './schema.js';

/** Packages fetched at once: a registry is a shared thing. */
const AT_ONCE = 6;

export interface Filled {
  /** Packages of the lock that are in the store now. */
  here: number;
  /** Bytes they take. */
  bytes: number;
  /** Packages that were not here before. */
  fetched: number;
  failed: { package: string; reason: string }[];
}

/** Fetches every package of a lock that is not in the store yet. One that fails doesn't stop the others. */
export async function fillStore(
  store: PackageStore,
  lock: Lock,
  options: { registry?: Registry; onStep?: (done: number, total: number) => void } = {},
): Promise<Filled> {
  const { registry = createRegistry(), onStep = () => undefined } = options;
  const entries = Object.entries(lock.packages);
  const filled: Filled = { here: 0, bytes: 0, fetched: 0, failed: [] };
  let done = 0;
  const work = async ([key, { integrity, tree, size }]: (typeof entries)[number]): Promise<void> => {
    const { name, rest: version } = splitKey(key)!;
    const id = { name, version, integrity, tree };
    try {
      await store.obtain(id, (into) => {
        filled.fetched++;
        return registry.tarball(name, version, into);
      });
      filled.here++;
      filled.bytes += size;
    } catch (error) {
      if (!(error instanceof KallosError)) throw error;
      filled.failed.push({ package: key, reason: toKallosError(error).message });
    }
    onStep(++done, entries.length);
  };
  const all = concurrently(Readable.from(entries) as AsyncIterable<(typeof entries)[number]>, AT_ONCE, work);
  while (!(await all.next()).done);
  return filled;
}
