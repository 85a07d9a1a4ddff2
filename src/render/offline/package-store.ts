import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageKey, splitKey } from './names.js';
import { corrupt, openPack, writePack, type Pack } from './pack.js';
import { unreachable } from './registry.js';
import { filesOfTarball, refused } from './tarball.js';

/** A package by what identifies its bytes. */
export interface PackageId {
  name: string;
  version: string;
  /** "sha512-…" of its tarball. */
  integrity: string;
  /** What the lock says of its files; undefined while it is being locked. */
  tree?: string;
}

/** One package in the store. */
export interface StoreEntry {
  name: string;
  version: string;
  /** File in the store. */
  file: string;
  bytes: number;
  /** When it was last used, to the hour, in ms since 1970. */
  usedAt: number;
}

export interface StoreOptions {
  folder: string;
  /** Bytes of packages after which those unused for longest go; 4 GB unless said otherwise. */
  maxBytes?: number;
  /** Bytes of what was built from packages; 1 GB unless said otherwise. */
  maxBuiltBytes?: number;
}

/** How often use is recorded: often enough to know what is in use, seldom enough to cost nothing. */
const TOUCH_MS = 3_600_000;
/** A file that nobody has written to for so long belongs to a process that died. */
const ABANDONED_MS = 3_600_000;
/** So long one process waits for another that fetches the same package. */
const PATIENCE_MS = 120_000;
/** A lock whose owner hasn't refreshed it for so long has none any more. */
const STALE_MS = 10_000;

/**
 * A folder of packs, safe under many processes: what is in `packages/` is complete, and what is removed stays readable for those who
 * have it open. Names of packages get into file names only from locks and metadata, checked.
 */
export class PackageStore {
  readonly folder: string;
  private readonly limits: { packages: number; built: number };
  private readonly opened = new Map<string, Promise<Pack | null>>();
  private readonly arriving = new Map<string, Promise<Pack>>();
  private readonly building = new Map<string, Promise<Uint8Array>>();
  private prepared = false;

  constructor({ folder, maxBytes = 4e9, maxBuiltBytes = 1e9 }: StoreOptions) {
    this.folder = folder;
    this.limits = { packages: maxBytes, built: maxBuiltBytes };
  }

