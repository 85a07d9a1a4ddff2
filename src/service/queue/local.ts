import { createLanes } from './lanes.js';
import type { Queue, Work } from './queue.js';

export interface LocalQueueOptions {
  work: Work;
  /** Jobs at once. */
  concurrency: number;
  /** Jobs that may wait. */
  limit: number;
}

/** A queue in this process. Runs are served in turn, and within a run who came first goes first. */
export function createLocalQueue({ work, concurrency, limit }: LocalQueueOptions): Queue {
  const lanes = createLanes({
    // What has begun is finished: its answer serves whoever asks next.
    begin: (job, waitedMs) => work(job, waitedMs),
    atOnce: () => concurrency,
    limit,
  });
  return {
    add: (job, signal, isAdmitted) => lanes.add(job, signal, isAdmitted),
    state: () => ({
      waiting: lanes.waiting,
      running: lanes.begun,
      limit,
      oldestMs: lanes.oldestMs,
      workers: 1,
      slots: concurrency,
      isConnected: true,
    }),
    close: () => lanes.close(),
  };
}
