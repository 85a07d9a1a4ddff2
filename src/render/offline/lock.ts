import { readFile } from 'node:fs/promises';
import semver from 'semver';
import { KallosError } from '../../errors.js';
import { sha256 } from '../paths.js';
import { isExactVersion, shown, splitKey } from './names.js';
import { lockSchema, type Lock } from './schema.js';

/** A lock that names nothing. */
export const EMPTY_LOCK: Lock = { schema: 'kallos.lock/1', packages: {}, ranges: {}, absent: {} };

/**
 * Reads a lock from a file; null when there is none.
 * @throws KallosError KALLOS_LOCK when the file can't be read or is no lock
 */
export async function readLock(file: string): Promise<Lock | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw wrong(`${file} can't be read`, cause);
  }
  return parseLock(text, file);
}

/**
 * Takes a lock from text. `source` names it in messages.
 * @throws KallosError KALLOS_LOCK when it isn't JSON, has another shape, or a key that can't be a package
 */
export function parseLock(text: string, source: string): Lock {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (cause) {
    throw wrong(`${source} is not JSON`, cause);
  }
  const result = lockSchema.safeParse(raw);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue?.path.length ? ` at ${shown(issue.path.join(' > '))}` : '';
    throw wrong(`${source} is no lock of this version of Kallos: ${issue?.message ?? 'unknown'}${where}`);
  }
  const lock = result.data;
  for (const key of Object.keys(lock.packages)) {
    if (!isExactVersion(splitKey(key)?.rest ?? '')) throw wrong(`${source} locks "${shown(key)}"`);
  }
  for (const [key, version] of Object.entries(lock.ranges)) {
    if (!splitKey(key)?.rest || !isExactVersion(version)) {
      throw wrong(`${source} maps "${shown(key)}" to "${shown(version)}"`);
    }
  }
  for (const key of Object.keys(lock.absent)) {
    if (!splitKey(key)) throw wrong(`${source} calls "${shown(key)}" absent`);
  }
  return lock;
}

/**
 * One lock out of several. Later ones win where ranges differ, and what any of them locks is not absent. The contents of a published
 * version never change, so two locks that differ on them can't both be right.
 * @throws KallosError KALLOS_LOCK when they differ on a package's hash, or a range leads to a version that isn't locked
 */
export function mergeLocks(...locks: readonly Lock[]): Lock {
  const packages = new Map<string, Lock['packages'][string]>();
  for (const [key, entry] of locks.flatMap((lock) => Object.entries(lock.packages))) {
    const known = packages.get(key);
    if (known && (known.integrity !== entry.integrity || known.tree !== entry.tree)) {
      throw wrong(`Two locks give ${key} different hashes`);
    }
    packages.set(key, known ?? entry);
  }
  const ranges = new Map(locks.flatMap((lock) => Object.entries(lock.ranges)));
  const names = new Set<string>();
  for (const key of packages.keys()) names.add(splitKey(key)!.name);
  for (const [key, version] of ranges) {
    const { name } = splitKey(key)!;
    if (!packages.has(`${name}@${version}`))
      throw wrong(`${key} is mapped to ${version}, which is not locked`);
  }
  const absent = locks
    .flatMap((lock) => Object.entries(lock.absent))
    .filter(([key]) => !packages.has(key) && !ranges.has(key) && !names.has(key));
  return {
    schema: EMPTY_LOCK.schema,
    packages: sorted(packages),
    ranges: sorted(ranges),
    absent: sorted(absent),
  };
}

/** A lock as text: the same lock is the same bytes, whatever order it was made in. */
export function formatLock(lock: Lock): string {
  const packages = Object.entries(lock.packages).map(([key, { integrity, tree, size }]) => [
    key,
    { integrity, tree, size },
  ]);
  return `${JSON.stringify(
    {
      schema: lock.schema,
      packages: sorted(packages as [string, unknown][]),
      ranges: sorted(Object.entries(lock.ranges)),
      absent: sorted(Object.entries(lock.absent)),
    },
    null,
    2,
  )}\n`;
}

/** "sha256:…" of a lock: what the fingerprint of a capture names. */
export function lockHash(lock: Lock): string {
  return sha256(formatLock(lock));
}

/** The locked versions of each package, newest first. */
export function versionsByName(lock: Lock): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  for (const key of Object.keys(lock.packages)) {
    const { name, rest } = splitKey(key)!;
    versions.set(name, [...(versions.get(name) ?? []), rest]);
  }
  for (const [name, list] of versions) versions.set(name, semver.rsort(list));
  return versions;
}

/** By code units, so that no locale has a say. */
function sorted<T>(entries: Iterable<[string, T]>): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function wrong(what: string, cause?: unknown): KallosError {
  return new KallosError(
    'KALLOS_LOCK',
    `${what}.`,
    'Restore the lock from version control, or remove the entry and lock it again with `kallos mirror pull`.',
    { cause },
  );
}
