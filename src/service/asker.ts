import { LRUCache } from 'lru-cache';
import { KallosError, toKallosError } from '../errors.js';
import type { CaptureStore } from './captures.js';
import { busy } from './queue/lanes.js';
import { isFinal, type Answer, type Job, type Queue } from './queue/queue.js';
import { digest } from './settings.js';

/** An answer with how it was come by, or why there is none. */
export type Asked = { answer: Answer; cached: boolean } | { error: KallosError };

export interface AskerOptions {
  queue: Queue;
  captures: CaptureStore;
  /** What answers depend on beside the job: version, thresholds, seed. */
  settings: unknown;
  /** Answers that are kept. */
  cached: number;
  /** Jobs that may be asked for and not yet answered. */
  limit: number;
  onCached?: (hit: boolean) => void;
}

/** Who asks, and until when. */
export interface Asking {
  /** The one who may read the capture. */
  owner: string;
  signal: AbortSignal;
}

/** A job that several may be waiting for. It is dropped when none of them waits any longer. */
interface Flight {
  answer: Promise<Answer>;
  askers: number;
  stop: AbortController;
}

/** The queue, seen from a request: nothing is done twice, at a time or within memory. */
export class Asker {
  readonly #answers: LRUCache<string, Answer>;
  readonly #settings: string;
  readonly #flights = new Map<string, Flight>();
  #pending = 0;

  constructor(private readonly options: AskerOptions) {
    this.#answers = new LRUCache({ max: options.cached });
    this.#settings = digest(options.settings);
  }

  get pending(): number {
    return this.#pending;
  }

  /** Address of a job's content, together with the settings it is judged under. */
  address(job: Omit<Job, 'key' | 'run'>): string {
    const content = [this.#settings, job.form, job.text, job.kind ?? null, job.brief, job.channels];
    return `sha256:${digest(content)}`;
  }

  /** @throws KallosError KALLOS_BUSY when so many more don't fit */
  admit(count: number): void {
    if (this.#pending + count > this.options.limit) throw busy(this.#pending);
  }

  /** Gives the answer to a job, or why there is none; never throws. */
  async ask(job: Job, { owner, signal }: Asking): Promise<Asked> {
    this.#pending++;
    try {
      const known = this.#answers.get(job.key);
      this.options.onCached?.(known !== undefined);
      const answer = known ?? (await this.#fly(job, signal));
      if (answer.verdict.capture !== null) await this.options.captures.grant(answer.verdict.capture, owner);
      return { answer, cached: known !== undefined };
    } catch (error) {
      return { error: toKallosError(error) };
    } finally {
      this.#pending--;
    }
  }

  async #fly(job: Job, signal: AbortSignal): Promise<Answer> {
    for (;;) {
      signal.throwIfAborted();
      const flight = this.#flights.get(job.key) ?? this.#start(job);
      try {
        return await this.#join(flight, signal);
      } catch (error) {
        // Everyone else has just left, and the job was dropped before this asker came.
        if (!flight.stop.signal.aborted || signal.aborted) throw error;
      }
    }
  }

  async #join(flight: Flight, signal: AbortSignal): Promise<Answer> {
    flight.askers++;
    let leave = (): void => undefined;
    const gone = new Promise<never>((_, reject) => {
      leave = () => {
        if (--flight.askers === 0) flight.stop.abort(signal.reason);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([flight.answer, gone]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #start(job: Job): Flight {
    const stop = new AbortController();
    const answer = this.options.queue.add(job, stop.signal).then((result) => {
      if (isFinal(result)) this.#answers.set(job.key, result);
      return result;
    });
    const flight = { answer, askers: 0, stop };
    this.#flights.set(job.key, flight);
    const land = () => void this.#flights.delete(job.key);
    answer.then(land, land);
    return flight;
  }
}
