import { KallosError } from '../../errors.js';
import { lockHash } from './lock.js';
import { parseManifest } from './manifest.js';
import { packageKey } from './names.js';
import type { Pack } from './pack.js';
import type { PackageId, PackageStore } from './package-store.js';
import { Recent } from './recent.js';
import { createRegistry, type Registry } from './registry.js';
import { createResolver, notLocked } from './resolve.js';
import type { Lock, OfflineMode, PackageManifest, PackageSource, Refusal, StoredPackage } from './schema.js';

export interface PackagesOptions {
  mode: OfflineMode;
  store: PackageStore;
  /** The lock in force: the built-in one, merged with the project's. */
  lock: Lock;
  /** Where locked packages come from on first use; only mode `locked` asks it. The configured one unless said otherwise. */
  registry?: Registry;
}

/** The packages that answers are made from, and what the fingerprint says of them. */
export interface Packages extends PackageSource {
  readonly mode: OfflineMode;
  /** "sha256:…" of the lock in force; "none" in mode `off`. */
  readonly lockHash: string;
  /** Lets go of the store's files. */
  close(): Promise<void>;
}

/** Bytes of files that are kept in memory: a page's usual libraries several times over. */
const MEMORY = 64e6;
/** After a failed download the package is not tried again for so long: pages must not wait for a network that isn't there. */
const RETRY_AFTER_MS = 60_000;

/** Makes a source of packages. It never asks for anything but what the lock names, by the lock's hash. */
export function createPackages({
  mode,
  store,
  lock,
  registry = createRegistry(),
}: PackagesOptions): Packages {
  const locked = new Map(Object.entries(lock.packages));
  const recent = new Recent<Uint8Array>(MEMORY);
  const failed = new Map<string, { until: number; refusal: Refusal }>();
  const replaced = new Set<string>();
  const made = new Map<string, StoredPackage>();
  const resolve = createResolver(lock);
  const off: Refusal = { fate: 'unavailable', reason: 'the offline web is switched off (offline.mode: off)' };

  const download = (id: PackageId): Promise<Pack> =>
    store.obtain(id, (into) => registry.tarball(id.name, id.version, into));

  /** Runs `use`; when the store turns out to hold other bytes, the package is fetched once more and `use` runs again. */
  async function mended<T>(id: PackageId, use: () => Promise<T>): Promise<T> {
    try {
      return await use();
    } catch (error) {
      const key = packageKey(id.name, id.version);
      const isCorrupt = error instanceof KallosError && error.code === 'KALLOS_STORE_CORRUPT';
      if (!isCorrupt || mode !== 'locked' || replaced.has(key)) throw error;
      replaced.add(key);
      await store.discard(id);
      await download(id).catch(() => {
        throw error;
      });
      return use();
    }
  }

  async function fetchPack(id: PackageId): Promise<Pack | Refusal> {
    const key = packageKey(id.name, id.version);
    const here = await mended(id, () => store.open(id));
    if (here) return here;
    if (mode === 'sealed') {
      return { fate: 'unavailable', reason: `${key} is locked, but not in the store, which is sealed` };
    }
    const before = failed.get(key);
    if (before && before.until > Date.now()) return before.refusal;
    try {
      return await download(id);
    } catch (error) {
      const refusal: Refusal = { fate: 'unavailable', reason: reasonOf(error) };
      failed.set(key, { until: Date.now() + RETRY_AFTER_MS, refusal });
      return refusal;
    }
  }

  function storedPackage(id: PackageId, pack: Pack): StoredPackage {
    const { name, version } = id;
    let manifest: Promise<PackageManifest> | undefined;
    const read = async (path: string): Promise<Uint8Array> => {
      const key = `${packageKey(name, version)}/${path}`;
      const known = recent.get(key);
      if (known) return known;
      const bytes = await mended(id, async () => {
        // Looked up again, because it may have been replaced since.
        const current = (await store.open(id)) ?? pack;
        return current.read(path);
      });
      recent.set(key, bytes);
      return bytes;
    };
    const readManifest = async (): Promise<PackageManifest> =>
      parseManifest(name, version, pack.has('package.json') ? await read('package.json') : new Uint8Array());
    return {
      name,
      version,
      paths: pack.paths,
      has: (path) => pack.has(path),
      read,
      manifest: () => (manifest ??= readManifest()),
    };
  }

  return {
    mode,
    lockHash: mode === 'off' ? 'none' : lockHash(lock),
    resolve: mode === 'off' ? () => off : resolve,
    async open(name, version) {
      if (mode === 'off') return off;
      const entry = locked.get(packageKey(name, version));
      if (!entry) return notLocked(packageKey(name, version));
      const id = { name, version, integrity: entry.integrity, tree: entry.tree };
      const pack = await fetchPack(id);
      if ('fate' in pack) return pack;
      const key = packageKey(name, version);
      const found = made.get(key) ?? storedPackage(id, pack);
      made.set(key, found);
      return found;
    },
    built: (key, build) => (mode === 'off' ? build() : store.built(key, build)),
    close: () => store.close(),
  };
}

/** Why a download failed, for the capture; a full disk is nobody's refusal and is thrown. */
function reasonOf(error: unknown): string {
  if (error instanceof KallosError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'the store may not be written to';
  throw error;
}
