import type { Answer, OfflineMode, PackageSource, Wish } from './schema.js';

/** Where what a page loads from outside comes from. */
export interface OfflineOptions {
  mode?: OfflineMode;
  store?: string;
  lock?: string | null;
}

/** Answers what a page asks the internet for, without the internet. */
export interface Offline {
  answer(wish: Wish): Promise<Answer>;
  /** True while an answer is being sought: a page that waits for it doesn't stand still by itself. */
  readonly busy: boolean;
  readonly packages: PackageSource & { lockHash: string; mode: OfflineMode };
}

/** The responders are put in as they come; until then nothing is answered. */
export function createOffline(options: OfflineOptions = {}): Promise<Offline> {
  const refuse = { fate: 'unavailable', reason: 'the store is not there yet' } as const;
  return Promise.resolve({
    busy: false,
    packages: {
      mode: options.mode ?? 'locked',
      lockHash: 'none',
      resolve: () => refuse,
      open: () => Promise.resolve(refuse),
      built: (_key, build) => build(),
    },
    answer: () => Promise.resolve(refuse),
  });
}
