import { fileURLToPath } from 'node:url';
import { KallosError, toKallosError } from '../../errors.js';
import { cacheDir } from '../paths.js';
import { cdnResponders } from './cdn/index.js';
import { mergeLocks, readLock } from './lock.js';
import { moduleResponder, oneInstance } from './modules/index.js';
import { PackageStore } from './package-store.js';
import { createPackages, type Packages } from './packages.js';
import { placeholderDocument, placeholderFor } from './pictures/index.js';
import type { Answer, Lock, OfflineMode, Responder, Wish } from './schema.js';
import { fontResponders } from './webfonts/index.js';

/** Where what a page loads from outside comes from. */
export interface OfflineOptions {
  /** `locked` unless said otherwise. */
  mode?: OfflineMode;
  /** Folder of the store; the cache folder unless said otherwise. */
  store?: string;
  /** File of a project's own lock, which extends the built-in one. */
  lock?: string | null;
}

/** Answers what a page asks the internet for, without the internet. */
export interface Offline extends AsyncDisposable {
  answer(wish: Wish): Promise<Answer>;
  /** True while an answer is being sought: a page that waits for it doesn't stand still by itself. */
  readonly busy: boolean;
  readonly packages: Packages;
}

/** In this order: ES modules have addresses on the same hosts as plain files, and know their own. */
const RESPONDERS: readonly Responder[] = [moduleResponder, ...cdnResponders, ...fontResponders];
const BUILTIN_LOCK = fileURLToPath(new URL('builtin.lock.json', import.meta.url));

/**
 * Opens the store.
 * @throws KallosError KALLOS_LOCK when a lock is missing or can't be read
 */
export async function createOffline(options: OfflineOptions = {}): Promise<Offline> {
  const store = new PackageStore({ folder: options.store ?? cacheDir() });
  const lock = await lockInForce(options.lock ?? null);
  const packages = createPackages({ mode: options.mode ?? 'locked', store, lock });
  let pending = 0;
  return {
    packages,
    get busy() {
      return pending > 0;
    },
    async answer(wish) {
      if (packages.mode === 'off') return { fate: 'unavailable', reason: 'the store is switched off' };
      pending++;
      try {
        return await answer(wish, packages);
      } finally {
        pending--;
      }
    },
    [Symbol.asyncDispose]: () => packages.close(),
  };
}

/**
 * The built-in lock, extended by a project's own.
 * @throws KallosError KALLOS_LOCK when the file isn't there, is no lock, or contradicts the built-in one
 */
export async function lockInForce(file: string | null): Promise<Lock> {
  return mergeLocks(await mustRead(BUILTIN_LOCK), ...(file === null ? [] : [await mustRead(file)]));
}

async function mustRead(file: string): Promise<Lock> {
  const lock = await readLock(file);
  if (lock) return lock;
  throw new KallosError(
    'KALLOS_LOCK',
    `There is no lock ${file}.`,
    'Make one with `kallos mirror pull`, or leave --offline.lock out.',
  );
}

async function answer(wish: Wish, packages: Packages): Promise<Answer> {
  for (const respond of RESPONDERS) {
    const answering = respond(wish, packages);
    if (!answering) continue;
    const found = await answering.catch((error: unknown): Answer => {
      return { fate: 'unavailable', reason: toKallosError(error).message };
    });
    return found.fate === 'unavailable' ? ((await standIn(wish)) ?? found) : oneInstance(wish, found);
  }
  return (await standIn(wish)) ?? { fate: 'unavailable', reason: `nothing is known of ${wish.url.host}` };
}

/** Pictures and framed documents from outside are replaced: what they show is nothing that the code under judgement made. */
async function standIn(wish: Wish): Promise<Answer | null> {
  if (wish.type === 'image') return placeholderFor(wish);
  return wish.type === 'document' ? placeholderDocument() : null;
}
