import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { KallosError } from '../../errors.js';

const KEPT = 1000;
const KEPT_MS = 10 * 60_000;

interface Kept {
  body: string;
  reply: Promise<unknown>;
}

/** Remembers replies by the header `Idempotency-Key`, so that a request which is sent again is answered once. */
export class IdempotentReplies {
  readonly #kept = new LRUCache<string, Kept>({ max: KEPT, ttl: KEPT_MS });

  /**
   * The reply of the request that first had this key, or a new one.
   * @throws KallosError KALLOS_REQUEST when the first had another body
   */
  async once<T>(request: FastifyRequest, make: () => Promise<T>): Promise<T> {
    const name = request.headers['idempotency-key'];
    if (typeof name !== 'string' || name === '') return make();
    const key = [request.owner, request.routeOptions.url, name].join('\n');
    const body = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
    const kept = this.#kept.get(key);
    if (kept && kept.body !== body) {
      throw new KallosError(
        'KALLOS_REQUEST',
        'This Idempotency-Key was used for another request.',
        'Make a new key for each request, and send the same one only with the same body.',
      );
    }
    if (kept) return (await kept.reply) as T;
    const reply = make();
    this.#kept.set(key, { body, reply });
    // A request that was refused may be sent again.
    reply.catch(() => this.#kept.delete(key));
    return reply;
  }
}
