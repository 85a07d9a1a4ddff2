import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { ChannelResult } from '../../channels/schema.js';
import { createLocalQueue } from '../queue/local.js';
import type { Answer, Job, Queue, Work } from '../queue/queue.js';
import { createRedisQueue } from '../queue/redis/queue.js';
import { createRedisWorker } from '../queue/redis/worker.js';
import { HAS_REDIS, startRedis, type TestRedis } from './redis.js';

export interface TestQueueOptions {
  work: Work;
  concurrency: number;
  limit: number;
}

/** One kind of queue, with whatever it needs to do its jobs. */
export interface QueueKind {
  name: string;
  isHere: boolean;
  start: () => Promise<void>;
  /** A queue of its own for each test. */
  open: (options: TestQueueOptions) => Promise<Queue>;
  stop: () => Promise<void>;
}

const local: QueueKind = {
  name: 'in this process',
  isHere: true,
  start: () => Promise.resolve(),
  open: (options) => Promise.resolve(createLocalQueue(options)),
  stop: () => Promise.resolve(),
};

function onRedis(): QueueKind {
  let redis: TestRedis | undefined;
  const ends: (() => Promise<unknown>)[] = [];
  return {
    name: 'in Redis',
    isHere: HAS_REDIS,
    async start() {
      redis = await startRedis();
    },
    async open({ work, concurrency, limit }) {
      const [url, fleet] = [redis!.url, randomUUID()];
      const worker = await createRedisWorker({ url, fleet, work, slots: concurrency });
      const queue = await createRedisQueue({ url, fleet, limit });
      ends.push(() => worker.close(0).then(() => queue.close()));
      return queue;
    },
    async stop() {
      await Promise.all(ends.map((end) => end()));
      await redis?.stop();
    },
  };
}

export const QUEUES: readonly QueueKind[] = [local, onRedis()];

export const never = new AbortController().signal;
setMaxListeners(0, never);

export const jobOf = (key: string, run = 'a'): Job => ({
  key,
  run,
  form: 'html',
  text: '<p>',
  brief: {},
  channels: [],
});

/** An answer that can be told from others by its `id`; nothing was judged. */
export function answerOf(id: string, queueMs = 0): Answer {
  const result: ChannelResult = { status: 'not-run', score: null, reason: null, parts: {}, spread: null };
  return {
    verdict: {
      schema: 'kallos.verdict/1',
      id,
      kind: 'website',
      kindReason: 'test',
      outcome: 'ok',
      cause: null,
      detail: null,
      channels: { execution: result, correctness: result, visual: result, interaction: result },
      reward: { recipe: 'default@1', value: null, valid: false, missing: [] },
      findings: [],
      capture: null,
      trace: null,
      fingerprint: null,
      cost: { queueMs, wallMs: 0, cpuMs: 0, usd: 0 },
    },
    pictures: [],
  };
}

/** Work that ends when the test says so. */
export function handWork() {
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const work: Work = ({ key }) => {
    begun.push(key);
    return new Promise((resolve) => finish.set(key, () => resolve(answerOf(key))));
  };
  return { begun, work, finish: (key: string) => finish.get(key)!() };
}
