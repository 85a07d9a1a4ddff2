import { Redis } from 'ioredis';
import { KallosError } from '../../../errors.js';

/** Before every key, so that a Redis can serve others too. */
export const PREFIX = 'kallos';

/** How long Redis may take to answer for the first time, in ms. Later it is waited for as long as it takes. */
const START_MS = 20_000;
const LONGEST_PAUSE_MS = 2000;

/**
 * Connects to Redis or Valkey. Commands wait while the connection is lost, and are sent once it is back.
 * @param onFault told once each time that the connection is lost
 * @throws KallosError KALLOS_REDIS when there is no answer, or the URL is none
 */
export async function connectRedis(url: string, onFault: (fault: string) => void): Promise<Redis> {
  if (!/^rediss?:\/\//.test(url)) {
    throw new KallosError(
      'KALLOS_USAGE',
      'Redis is named by a URL that begins with redis:// or rediss://.',
      'For example: --redis redis://127.0.0.1:6379, or KALLOS_REDIS where the URL holds a password.',
    );
  }
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(100 * times, LONGEST_PAUSE_MS),
  });
  let isLost = false;
  let last = 'no answer';
  redis.on('error', (error: Error) => {
    last = error.message;
    if (!isLost) onFault(`Redis: ${error.message}`);
    isLost = true;
  });
  redis.on('ready', () => (isLost = false));
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(unreachable(url, last)), START_MS).unref();
  });
  try {
    await Promise.race([redis.ping(), late]);
  } catch (error) {
    redis.disconnect();
    throw error instanceof KallosError ? error : unreachable(url, (error as Error).message);
  }
  return redis;
}

function unreachable(url: string, why: string): KallosError {
  const { host } = new URL(url);
  return new KallosError(
    'KALLOS_REDIS',
    `Redis at ${host} can't be used (${why}).`,
    'Start Redis 7 or Valkey there (deploy/compose.yaml has one), or name another with --redis.',
  );
}
