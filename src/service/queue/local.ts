import { KallosError } from '../../errors.js';
import type { Answer, Job, Queue, Work } from './queue.js';

export interface LocalQueueOptions {
  work: Work;
  /** Jobs at once. */
  concurrency: number;
  /** Jobs that may wait. */
  limit: number;
}

interface Task {
  job: Job;
  entered: number;
  settle: (answer: Promise<Answer>) => void;
}

/** A queue in this process. Runs are served in turn, and within a run who came first goes first. */
export function createLocalQueue({ work, concurrency, limit }: LocalQueueOptions): Queue {
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
    while (running.size < concurrency) {
      const task = next();
      if (!task) return;
      const done = work(task.job, Math.round(performance.now() - task.entered));
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
    add(job, signal) {
      if (closed) return Promise.reject(closed);
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (waiting >= limit) return Promise.reject(busy(waiting));
      return new Promise<Answer>((resolve, reject) => {
        const drop = () => {
          if (leave(task)) reject(signal.reason as Error);
        };
        const settle = (answer: Promise<Answer>) => {
          signal.removeEventListener('abort', drop);
          resolve(answer);
        };
        const task: Task = { job, entered: performance.now(), settle };
        signal.addEventListener('abort', drop, { once: true });
        const lane = lanes.get(job.run) ?? new Set();
        lanes.set(job.run, lane.add(task));
        waiting++;
        advance();
      });
    },
    state: () => Promise.resolve({ waiting, running: running.size, limit }),
    async close() {
      closed ??= new KallosError('KALLOS_DRAINING', 'The service is stopping.', 'Ask another one.');
      for (const task of [...lanes.values()].flatMap((lane) => [...lane])) {
        leave(task);
        task.settle(Promise.reject(closed));
      }
      await Promise.all(running);
    },
  };
}

export function busy(waiting: number): KallosError {
  return new KallosError(
    'KALLOS_BUSY',
    `${waiting} items wait already, as many as may.`,
    'Ask again after the seconds in Retry-After, send fewer items at once, or run more browsers (--concurrency).',
  );
}
