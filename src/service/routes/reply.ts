import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KallosError } from '../../errors.js';
import type { Clock } from '../scoring.js';

export const NDJSON = 'application/x-ndjson';

export const wantsLines = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes(NDJSON) ?? false;

/** Sends each value as a line as soon as it is there. */
export function sendLines(reply: FastifyReply, values: AsyncIterable<unknown>): FastifyReply {
  const lines = async function* () {
    for await (const value of values) yield `${JSON.stringify(value)}\n`;
  };
  return reply.type(NDJSON).send(Readable.from(lines()));
}

/**
 * Stops a request's clock when its asker hangs up, so that work which nobody waits for is not begun. A request with an
 * idempotency key goes on to its deadline: it will be asked again.
 */
export function stopWhenGone(request: FastifyRequest, reply: FastifyReply, clock: Clock): void {
  reply.raw.once('close', () => {
    const isGone = !reply.raw.writableFinished;
    if (isGone && request.headers['idempotency-key'] !== undefined) return;
    if (isGone) clock.stop(new KallosError('KALLOS_DEADLINE', 'The asker hung up.', 'Ask again.'));
    clock[Symbol.dispose]();
  });
}
