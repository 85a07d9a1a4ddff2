import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WaitingError, Worker, type Job as Entry } from 'bullmq';
import { toKallosError } from '../../../errors.js';
import { isFinal, jobSchema, type Job, type Work } from '../queue.js';
import { enlist } from './census.js';
import { connectRedis, PREFIX } from './connection.js';
import { Gate } from './gate.js';
import { createMemory, type Reply } from './memory.js';

export interface RedisWorkerOptions {
  url: string;
  /** The queue's name: services and workers that judge alike share it. */
  fleet: string;
  work: Work;
  /** Jobs at once. */
  slots: number;
  /** Told of what went wrong on our side. */
  onFault?: (fault: string) => void;
}

export interface RedisWorker {
  /** Takes no more jobs, gives those in hand so many ms, and puts back what is not finished then. */
  close(graceMs: number): Promise<void>;
}

/** A worker that was not heard of for so long has lost its jobs; others look for such jobs this often. */
const LOCK_MS = 20_000;
const LOOK_MS = 5000;
const LEAVE_MS = 3000;
/** Workers that a page may end before it is tried no more. */
const DEATHS = 2;

/**
 * Takes jobs out of Redis, one after another in each slot. A job whose worker died is done again; a page on which one died
 * is done with nothing else in hand, so that the next death tells which page it was.
 * @throws KallosError KALLOS_REDIS when Redis can't be had
 */
export async function createRedisWorker(options: RedisWorkerOptions): Promise<RedisWorker> {
  const { url, fleet, work, slots, onFault = () => undefined } = options;
  const redis = await connectRedis(url, onFault);
  const memory = createMemory(redis, fleet);
  const gate = new Gate();
  const stopping = new AbortController();
  const stopped = new Promise<null>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(null), { once: true });
  });

  const attempt = async (job: Job): Promise<Reply> => {
    const start = performance.now();
    const took = () => Math.round(performance.now() - start);
    try {
      const answer = await work(job, 0);
      return { tookMs: took(), answer };
    } catch (error) {
      return { tookMs: took(), error: toKallosError(error).toJSON() };
    }
  };
  const run = async (entry: Entry<Job>, token: string): Promise<Reply> => {
    const id = entry.id ?? '';
    const job = jobSchema.parse(entry.data);
    const known = await memory.recall(job.key);
    if (known) return known;
    // Counted where it begins, not where it is taken: what only waited here when a worker died is not suspected.
    const begun = async (): Promise<Reply | null> => {
      if (stopping.signal.aborted) return null;
      if ((await memory.begin(id)) >= DEATHS) {
        onFault(`Quarantined: ${DEATHS} workers died on ${job.key}`);
        await memory.end(id);
        return memory.quarantine(job.key);
      }
      const reply = await Promise.race([attempt(job), stopped]);
      // Before the job is ended, so that who finds the job gone finds the answer.
      const kept = reply && isKept(reply) ? [memory.keep(job.key, reply)] : [];
      await Promise.all([...kept, memory.end(id)]);
      return reply;
    };
    const reply = await (entry.stalledCounter > 0 ? gate.alone(begun) : gate.together(begun));
    if (!reply) {
      await entry.moveToWait(token);
      throw new WaitingError();
    }
    // Events are read by every service: they stay small.
    return isKept(reply) ? { tookMs: reply.tookMs } : reply;
  };

  const worker = new Worker<Job, Reply>(fleet, (entry, token) => run(entry, token ?? ''), {
    connection: redis,
    prefix: PREFIX,
    concurrency: slots,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_MS,
    // Deaths are counted by page, above: a job may be lost any number of times for faults of ours.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on('error', (error) => onFault(`Queue: ${error.message}`));
  worker.on('failed', (_entry, error) => onFault(`Job: ${error.message}`));
  await worker.waitUntilReady();
  const leave = await enlist(redis, fleet, `${hostname()}-${randomUUID()}`, slots);

  let closing: Promise<void> | undefined;
  const close = async (graceMs: number) => {
    const timer = setTimeout(() => stopping.abort(), graceMs);
    // Redis may be gone: whoever stops a worker doesn't wait for it.
    const left = Promise.allSettled([leave(), worker.close()]);
    await Promise.race([left, sleep(graceMs + LEAVE_MS, null, { ref: false })]);
    clearTimeout(timer);
    await Promise.race([worker.disconnect().catch(() => undefined), sleep(LEAVE_MS, null, { ref: false })]);
    redis.disconnect();
  };
  return { close: (graceMs) => (closing ??= close(graceMs)) };
}

/** Whether services find the reply in the memory. */
const isKept = ({ answer }: Reply): boolean => answer !== undefined && isFinal(answer);
