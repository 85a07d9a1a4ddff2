import { createHash } from 'node:crypto';
import { close, fstat, futimes, open, read } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { KallosError } from '../../errors.js';
import { sha256 } from '../paths.js';
import { refused, type TarballFile } from './tarball.js';

/**
 * A pack is a package in one file: the bytes of its files, one after another; the index, as JSON; the index's length (four bytes, the
 * highest first); and the mark below. One file is atomic to add, one to remove, and open while it is removed.
 *
 * The index lists [path, SHA-256, offset, size] by path, and is a function of the tarball alone: its hash is the `tree` of the lock.
 * Source maps and type declarations are listed (offset null) without their bytes: no browser asks for them, and they are often most
 * of a package.
 */
const MARK = Buffer.from('kallospack/1');
const TAIL = 4 + MARK.length;

/** Listed, not kept. */
const NOT_KEPT = /\.(?:map|d\.[mc]?ts|flow)$/i;

type IndexEntry = [path: string, sha256: string, offset: number | null, size: number];

/** An open pack. */
export interface Pack {
  /** Every path of the package, in order. */
  readonly paths: readonly string[];
  /** "sha256:…" of the index. */
  readonly tree: string;
  /** Bytes of the file. */
  readonly size: number;
  has(path: string): boolean;
  /**
   * One file's bytes, checked against the index.
   * @throws KallosError KALLOS_STORE_CORRUPT when they are others, KALLOS_PACKAGE_REFUSED when the package has no such file or its bytes
   * are not kept
   */
  read(path: string): Promise<Buffer>;
  /** Reads everything. @throws KallosError KALLOS_STORE_CORRUPT when anything differs from the index */
  verify(): Promise<void>;
  /** Time of last use, in ms since 1970, as last recorded. */
  usedAt: number;
  /** Records that it is in use. */
  touch(now: number): Promise<void>;
  close(): Promise<void>;
}

/** Writes a pack of files, in any order, to a path that nobody else writes to. */
export async function writePack(
  file: string,
  files: AsyncIterable<TarballFile>,
): Promise<{ tree: string; size: number }> {
  const handle = await openFile(file, 'wx', 0o644);
  try {
    // The last of two entries with one path wins, as it does when a tarball is unpacked.
    const entries = new Map<string, IndexEntry>();
    let offset = 0;
    for await (const { path, body } of files) {
      const hash = createHash('sha256');
      const kept = !NOT_KEPT.test(path);
      let size = 0;
      for await (const chunk of body) {
        hash.update(chunk);
        size += chunk.length;
        if (kept) await handle.writeFile(chunk);
      }
      entries.set(path, [path, hash.digest('hex'), kept ? offset : null, size]);
      if (kept) offset += size;
    }
    const sorted = [...entries.values()].sort(([a], [b]) => (a < b ? -1 : 1));
    const index = Buffer.from(JSON.stringify(sorted));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(index.length);
    await handle.writeFile(Buffer.concat([index, length, MARK]));
    return { tree: sha256(index), size: offset + index.length + TAIL };
  } finally {
    await handle.close();
  }
}

// Plain descriptors: a pack stays open as long as its package is in use, and no collector has a say in that.
const openFd = promisify(open);
const closeFd = promisify(close);
const stat = promisify(fstat);
const setTimes = promisify(futimes);
const readFd = promisify(read);

/**
 * Opens a pack, its index checked.
 * @param tree what the lock says; without it, the index is only checked for form (a lock is about to be made from it)
 * @throws KallosError KALLOS_STORE_CORRUPT when it is no pack, or another one; ENOENT when there is none
 */
export async function openPack(file: string, tree?: string): Promise<Pack> {
  const fd = await openFd(file, 'r');
  try {
    const { size, mtimeMs } = await stat(fd);
    const tail = await readAt(fd, Math.max(0, size - TAIL), TAIL);
    const indexLength = tail.length === TAIL && tail.subarray(4).equals(MARK) ? tail.readUInt32BE() : -1;
    const indexStart = size - TAIL - indexLength;
    if (indexLength < 0 || indexStart < 0) throw corrupt(`${file} is no pack`);
    const index = await readAt(fd, indexStart, indexLength);
    const found = sha256(index);
    if (tree !== undefined && found !== tree) throw corrupt(`${file} holds other files than the lock says`);
    return packOf(file, fd, found, size, mtimeMs, parseIndex(file, index, indexStart));
  } catch (error) {
    await closeFd(fd);
    throw error;
  }
}

function parseIndex(file: string, index: Buffer, end: number): Map<string, IndexEntry> {
  try {
    const entries = JSON.parse(index.toString()) as IndexEntry[];
    if (entries.every((entry) => isEntry(entry, end)))
      return new Map(entries.map((entry) => [entry[0], entry]));
  } catch {
    // Said below.
  }
  throw corrupt(`${file} has an index that can't be read`);
}

function isEntry([path, hash, offset, size]: IndexEntry, end: number): boolean {
  const counts = [size, offset ?? 0];
  if (typeof path !== 'string' || typeof hash !== 'string' || !counts.every(Number.isSafeInteger))
    return false;
  return counts.every((count) => count >= 0) && (offset === null || offset + size <= end);
}

function packOf(
  file: string,
  fd: number,
  tree: string,
  size: number,
  usedAt: number,
  index: Map<string, IndexEntry>,
): Pack {
  const pack: Pack = {
    paths: [...index.keys()],
    tree,
    size,
    usedAt,
    has: (path) => index.has(path),
    async read(path) {
      const entry = index.get(path);
      if (!entry) throw refused(`it has no file "${path}"`);
      const [, hash, offset, length] = entry;
      if (offset === null) {
        throw refused(
          `"${path}" is not kept: the store lists source maps and type declarations without their bytes`,
        );
      }
      const bytes = await readAt(fd, offset, length);
      if (createHash('sha256').update(bytes).digest('hex') !== hash) {
        throw corrupt(`${file} holds other bytes for "${path}" than the lock says`);
      }
      return bytes;
    },
    async verify() {
      for (const [path, , offset] of index.values()) if (offset !== null) await pack.read(path);
    },
    async touch(now) {
      pack.usedAt = now;
      await setTimes(fd, now / 1000, now / 1000);
    },
    close: () => closeFd(fd),
  };
  return pack;
}

/** Fewer bytes where the file ends early. */
async function readAt(fd: number, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await readFd(fd, bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** The error of a store that holds other bytes than it should. */
export function corrupt(what: string): KallosError {
  return new KallosError(
    'KALLOS_STORE_CORRUPT',
    `${what}.`,
    'Remove the file and fetch the package again with `kallos mirror pull`; if it comes back, check the disk.',
  );
}
