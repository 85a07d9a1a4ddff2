import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { KallosError } from '../errors.js';
import { FailedAttempt } from './attempt.js';

export interface QueueOptions {
  name: string;
  concurrency: number;
  requestsPerMinute?: number | undefined;
  timeoutSeconds: number;
  /** Milliseconds before the second, third… attempt of a call that failed for a passing reason. */
  pauses?: readonly number[];
}

/** Sends one request. The signal fires when its time is up. */
export type Attempt<T> = (signal: AbortSignal) => Promise<T>;

/** Calls in order, with what they waited and took. */
export interface CallQueue {
  /**
   * @throws KallosError KALLOS_MODEL_TIMEOUT after two attempts that took too long, else what the last attempt failed with
   * @throws the signal's reason, once it fires
   */
  call<T>(attempt: Attempt<T>, signal?: AbortSignal): Promise<Called<T>>;
}

export interface Called<T> {
  value: T;
  attempts: number;
  /** Milliseconds in the queue and in pauses, all attempts together. */
  waitedMs: number;
  /** Milliseconds of the attempts themselves. */
  tookMs: number;
}

const PAUSES = [1000, 3000, 9000];
/** A server that wants to be left alone for longer is given up on. */
const LONGEST_WAIT = 120_000;
/** What took too long once may have been unlucky; twice it is too slow. */
const TIMEOUTS = 2;

/** Caps on calls at a time and a minute, a clock for each attempt, bounded retries. A server's Retry-After holds all calls. */
export function createQueue(options: QueueOptions): CallQueue {
  const { name, concurrency, requestsPerMinute, timeoutSeconds, pauses = PAUSES } = options;
  const pace =
    requestsPerMinute === undefined ? {} : { intervalCap: 1, interval: 60_000 / requestsPerMinute };
  const queue = new PQueue({ concurrency, ...pace });
  let release: NodeJS.Timeout | undefined;
  let heldUntil = 0;

  const hold = (ms: number) => {
    if (ms > LONGEST_WAIT || performance.now() + ms <= heldUntil) return;
    heldUntil = performance.now() + ms;
    queue.pause();
    clearTimeout(release);
    release = setTimeout(() => queue.start(), ms);
  };
  const tooSlow = () =>
    new KallosError(
      'KALLOS_MODEL_TIMEOUT',
      `${name} did not answer within ${timeoutSeconds} s.`,
      'Raise timeoutSeconds, lower concurrency, or use a faster model.',
    );

  return {
    async call<T>(attempt: Attempt<T>, signal?: AbortSignal): Promise<Called<T>> {
      const asked = performance.now();
      let tookMs = 0;
      let timeouts = 0;
      for (let attempts = 1; ; attempts++) {
        let clock: AbortSignal | undefined;
        try {
          const value = await queue.add(
            async () => {
              const started = performance.now();
              clock = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1000));
              try {
                return await attempt(signal ? AbortSignal.any([clock, signal]) : clock);
              } catch (error) {
                // Before the next in the queue can start.
                if (error instanceof FailedAttempt && error.waitMs !== null) hold(error.waitMs);
                throw error;
              } finally {
                tookMs += performance.now() - started;
              }
            },
            // Who has waited already goes first.
            { priority: attempts, ...(signal && { signal }) },
          );
          return { value, attempts, waitedMs: performance.now() - asked - tookMs, tookMs };
        } catch (error) {
          signal?.throwIfAborted();
          if (clock?.aborted) {
            if (++timeouts === TIMEOUTS || attempts > pauses.length) throw tooSlow();
            continue;
          }
          if (!(error instanceof FailedAttempt)) throw error;
          const isPatient = error.again && (error.waitMs ?? 0) <= LONGEST_WAIT;
          if (!isPatient || attempts > pauses.length) throw error.error;
          if (error.waitMs === null) await pause(pauses[attempts - 1]!, signal);
        }
      }
    },
  };
}

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
}
