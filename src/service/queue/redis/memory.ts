import type { Redis } from 'ioredis';
import { z } from 'zod';
import { ERROR_CODES, KallosError } from '../../../errors.js';
import { answerSchema } from '../queue.js';
import { PREFIX } from './connection.js';

/** What a worker says of a job: an answer, or why there is none. */
export const replySchema = z.strictObject({
  /** What the job itself took, in ms. */
  tookMs: z.number(),
  answer: answerSchema.optional(),
  error: z.strictObject({ code: z.enum(ERROR_CODES), message: z.string(), help: z.string() }).optional(),
});
export type Reply = z.infer<typeof replySchema>;

/** Seconds that answers are known for, here and to the other services of a fleet. */
const ANSWER_S = 600;
/** Seconds for which a page that ended two workers is not tried again. */
const QUARANTINE_S = 3600;

/** What a fleet remembers of pages beside the jobs themselves. */
export interface Memory {
  /** What is known of a page without doing it (again); null where nothing is. */
  recall(key: string): Promise<Reply | null>;
  keep(key: string, reply: Reply): Promise<void>;
  quarantine(key: string): Promise<Reply>;
  /** Notes that a job begins, and gives how often it had begun before without ever coming to an end. */
  begin(id: string): Promise<number>;
  end(id: string): Promise<void>;
}

export function createMemory(redis: Redis, fleet: string): Memory {
  const name = (what: string, of: string) => `${PREFIX}:${fleet}:${what}:${of}`;
  return {
    async recall(key) {
      const [answer, mark] = await redis.mget(name('answer', key), name('quarantine', key));
      if (typeof answer === 'string') return replySchema.parse(JSON.parse(answer));
      return typeof mark === 'string' ? quarantined() : null;
    },
    async keep(key, reply) {
      await redis.set(name('answer', key), JSON.stringify(reply), 'EX', ANSWER_S);
    },
    async quarantine(key) {
      await redis.set(name('quarantine', key), '1', 'EX', QUARANTINE_S);
      return quarantined();
    },
    async begin(id) {
      const key = name('begun', id);
      const [times] = await Promise.all([redis.incr(key), redis.expire(key, QUARANTINE_S)]);
      return times - 1;
    },
    async end(id) {
      await redis.del(name('begun', id));
    },
  };
}

const quarantined = (): Reply => ({
  tookMs: 0,
  error: new KallosError(
    'KALLOS_QUARANTINED',
    'Two workers died while they judged this, the second with nothing else in hand.',
    'It is not tried again within the hour. Leave it out, or look at the logs of the workers.',
  ).toJSON(),
});
