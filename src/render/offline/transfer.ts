import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack as packTar, type Pack as TarPack } from 'tar-stream';
import { KallosError } from '../../errors.js';
import { formatLock, mergeLocks, parseLock } from './lock.js';
import { packageKey, shown, splitKey } from './names.js';
import { openPack } from './pack.js';
import type { PackageId, PackageStore } from './package-store.js';
import type { Lock } from './schema.js';

/**
 * The file that moves a store to a machine without a network: a plain tar of `kallos.lock` and, below `packages/`, one pack a package
 * of that lock.
 */
const LOCK_ENTRY = 'kallos.lock';
const FOLDER = 'packages/';
const SUFFIX = '.pack';
/** An empty last entry: without it the file was cut off. */
const END_ENTRY = 'complete';
/** A lock has some 250 bytes a package. */
const MAX_LOCK = 64e6;

/** Writes every package of a lock that is in the store to one file, and returns what went into it and what is missing. */
export async function exportStore(
  store: PackageStore,
  lock: Lock,
  file: string,
): Promise<{ packages: string[]; missing: string[]; bytes: number }> {
  const packages: string[] = [];
  const missing: string[] = [];
  let bytes = 0;
  const partial = `${file}.partial`;
  const tar = packTar();
  const fill = async (): Promise<void> => {
    tar.entry({ name: LOCK_ENTRY, mtime: new Date(0) }, formatLock(lock));
    for (const [key, id] of idsOf(lock)) {
      const pack = await store.open(id);
      if (!pack) {
        missing.push(key);
        continue;
      }
      await addFile(tar, `${FOLDER}${key}${SUFFIX}`, store.fileOf(id), pack.size);
      packages.push(key);
      bytes += pack.size;
    }
    tar.entry({ name: END_ENTRY, mtime: new Date(0) }, '');
    tar.finalize();
  };
  try {
    await Promise.all([
      pipeline(tar as unknown as NodeJS.ReadableStream, createWriteStream(partial)),
      fill().catch((error: unknown) => {
        tar.destroy(error as Error);
        throw error;
      }),
    ]);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return { packages, missing, bytes };
}

async function addFile(tar: TarPack, name: string, file: string, size: number): Promise<void> {
  const entry = tar.entry({ name, size, mtime: new Date(0) });
  await pipeline(createReadStream(file), entry as unknown as NodeJS.WritableStream);
}

/**
 * Takes the packages of an exported file into the store, each checked byte for byte against the lock that comes with it. Returns that
 * lock, and what was taken.
 * @throws KallosError KALLOS_STORE_IMPORT when the file is none of ours, incomplete or changed; what was taken before stays, being whole
 */
export async function importStore(
  store: PackageStore,
  file: string,
): Promise<{ lock: Lock; packages: string[]; bytes: number }> {
  await store.prepare();
  const tar = extract();
  const reading = pipeline(createReadStream(file), tar);
  reading.catch(() => undefined);
  let lock: Lock | undefined;
  let ids = new Map<string, PackageId>();
  const packages: string[] = [];
  let bytes = 0;
  let complete = false;
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      const body = entry as unknown as AsyncIterable<Uint8Array>;
      if (!lock) {
        if (name !== LOCK_ENTRY || size > MAX_LOCK) throw invalid(`${file} is no exported store`);
        lock = mergeLocks(parseLock(await text(body), `the lock in ${file}`));
        ids = idsOf(lock);
        continue;
      }
      if (name === END_ENTRY) {
        complete = true;
        entry.resume();
        continue;
      }
      const key = name.slice(FOLDER.length, -SUFFIX.length);
      const id = ids.get(key);
      if (!id || name !== `${FOLDER}${key}${SUFFIX}` || size !== lock.packages[key]?.size) {
        throw invalid(`${file} holds "${shown(name)}", which its lock doesn't name`);
      }
      await takePack(store, id, body);
      packages.push(key);
      bytes += size;
    }
    await reading;
  } catch (cause) {
    if (cause instanceof KallosError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw cause;
    throw invalid(`${file} can't be read to its end`, cause);
  } finally {
    tar.destroy();
    await reading.catch(() => undefined);
  }
  if (!lock || !complete) throw invalid(`${file} is cut off, or no exported store`);
  return { lock, packages, bytes };
}

async function takePack(store: PackageStore, id: PackageId, body: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = store.partialFile();
  try {
    await writeFile(partial, body);
    const pack = await openPack(partial, id.tree);
    try {
      await pack.verify();
    } finally {
      await pack.close();
    }
    await store.adopt(id, partial);
  } catch (cause) {
    if (cause instanceof KallosError) {
      throw invalid(`${packageKey(id.name, id.version)} in the exported store was changed`, cause);
    }
    throw cause;
  } finally {
    await rm(partial, { force: true });
  }
}

function idsOf(lock: Lock): Map<string, PackageId> {
  return new Map(
    Object.entries(lock.packages).map(([key, { integrity, tree }]) => {
      const { name, rest } = splitKey(key)!;
      return [key, { name, version: rest, integrity, tree }];
    }),
  );
}

function invalid(what: string, cause?: unknown): KallosError {
  return new KallosError(
    'KALLOS_STORE_IMPORT',
    `${what}.`,
    'Export the store again with `kallos mirror export`, and copy the file whole.',
    { cause },
  );
}
