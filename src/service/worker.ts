import { createRenderer } from '../render/index.js';
import { knowChecks, type ScoreOptions } from '../score.js';
import { openCaptures } from './captures.js';
import { DEFAULT_LIMITS } from './limits.js';
import { createRedisWorker } from './queue/redis/worker.js';
import { DEFAULT_BROWSERS, slotsOf } from './slots.js';
import { fleetOf, settingsOf } from './settings.js';
import { createWork } from './work.js';

export interface WorkerOptions {
  /** Redis or Valkey: "redis://127.0.0.1:6379". */
  redis: string;
  /** Where captures go, which the services read too: a folder, or "s3://bucket/prefix". */
  captures: string;
  /** How pages are rendered and judged: as the services say that ask. */
  scoring?: Omit<ScoreOptions, 'renderer' | 'unsafe' | 'recipe' | 'channels'>;
  /** Seconds that jobs in hand are given to finish once the worker is closed; 30 unless said otherwise. */
  graceSeconds?: number;
  onFault?: (fault: string) => void;
}

/** A running worker. Close it, or declare it with `await using`. */
export interface RunningWorker extends AsyncDisposable {
  /** The name of those who judge alike, which its services have too. */
  fleet: string;
  /** Takes no more jobs, finishes those in hand, puts back what takes longer than its grace, and ends browsers. */
  close(): Promise<void>;
}

/**
 * Starts a worker: it renders and judges what services put into Redis, and keeps no state of its own.
 * @throws KallosError KALLOS_REDIS when Redis can't be had
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { redis: url, graceSeconds = 30, onFault = () => undefined } = options;
  const { concurrency = DEFAULT_BROWSERS, ...judging } = options.scoring ?? {};
  knowChecks(judging.checks ?? {});
  const captures = await openCaptures(options.captures, DEFAULT_LIMITS.captures);
  const fleet = fleetOf(await settingsOf(judging));
  // Never without the sandbox: what comes here was written by strangers.
  const renderer = await createRenderer({ ...judging, concurrency, unsafe: false });
  const work = createWork({ renderer, captures, judging, onFault });
  try {
    const worker = await createRedisWorker({ url, fleet, work, slots: slotsOf(concurrency), onFault });
    let closing: Promise<void> | undefined;
    const close = async () => {
      await worker.close(graceSeconds * 1000);
      await renderer.close();
    };
    const shut = () => (closing ??= close());
    return { fleet, close: shut, [Symbol.asyncDispose]: shut };
  } catch (error) {
    await renderer.close();
    throw error;
  }
}
