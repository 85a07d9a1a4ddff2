import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { DEFAULT_LOCK, DEFAULT_STORE, type Config, type Settings } from '../config.js';
import { cacheDir } from '../render/paths.js';
import type { OfflineOptions } from '../render/offline/index.js';
import type { PullFlags } from './mirror.js';

/** The store and the locks that the configuration names, as paths of this machine. */
export function offlineOptions(settings: Pick<Settings, 'offline'>): Required<OfflineOptions> {
  const { folder, projectLock } = mirrorPlaces(settings);
  return { mode: settings.offline.mode, store: folder, lock: projectLock };
}

/** `projectLock` is null where the project has no lock; `lockFile` is where it would be. */
export function mirrorPlaces({ offline }: Pick<Settings, 'offline'>): {
  folder: string;
  lockFile: string;
  projectLock: string | null;
} {
  const lockFile = resolve(offline.lock);
  // A project need not have a lock of its own; one that is named has to be there.
  const isOptional = offline.lock === DEFAULT_LOCK && !existsSync(lockFile);
  return { folder: storeFolder(offline.store), lockFile, projectLock: isOptional ? null : lockFile };
}

/** The default is wherever this system keeps caches. */
function storeFolder(store: string): string {
  return store === DEFAULT_STORE ? cacheDir() : resolve(store.replace(/^~(?=$|[\\/])/, homedir()));
}

/** What the flags of `kallos mirror` say in terms of the configuration. */
export function mirrorConfig({ store, lock, browser, concurrency }: PullFlags): Config {
  return {
    offline: { ...(store !== undefined && { store }), ...(lock !== undefined && { lock }) },
    browser: {
      ...(browser !== undefined && { path: browser }),
      ...(concurrency !== undefined && { concurrency: Number(concurrency) }),
    },
  };
}

/** "1.4 GB", "312 MB", "7 KB": decimal units, as disks are sold. */
export function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} KB`;
}
