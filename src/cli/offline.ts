import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { DEFAULT_LOCK, DEFAULT_STORE, type Settings } from '../config.js';
import { cacheDir } from '../render/paths.js';
import type { OfflineOptions } from '../render/offline/index.js';

/** The store and the lock that the configuration names, as paths of this machine. */
export function offlineOptions({ offline }: Pick<Settings, 'offline'>): Required<OfflineOptions> {
  return { mode: offline.mode, store: storeFolder(offline.store), lock: projectLock(offline.lock) };
}

/** The default is wherever this system keeps caches. */
function storeFolder(store: string): string {
  return store === DEFAULT_STORE ? cacheDir() : resolve(store.replace(/^~(?=$|[\\/])/, homedir()));
}

/** A project need not have a lock of its own; one that is named has to be there. */
function projectLock(lock: string): string | null {
  const file = resolve(lock);
  return lock === DEFAULT_LOCK && !existsSync(file) ? null : file;
}
