import type { Redis } from 'ioredis';
import { PREFIX } from './connection.js';

/** Workers say this often that they live, and count as gone after so many seconds of silence. */
const BEAT_MS = 5000;
const SILENCE_S = 15;

// The clock is that of Redis: those of workers may differ.
const BEAT = `redis.call('ZADD', KEYS[1], redis.call('TIME')[1] + ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], 3600)`;
const COUNT = `redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', redis.call('TIME')[1])
return redis.call('ZRANGE', KEYS[1], 0, -1)`;

const keyOf = (fleet: string) => `${PREFIX}:${fleet}:workers`;

/** Tells that a worker lives, now and from time to time. Gives what ends that. */
export async function enlist(
  redis: Redis,
  fleet: string,
  id: string,
  slots: number,
): Promise<() => Promise<void>> {
  const member = `${id}/${slots}`;
  const beat = () => redis.eval(BEAT, 1, keyOf(fleet), member, SILENCE_S);
  await beat();
  // A beat that is lost is made up for by the next.
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
  return async () => {
    clearInterval(timer);
    await redis.zrem(keyOf(fleet), member);
  };
}

/** How many workers live, and how many jobs they do at once. */
export async function countWorkers(redis: Redis, fleet: string): Promise<{ workers: number; slots: number }> {
  const members = (await redis.eval(COUNT, 1, keyOf(fleet))) as string[];
  const slots = members.map((member) => Number(member.split('/').at(-1)));
  return { workers: members.length, slots: slots.reduce((a, b) => a + b, 0) };
}
