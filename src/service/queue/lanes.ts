import { KallosError } from '../../errors.js';
import type { Answer, Job } from './queue.js';

export interface LanesOptions {
  /** Begins a job. `signal` fires when nobody waits for it any longer. */
  begin: (job: Job, waitedMs: number, signal: AbortSignal) => Promise<Answer>;
  /** Jobs that may be begun and not finished. */
  atOnce: () => number;
  /** Jobs that may wait. */
  limit: number;
}

export interface Lanes {
  /** Where a place was promised the limit says nothing. */
  add(job: Job, signal: AbortSignal, isAdmitted?: boolean): Promise<Answer>;
  readonly waiting: number;
  readonly begun: number;
  /** How long the first of those that wait has waited; 0 where none waits. */
  readonly oldestMs: number;
  /** Begins what there is room for, after `atOnce` has grown. */
  advance(): void;
  /** Takes no more jobs, drops those that wait, and returns once those begun are finished. */
  close(): Promise<void>;
}

interface Task {
  job: Job;
  signal: AbortSignal;
  entered: number;
  settle: (answer: Promise<Answer>) => void;
}

/** Lets jobs begin: runs are served in turn, and within a run who came first goes first. */
export function createLanes({ begin, atOnce, limit }: LanesOptions): Lanes {
  // A run that has been served goes to the end of the map; sets keep the order in which jobs came.
  const lanes = new Map<string, Set<Task>>();
  const running = new Set<Promise<unknown>>();
  let waiting = 0;
  let closed: KallosError | null = null;

  const leave = (task: Task) => {
    const lane = lanes.get(task.job.run);
    if (!lane?.delete(task)) return false;
    if (lane.size === 0) lanes.delete(task.job.run);
    waiting--;
    return true;
  };
  const next = (): Task | undefined => {
    const [run, lane] = lanes.entries().next().value ?? [];
    const task = lane?.values().next().value;
    if (run === undefined || !lane || !task) return undefined;
    leave(task);
    if (lanes.delete(run)) lanes.set(run, lane);
    return task;
  };
  const advance = () => {
    while (running.size < atOnce()) {
      const task = next();
      if (!task) return;
      const done = begin(task.job, Math.round(performance.now() - task.entered), task.signal);
      task.settle(done);
      const run: Promise<unknown> = done
        .catch(() => undefined)
        .finally(() => {
          running.delete(run);
          advance();
        });
      running.add(run);
    }
  };

  return {
    add(job, signal, isAdmitted = false) {
      if (closed) return Promise.reject(closed);
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (!isAdmitted && waiting >= limit) return Promise.reject(busy(waiting));
      return new Promise<Answer>((resolve, reject) => {
        const drop = () => {
          if (leave(task)) reject(signal.reason as Error);
        };
        const settle = (answer: Promise<Answer>) => {
          signal.removeEventListener('abort', drop);
          resolve(answer);
        };
        const task: Task = { job, signal, entered: performance.now(), settle };
        signal.addEventListener('abort', drop, { once: true });
        const lane = lanes.get(job.run) ?? new Set();
        lanes.set(job.run, lane.add(task));
        waiting++;
        advance();
      });
    },
    get waiting() {
      return waiting;
    },
    get begun() {
      return running.size;
    },
    get oldestMs() {
      const first = [...lanes.values()].flatMap((lane) => [...lane].slice(0, 1));
      const entered = Math.min(...first.map((task) => task.entered));
      return first.length === 0 ? 0 : performance.now() - entered;
    },
    advance,
    async close() {
      closed ??= draining();
      for (const task of [...lanes.values()].flatMap((lane) => [...lane])) {
        leave(task);
        task.settle(Promise.reject(closed));
      }
      await Promise.all(running);
    },
  };
}

export const draining = (): KallosError =>
  new KallosError('KALLOS_DRAINING', 'The service is stopping.', 'Ask another one, or this one later.');

export function busy(waiting: number): KallosError {
  return new KallosError(
    'KALLOS_BUSY',
    `${waiting} items wait already, as many as may.`,
    'Ask again after the seconds in Retry-After, send fewer items at once, or run more browsers (--concurrency).',
  );
}