  /**
   * The package's pack, kept open; null when it isn't here.
   * @throws KallosError KALLOS_STORE_CORRUPT when the file holds anything else
   */
  async open(id: PackageId): Promise<Pack | null> {
    const file = this.fileOf(id);
    let opening = this.opened.get(file);
    if (!opening) {
      opening = openPack(file, id.tree).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      });
      this.opened.set(file, opening);
      const forget = (): void => void this.opened.delete(file);
      opening.then((pack) => pack ?? forget(), forget);
    }
    const pack = await opening;
    if (!pack) return null;
    if (id.tree !== undefined && pack.tree !== id.tree)
      throw corrupt(`${file} holds other files than the lock says`);
    await this.use(pack);
    return pack;
  }

  /** Records that a pack is in use, once in a while. */
  async use(pack: Pack): Promise<void> {
    const now = Date.now();
    // A store that can't be written to can still be read.
    if (now - pack.usedAt > TOUCH_MS) await pack.touch(now).catch(() => undefined);
  }

  /**
   * The package's pack; when it isn't here, `download` writes its tarball to the path it is given and returns its integrity. Over all
   * processes one downloads while the others wait.
   * @throws KallosError KALLOS_PACKAGE_REFUSED when the tarball is another than its integrity says, or no good; what `download` throws
   */
  async obtain(id: PackageId, download: (into: string) => Promise<string>): Promise<Pack> {
    const file = this.fileOf(id);
    let arriving = this.arriving.get(file);
    if (!arriving) {
      arriving = this.arrive(id, file, download).finally(() => this.arriving.delete(file));
      this.arriving.set(file, arriving);
    }
    return arriving;
  }

  private async arrive(
    id: PackageId,
    file: string,
    download: (into: string) => Promise<string>,
  ): Promise<Pack> {
    const here = await this.open(id);
    if (here) return here;
    await this.prepare();
    await this.alone(file, async () => {
      if (existsSync(file)) return;
      const partial = this.partialFile();
      try {
        if ((await download(`${partial}.tgz`)) !== id.integrity) {
          throw refused(`the tarball of ${packageKey(id.name, id.version)} is not the one that was promised`);
        }
        const { tree } = await writePack(partial, filesOfTarball(`${partial}.tgz`));
        if (id.tree !== undefined && tree !== id.tree) {
          throw refused(`the files of ${packageKey(id.name, id.version)} are not those that the lock names`);
        }
        await rename(partial, file);
      } finally {
        await rm(partial, { force: true });
        await rm(`${partial}.tgz`, { force: true });
      }
      await this.evict('packages', this.limits.packages, file);
    });
    const pack = await this.open(id);
    if (!pack) throw new Error(`${file} vanished as soon as it was there`);
    return pack;
  }

  /** Runs `work` while no other process does so for the same file; returns without it as soon as the file appears. */
  private async alone(file: string, work: () => Promise<void>): Promise<void> {
    // Loaded here: it watches the process's signals, and a warm store doesn't need it.
    const { lock } = await import('proper-lockfile');
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      let release: () => Promise<void>;
      try {
        // A lock that was lost (a process that slept) means two downloads at worst: each appears whole.
        release = await lock(file, { realpath: false, stale: STALE_MS, onCompromised: () => undefined });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
        await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
        if (existsSync(file)) return;
        if (Date.now() > until) throw unreachable('Another process has been fetching a package for too long');
        continue;
      }
      try {
        await work();
        return;
      } finally {
        await release().catch(() => undefined);
      }
    }
  }

  /** Takes a complete pack, made at a path that `partialFile` gave, into the store. */
  async adopt(id: PackageId, partial: string): Promise<void> {
    await rename(partial, this.fileOf(id));
  }

  /** Removes a package that turned out wrong. Who has it open keeps reading what it has. */
  async discard(id: PackageId): Promise<void> {
    const file = this.fileOf(id);
    this.opened.delete(file);
    await rm(file, { force: true });
  }

  /** A path that nobody else writes to, in the file system that the store is in. */
  partialFile(): string {
    return join(this.folder, 'packages', '.partial', `${process.pid}-${randomUUID()}`);
  }

  /** File of a package: the name readable, the hash so that neither capitals nor another registry's bytes collide. */
  fileOf({ name, version, integrity }: PackageId): string {
    if (splitKey(packageKey(name, version))?.name !== name || !/^[\w.+-]+$/.test(version)) {
      throw refused(`it has no name or version that a package can have`);
    }
    const hash = createHash('sha256').update(integrity).digest('hex').slice(0, 16);
    return join(this.folder, 'packages', `${name.replace('/', '+')}@${version}-${hash}.pack`);
  }

  /** What was built under this key, else what `build` makes, which is kept. Bytes that changed on disk are built anew. */
  async built(key: string, build: () => Promise<Uint8Array>): Promise<Uint8Array> {
    let building = this.building.get(key);
    if (!building) {
      building = this.rebuild(key, build).finally(() => this.building.delete(key));
      this.building.set(key, building);
    }
    return building;
  }

  private async rebuild(key: string, build: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const file = join(this.folder, 'built', createHash('sha256').update(key).digest('hex'));
    const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
    const kept = await readFile(file).catch(() => null);
    if (kept && digest(kept.subarray(32)).equals(kept.subarray(0, 32))) {
      const now = Date.now();
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }));
      if (now - mtimeMs > TOUCH_MS) await utimes(file, now / 1000, now / 1000).catch(() => undefined);
      return kept.subarray(32);
    }
    const bytes = await build();
    try {
      await this.prepare();
      const partial = this.partialFile();
      await writeFile(partial, Buffer.concat([digest(bytes), bytes]));
      await rename(partial, file);
      await this.evict('built', this.limits.built, file);
    } catch {
      // Not remembered, then: a store that is full or read-only still answers.
    }
    return bytes;
  }

  /** Every package in the store, those used last first. */
  async list(): Promise<StoreEntry[]> {
    const entries = await this.filesIn('packages');
    return entries.flatMap(({ file, bytes, usedAt }) => {
      const [, name, version] = /([^/\\]+)@([^@]+)-[0-9a-f]{16}\.pack$/.exec(file) ?? [];
      return name && version ? [{ name: name.replace('+', '/'), version, file, bytes, usedAt }] : [];
    });
  }

  /**
   * Removes packages that `keep` doesn't name, then those unused for longest until at most `maxBytes` are left. Returns what went.
   */
  async prune(
    rules: { keep?: (entry: StoreEntry) => boolean; maxBytes?: number } = {},
  ): Promise<StoreEntry[]> {
    const { keep = () => true, maxBytes = Infinity } = rules;
    const entries = await this.list();
    let left = entries.filter(keep).reduce((sum, { bytes }) => sum + bytes, 0);
    const going = entries.filter((entry) => !keep(entry));
    for (const entry of entries.filter(keep).reverse()) {
      if (left <= maxBytes) break;
      left -= entry.bytes;
      going.push(entry);
    }
    for (const { file } of going) await rm(file, { force: true });
    return going;
  }

  /** Lets go of every pack. */
  async close(): Promise<void> {
    const packs = [...this.opened.values()];
    this.opened.clear();
    for (const opening of packs) await (await opening.catch(() => null))?.close();
  }

  private async filesIn(
    part: 'packages' | 'built',
  ): Promise<{ file: string; bytes: number; usedAt: number }[]> {
    const folder = join(this.folder, part);
    const names = await readdir(folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const file = join(folder, name);
        const found = await stat(file).catch(() => null);
        return found?.isFile() ? [{ file, bytes: found.size, usedAt: found.mtimeMs }] : [];
      }),
    );
    return files.flat().sort((a, b) => b.usedAt - a.usedAt);
  }

  /** Removes what was unused for longest, down to nine tenths of the limit, so that not every arrival pays for it. */
  private async evict(part: 'packages' | 'built', limit: number, newest: string): Promise<void> {
    const files = await this.filesIn(part);
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= limit) return;
    for (const { file, bytes } of files.reverse()) {
      if (total <= limit * 0.9) break;
      if (file === newest) continue;
      await rm(file, { force: true });
      total -= bytes;
    }
  }

  /** Makes the folders, and removes what processes that died have left half-written; once a process. */
  async prepare(): Promise<void> {
    if (this.prepared) return;
    const partial = join(this.folder, 'packages', '.partial');
    await mkdir(partial, { recursive: true });
    await mkdir(join(this.folder, 'built'), { recursive: true });
    const abandoned = Date.now() - ABANDONED_MS;
    for (const name of await readdir(partial)) {
      const file = join(partial, name);
      const found = await stat(file).catch(() => null);
      if (found && found.mtimeMs < abandoned) await rm(file, { force: true });
    }
    this.prepared = true;
  }
}
