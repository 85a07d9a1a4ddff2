import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue as Jobs, QueueEvents } from 'bullmq';
import { KallosError, toKallosError } from '../../../errors.js';
import { createLanes, draining } from '../lanes.js';
import type { Answer, Job, Queue } from '../queue.js';
import { countWorkers } from './census.js';
import { connectRedis, PREFIX } from './connection.js';
import { createMemory, replySchema, type Reply } from './memory.js';

export interface RedisQueueOptions {
  url: string;
  /** The queue's name: services and workers that judge alike share it. */
  fleet: string;
  /** Jobs of this service that may wait. */
  limit: number;
  /** Told of what went wrong on our side. */
  onFault?: (fault: string) => void;
  /** Told whenever a job is done again because its worker died. */
  onAgain?: () => void;
}

/** A job in Redis, and who waits for it here. */
interface Sent {
  id: string;
  job: Job;
  signal: AbortSignal;
  entered: number;
  begun: boolean;
  /** When something was last heard or done about it. */
  touched: number;
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

/** Jobs in Redis for each slot of the workers: one that runs, one that is at hand when it ends. */
const DEPTH = 2;
/** Jobs in Redis while no worker is known. */
const LEAST = 4;
/** How often workers are counted, and jobs looked after of which nothing was heard. */
const LOOK_MS = 2000;
const SILENCE_MS = 10_000;
/** Events kept for services whose connection was lost. What one misses it finds by looking. */
const EVENTS = 10_000;
const CLOSE_MS = 2000;

/**
 * A queue that workers on any machine serve. Jobs wait here, where runs are served in turn and whoever hangs up takes his
 * along; Redis holds as many as keep the workers busy. It may restart, or forget everything, at any time: jobs that are
 * gone without an answer are sent again.
 * @throws KallosError KALLOS_REDIS when Redis can't be had
 */
export async function createRedisQueue(options: RedisQueueOptions): Promise<Queue> {
  const { url, fleet, limit, onFault = () => undefined, onAgain } = options;
  const redis = await connectRedis(url, onFault);
  const memory = createMemory(redis, fleet);
  const jobs = new Jobs<Job>(fleet, {
    connection: redis,
    prefix: PREFIX,
    streams: { events: { maxLen: EVENTS } },
  });
  // From now on: reading begins a moment later.
  const [seconds, micros] = await redis.time();
  const lastEventId = `${1000 * Number(seconds) + Math.floor(Number(micros) / 1000)}-0`;
  const events = new QueueEvents(fleet, { connection: redis, prefix: PREFIX, lastEventId });
  const sent = new Map<string, Sent>();
  let census = await countWorkers(redis, fleet);
  let isClosed = false;

  /** Sends a job, unless it is known what comes of it. */
  const send = async (each: Sent) => {
    each.touched = Infinity;
    try {
      const known = await memory.recall(each.job.key);
      if (known) each.resolve(known);
      else if (each.signal.aborted) each.reject(each.signal.reason as Error);
      else await jobs.add('page', each.job, { jobId: each.id });
    } catch (error) {
      onFault(`Queue: ${toKallosError(error).message}`);
    } finally {
      each.touched = performance.now();
    }
  };
  const withdraw = async (each: Sent) => {
    const removed = await jobs.remove(each.id).catch(() => 0);
    if (removed > 0 || isClosed) each.reject(each.signal.reason as Error);
  };
  const done = (job: Job, signal: AbortSignal) => {
    const each = { id: randomUUID(), job, signal, entered: performance.now(), begun: false, touched: 0 };
    const leave = () => void withdraw(known);
    const reply = new Promise<Reply>((resolve, reject) => sent.set(each.id, { ...each, resolve, reject }));
    const known = sent.get(each.id)!;
    signal.addEventListener('abort', leave, { once: true });
    void send(known);
    return reply.finally(() => {
      sent.delete(each.id);
      signal.removeEventListener('abort', leave);
    });
  };
  const begin = async (job: Job, waitedMs: number, signal: AbortSignal): Promise<Answer> => {
    const start = performance.now();
    const { tookMs, answer, error } = await done(job, signal);
    if (!answer) throw errorOf(error);
    // Each clock is read on one machine only.
    const queueMs = Math.max(0, Math.round(performance.now() - start - tookMs)) + waitedMs;
    const { verdict } = answer;
    return {
      ...answer,
      verdict: { ...verdict, cost: { ...verdict.cost, queueMs: verdict.cost.queueMs + queueMs } },
    };
  };
  const lanes = createLanes({ begin, atOnce: () => Math.max(LEAST, DEPTH * census.slots), limit });

  const hear = (id: string, change: (each: Sent) => void) => {
    const each = sent.get(id);
    if (!each) return;
    each.touched = performance.now();
    change(each);
  };
  events.on('active', ({ jobId }) => hear(jobId, (each) => (each.begun = true)));
  events.on('waiting', ({ jobId }) => hear(jobId, (each) => (each.begun = false)));
  events.on('stalled', ({ jobId }) =>
    hear(jobId, (each) => {
      each.begun = false;
      onAgain?.();
    }),
  );
  events.on('completed', ({ jobId, returnvalue }) =>
    hear(jobId, (each) => {
      const reply = replySchema.parse(returnvalue);
      if (reply.answer ?? reply.error) each.resolve(reply);
      else void send(each);
    }),
  );
  events.on('failed', ({ jobId, failedReason }) =>
    hear(jobId, (each) => each.reject(new Error(`A worker failed: ${failedReason}`))),
  );
  const complain = (error: Error) => onFault(`Queue: ${error.message}`);
  jobs.on('error', complain);
  events.on('error', complain);

  /** Counts the workers, and sends again what is neither in Redis nor answered. */
  const look = async () => {
    census = await countWorkers(redis, fleet);
    lanes.advance();
    const silent = [...sent.values()].filter(({ touched }) => performance.now() - touched > SILENCE_MS);
    if (silent.length === 0) return;
    const pipeline = redis.pipeline();
    for (const { id } of silent) pipeline.exists(jobs.toKey(id));
    const found = (await pipeline.exec()) ?? [];
    for (const [i, each] of silent.entries()) {
      const [error, exists] = found[i] ?? [];
      if (!error && exists === 0 && sent.has(each.id)) void send(each);
      else each.touched = performance.now();
    }
  };
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look()
      .catch((error: unknown) => onFault(`Queue: ${toKallosError(error).message}`))
      .finally(() => (looking = false));
  }, LOOK_MS);

  const close = async () => {
    isClosed = true;
    const begun = lanes.close();
    for (const each of sent.values()) {
      // Nobody waits for it, or it has not begun: what a worker has in hand can't be removed.
      if (each.signal.aborted) each.reject(each.signal.reason as Error);
      else if ((await jobs.remove(each.id).catch(() => 0)) > 0) each.reject(draining());
    }
    await begun;
    clearInterval(timer);
    await Promise.race([Promise.allSettled([events.close(), jobs.close()]), sleep(CLOSE_MS)]);
    redis.disconnect();
  };
  let closing: Promise<void> | undefined;

  return {
    add: (job, signal, isAdmitted) => lanes.add(job, signal, isAdmitted),
    state() {
      const inRedis = [...sent.values()].filter(({ begun }) => !begun);
      const now = performance.now();
      const oldest = inRedis.reduce((most, { entered }) => Math.max(most, now - entered), lanes.oldestMs);
      return {
        waiting: lanes.waiting + inRedis.length,
        running: lanes.begun - inRedis.length,
        limit,
        oldestMs: oldest,
        ...(redis.status === 'ready' ? census : { workers: 0, slots: 0 }),
        isConnected: redis.status === 'ready',
      };
    },
    close: () => (closing ??= close()),
  };
}

function errorOf(error: Reply['error']): KallosError {
  if (error) return new KallosError(error.code, error.message, error.help);
  return new KallosError('KALLOS_INTERNAL', 'A job ended without an answer.', 'Please report this.');
}
