import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Capture } from '../render/index.js';
import { captureFolder, readCapture, writeCapture } from '../render/index.js';

/** Where captures are kept for those who had them made. */
export interface CaptureStore {
  put(capture: Capture): Promise<void>;
  /** A whole capture, for judging; null where it is no longer there. */
  load(hash: string): Promise<Capture | null>;
  /** Lets `owner` read the capture. False where it is no longer there. */
  grant(hash: string, owner: string): Promise<boolean>;
  /** One file of a capture: "capture.json" or a picture. Null where there is none, or it is none of `owner`'s. */
  read(hash: string, file: string, owner: string): Promise<Uint8Array | null>;
}

const HASH = /^sha256:[\da-f]{64}$/;
const FILE = /^(?:capture\.json|[\w-]+\.(?:png|webp))$/;

/** Names come from outside: only those that a capture can have are looked up at all. */
export const isNameInCapture = (hash: string, file: string): boolean => HASH.test(hash) && FILE.test(file);

/**
 * The store at a place: "s3://bucket/prefix", or else a folder, of which this process keeps `limit` captures. What lies in the folder
 * already counts as its own, so that a restart does not leave it there for good.
 */
export async function openCaptures(place: string, limit: number): Promise<CaptureStore> {
  if (!place.startsWith('s3:')) return createFolderStore(place, limit, await capturesIn(place));
  const { createBucketStore } = await import('./bucket.js');
  return createBucketStore(place);
}

/**
 * Captures in a folder that may be shared by several services. Who may read one is written beside it, as empty files
 * named for the owners. This process removes the captures it has used least once it holds more than `limit`.
 */
export function createFolderStore(
  root: string,
  limit: number,
  earlier: readonly string[] = [],
): CaptureStore {
  const held = new LRUCache<string, true>({
    max: limit,
    dispose: (_, hash, reason) => {
      if (reason !== 'evict') return;
      for (const folder of [captureFolder(root, hash), ownersOf(root, hash)]) drop(root, folder);
    },
  });
  for (const hash of earlier) held.set(hash, true);
  return {
    async put(capture) {
      await mkdir(root, { recursive: true });
      await writeCapture(root, capture);
      held.set(capture.hash, true);
    },
    load: (hash) => readCapture(captureFolder(root, hash)).catch(() => null),
    async grant(hash, owner) {
      if (!existsSync(captureFolder(root, hash))) return false;
      await mkdir(ownersOf(root, hash), { recursive: true });
      await writeFile(join(ownersOf(root, hash), owner), '');
      return true;
    },
    async read(hash, file, owner) {
      if (!isNameInCapture(hash, file)) return null;
      if (!existsSync(join(ownersOf(root, hash), owner))) return null;
      held.get(hash);
      return readFile(join(captureFolder(root, hash), file)).catch(() => null);
    },
  };
}

/** Takes a folder out of sight at once, and removes it in its own time: nobody finds half of it. */
function drop(root: string, folder: string): void {
  const gone = join(root, `.gone-${randomUUID()}`);
  try {
    renameSync(folder, gone);
  } catch {
    // Another process was faster.
    return;
  }
  void rm(gone, { recursive: true, force: true });
}

/** Hashes of the captures in a folder, those that were made first before the others. */
async function capturesIn(root: string): Promise<string[]> {
  const names = await readdir(root).catch(() => []);
  const hashes = names.map((name) => name.replace('-', ':')).filter((hash) => HASH.test(hash));
  const made = await Promise.all(
    hashes.map(async (hash) => {
      const known = await stat(captureFolder(root, hash)).catch(() => null);
      return { hash, at: known?.mtimeMs ?? 0 };
    }),
  );
  return made.sort((a, b) => a.at - b.at).map(({ hash }) => hash);
}

const ownersOf = (root: string, hash: string) => join(root, 'owners', hash.replace(':', '-'));
