import semver from 'semver';
import { toKallosError } from '../../errors.js';
import { EMPTY_LOCK, mergeLocks } from './lock.js';
import { createLocker } from './locker.js';
import { isExactVersion, packageKey, rangeOf } from './names.js';
import type { PackageStore } from './package-store.js';
import { createRegistry, type Registry } from './registry.js';
import { createResolver } from './resolve.js';
import type { Lock } from './schema.js';
import { wantsOf, type Want } from './wants.js';

/** Versions of a package that are looked into for a file which the newest one lacks: the newest of so many major versions. */
const OLDER_MAJORS = 6;

export interface PullerOptions {
  store: PackageStore;
  /** What is locked already. */
  lock: Lock;
  /** The configured one unless said otherwise. */
  registry?: Registry;
}

/** Extends a lock by what addresses need, asking the registry. */
export interface Puller {
  /** What was found so far, beside the lock that it began with. */
  readonly found: Lock;
  /**
   * Locks what an address needs, once. Returns why not, where a package could not be had for a reason that isn't its absence: a
   * registry that doesn't answer, a package that is refused.
   */
  pull(url: URL): Promise<{ package: string; reason: string }[]>;
}

export function createPuller({ store, lock, registry = createRegistry() }: PullerOptions): Puller {
  const locker = createLocker({ registry, store, lock });
  const asked = new Map<string, Promise<void>>();
  let found = EMPTY_LOCK;
  const inForce = () => mergeLocks(lock, found);
  const add = (more: Lock) => {
    found = mergeLocks(found, more);
  };

  const once = (key: string, work: () => Promise<void>): Promise<void> => {
    const asking = asked.get(key) ?? work();
    asked.set(key, asking);
    return asking;
  };

  async function lockWant({ name, range, path, closure, otherwise }: Want): Promise<void> {
    const known = createResolver(inForce())(name, range);
    // A module's dependencies may be missing though it is locked itself.
    if ('fate' in known || closure) {
      const more = await locker.lockPackage(name, range, { closure });
      const missing = more.absent[name] === 'package';
      add(missing && otherwise !== undefined ? await locker.lockPackage(otherwise, range) : more);
    }
    if (path !== undefined) await lockFile(name, range, path);
  }

  /**
   * Where the version that a range stands for lacks the file, the newest one that still has it is locked beside it. That none has is not
   * recorded: some CDNs complete endings, or make the file on the way.
   */
  async function lockFile(name: string, range: string | null, path: string): Promise<void> {
    const resolved = createResolver(inForce())(name, range, path);
    if ('fate' in resolved || (await hasFile(name, resolved.version, path))) return;
    const asked = rangeOf(range);
    if (isExactVersion(asked)) return;
    const majors = new Map<number, string>();
    for (const version of await locker.versions(name, asked)) {
      const major = semver.major(version);
      if (!majors.has(major) && semver.prerelease(version) === null) majors.set(major, version);
    }
    for (const version of [...majors.values()].slice(0, OLDER_MAJORS)) {
      const more = await locker.lockPackage(name, version);
      const entry = more.packages[packageKey(name, version)];
      const pack =
        entry && (await store.open({ name, version, integrity: entry.integrity, tree: entry.tree }));
      if (!pack?.has(path)) continue;
      add({ ...more, ranges: { ...more.ranges, [`${name}@${asked}/${path}`]: version } });
      return;
    }
  }

  async function hasFile(name: string, version: string, path: string): Promise<boolean> {
    const entry = inForce().packages[packageKey(name, version)];
    if (!entry) return false;
    const { integrity, tree } = entry;
    const id = { name, version, integrity, tree };
    const pack = await store.obtain(id, (into) => registry.tarball(name, version, into));
    // A file that is made on the way (minified) comes from the one beside it.
    return pack.has(path) || pack.has(path.replace(/\.min\.(js|css)$/, '.$1'));
  }

  return {
    get found() {
      return found;
    },
    async pull(url) {
      const failures: { package: string; reason: string }[] = [];
      for (const want of wantsOf(url)) {
        await once(JSON.stringify(want), () => lockWant(want)).catch((error: unknown) => {
          failures.push({
            package: `${want.name}@${rangeOf(want.range)}`,
            reason: toKallosError(error).message,
          });
        });
      }
      return failures;
    },
  };
}
