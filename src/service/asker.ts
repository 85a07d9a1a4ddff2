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
}

/** Who asks, and until when. */
export interface Asking {
  /** The one who may read the capture. */
  owner: string;
  signal: AbortSignal;
  /** Whether a place is kept for what is asked. */
  admitted?: boolean;
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
    const { form, text, kind = null, brief, seed = null, channels } = job;
    const content = [this.#settings, form, text, kind, brief, seed, channels];
    return `sha256:${digest(content)}`;
  }

  /**
   * Keeps places for jobs that are then asked for with what is given back, each once. More than there are places have
   * them all where nothing else waits: a batch need never be divided.
   * @throws KallosError KALLOS_BUSY when so many more don't fit
   */
  admit(count: number): { admitted: true } {
    if (this.#pending > 0 && this.#pending + count > this.options.limit) throw busy(this.#pending);
    this.#pending += count;
    return { admitted: true };
  }

  /** Gives the answer to a job, or why there is none; never throws. */
  async ask(job: Job, { owner, signal, admitted = false }: Asking): Promise<Asked> {
    if (!admitted) this.#pending++;
    try {
      const known = this.#answers.get(job.key);
      // An answer outlives its evidence by none: what can't be shown any longer is judged again.
      const isKnown = known !== undefined && (await this.#grant(known, owner));
      if (isKnown) return { answer: known, cached: true };
      const answer = await this.#fly(job, signal, admitted);
      await this.#grant(answer, owner);
      return { answer, cached: false };
    } catch (error) {
      return { error: toKallosError(error) };
    } finally {
      this.#pending--;
    }
  }

  /** Lets the owner see what was judged. False where that is gone. */
  async #grant({ verdict: { capture } }: Answer, owner: string): Promise<boolean> {
    return capture === null || this.options.captures.grant(capture, owner);
  }

  async #fly(job: Job, signal: AbortSignal, isAdmitted: boolean): Promise<Answer> {
    for (;;) {
      signal.throwIfAborted();
      const flight = this.#flights.get(job.key) ?? this.#start(job, isAdmitted);
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

  #start(job: Job, isAdmitted: boolean): Flight {
    const stop = new AbortController();
    const answer = this.options.queue.add(job, stop.signal, isAdmitted).then((result) => {
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
