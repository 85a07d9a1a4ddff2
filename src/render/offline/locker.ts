import semver from 'semver';
import ssri from 'ssri';
import { EMPTY_LOCK, mergeLocks, versionsByName } from './lock.js';
import { isPackageName, newestOf, packageKey, rangeOf, shown } from './names.js';
import type { PackageStore } from './package-store.js';
import type { PackageMetadata, PublishedVersion, Registry } from './registry.js';
import type { LockedPackage, Lock } from './schema.js';
import { refused } from './tarball.js';

export interface LockerOptions {
  registry: Registry;
  store: PackageStore;
  /** What is locked already: it stays as it is, and is preferred where a dependency allows it. */
  lock: Lock;
}

export interface LockPackageOptions {
  /** Locks what the package needs at run time too: dependencies and peer dependencies that aren't optional, and theirs. */
  closure?: boolean;
}

/** Extends locks: the only part of the offline web that resolves names at a registry. */
export interface Locker {
  /**
   * Resolves a package at the registry, fetches it into the store, and returns what to add to the lock: its entry and which version
   * the range stands for, or the record that it doesn't exist.
   * @throws KallosError KALLOS_REGISTRY when the registry doesn't answer, KALLOS_PACKAGE_REFUSED for a package that may not be stored
   */
  lockPackage(name: string, range: string | null, options?: LockPackageOptions): Promise<Lock>;
  /** The versions that the registry has for a range, newest first; empty when there is no such package. */
  versions(name: string, range: string | null): Promise<string[]>;
}

export function createLocker({ registry, store, lock }: LockerOptions): Locker {
  const metadata = new Map<string, Promise<PackageMetadata | null>>();
  const ask = (name: string): Promise<PackageMetadata | null> => {
    let asking = metadata.get(name);
    if (!asking) {
      asking = registry.metadata(name);
      metadata.set(name, asking);
      asking.catch(() => metadata.delete(name));
    }
    return asking;
  };
  const locked = new Map(Object.entries(lock.packages));
  const lockedVersions = versionsByName(lock);

  /** Locks one version: its entry, with the package in the store. */
  async function entryOf(
    name: string,
    version: string,
    published: PublishedVersion | undefined,
  ): Promise<LockedPackage> {
    const known = locked.get(packageKey(name, version));
    const integrity = known?.integrity ?? promisedIntegrity(name, version, published);
    const id = { name, version, integrity, ...(known && { tree: known.tree }) };
    const pack = await store.obtain(id, (into) => registry.tarball(name, version, into));
    const entry = { integrity, tree: pack.tree, size: pack.size };
    locked.set(packageKey(name, version), entry);
    return entry;
  }

  /** The version that the registry gives for a range: what its tag says where that fits, else the newest. */
  function pick({ versions, 'dist-tags': tags }: PackageMetadata, range: string): string | undefined {
    const has = (version: string | undefined): version is string =>
      version !== undefined && Object.hasOwn(versions, version);
    if (has(range)) return range;
    const tag = Object.hasOwn(tags, range) ? tags[range] : undefined;
    if (has(tag)) return tag;
    const { latest } = tags;
    if (has(latest) && (range === '*' || semver.satisfies(latest, range))) return latest;
    return newestOf(sortedVersions(versions), range);
  }

  async function lockOne(
    name: string,
    range: string,
    preferLocked: boolean,
  ): Promise<{ found: Lock; version?: string; published?: PublishedVersion | undefined }> {
    if (!isPackageName(name)) throw refused(`"${shown(name)}" is no name that an npm package can have`);
    const about = await ask(name);
    if (!about) return { found: { ...EMPTY_LOCK, absent: { [name]: 'package' } } };
    const version =
      (preferLocked ? newestOf(lockedVersions.get(name) ?? [], range) : undefined) ?? pick(about, range);
    if (version === undefined)
      return { found: { ...EMPTY_LOCK, absent: { [`${name}@${range}`]: 'version' } } };
    const published = about.versions[version];
    const entry = await entryOf(name, version, published);
    const packages = { [packageKey(name, version)]: entry };
    const ranges = range === version ? {} : { [`${name}@${range}`]: version };
    lockedVersions.set(name, semver.rsort([...new Set([...(lockedVersions.get(name) ?? []), version])]));
    return { found: { ...EMPTY_LOCK, packages, ranges }, version, published };
  }

  /** Breadth first, so that what a page names decides which version its dependencies share. */
  async function withClosure(name: string, range: string): Promise<Lock> {
    const seen = new Set<string>();
    let lock = EMPTY_LOCK;
    let level: [string, string][] = [[name, range]];
    for (let depth = 0; level.length > 0; depth++) {
      const next = new Map<string, [string, string]>();
      for (const [dependency, wanted] of level) {
        const { found, published } = await lockOne(dependency, wanted, depth > 0);
        lock = mergeLocks(lock, found);
        for (const need of needsOf(published)) {
          const key = need.join('@');
          if (!seen.has(key)) next.set(key, need);
          seen.add(key);
        }
      }
      level = [...next.values()].sort(([a], [b]) => (a < b ? -1 : 1));
    }
    return lock;
  }

  return {
    async lockPackage(name, asked, { closure = false } = {}) {
      const range = rangeOf(asked);
      return closure ? withClosure(name, range) : (await lockOne(name, range, false)).found;
    },
    async versions(name, asked) {
      const about = await ask(name);
      if (!about) return [];
      const range = rangeOf(asked);
      const exact = pick(about, range);
      const all = sortedVersions(about.versions).filter((version) => semver.satisfies(version, range));
      return all.length > 0 || exact === undefined ? all : [exact];
    },
  };
}

/** The SHA-512 that the registry publishes: every public package has one. */
function promisedIntegrity(name: string, version: string, published: PublishedVersion | undefined): string {
  const digest = ssri.parse(published?.dist.integrity ?? '')['sha512']?.[0]?.digest;
  if (!digest) throw refused(`the registry publishes no SHA-512 of ${packageKey(name, version)}`);
  return `sha512-${digest}`;
}

function sortedVersions(versions: PackageMetadata['versions']): string[] {
  return semver.rsort(Object.keys(versions).filter((version) => semver.valid(version) === version));
}

/** Names and ranges of what a version needs at run time. Aliases lead to what they stand for; what isn't on a registry is left out. */
function needsOf(published: PublishedVersion | undefined): [string, string][] {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = published ?? {};
  const peers = Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional);
  return [...Object.entries(dependencies), ...peers].flatMap(([name, wanted]): [string, string][] => {
    const alias = /^npm:(@?[^@]+)(?:@(.*))?$/.exec(wanted);
    const [target, range] = alias ? [alias[1]!, alias[2] ?? ''] : [name, wanted];
    return isPackageName(target) && !/[:/]/.test(range) ? [[target, rangeOf(range)]] : [];
  });
}
