import { fileURLToPath } from 'node:url';
import { KallosError } from '../../errors.js';
import { cacheDir } from '../paths.js';
import { mergeLocks, readLock } from './lock.js';
import { PackageStore } from './package-store.js';
import { createPackages, type Packages } from './packages.js';
import type { Answer, Lock, OfflineMode, Wish } from './schema.js';

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
        // Loaded for the first page that asks for something: most of a start would otherwise go into what isn't needed.
        const { answer } = await import('./answer.js');
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
