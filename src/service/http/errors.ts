import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { KallosError, type ErrorCode } from '../../errors.js';

const STATUS: Partial<Record<ErrorCode, number>> = {
  KALLOS_REQUEST: 400,
  KALLOS_USAGE: 400,
  KALLOS_CONFIG: 400,
  KALLOS_TOKEN: 401,
  KALLOS_NOT_FOUND: 404,
  KALLOS_BUSY: 429,
  KALLOS_DRAINING: 503,
  KALLOS_DEADLINE: 504,
};

/** Answers with an error of ours; the statuses that ask to come again say when. */
export function sendError(
  reply: FastifyReply,
  error: KallosError,
  status?: number,
  retryAfter = 5,
): FastifyReply {
  const code = status ?? STATUS[error.code] ?? 500;
  if (code === 429 || code === 503) reply.header('retry-after', String(retryAfter));
  if (code === 401) reply.header('www-authenticate', 'Bearer realm="kallos"');
  return reply.status(code).type('application/json').send({ error: error.toJSON() });
}

/**
 * Gives every failure the shape `{error: {code, message, help}}`. What is unexpected is told to `onFault` alone: its
 * message could name paths or keys.
 */
export function handleErrors(
  app: FastifyInstance,
  onFault: (fault: string) => void,
  retryAfter: () => number,
): void {
  app.setNotFoundHandler((request, reply) =>
    sendError(
      reply,
      new KallosError(
        'KALLOS_NOT_FOUND',
        `There is nothing at ${request.method} ${request.url.split('?')[0]!.slice(0, 200)}.`,
        'GET /openapi.json lists what there is.',
      ),
    ),
  );
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const [known, status] = asKallosError(error);
    if (known.code === 'KALLOS_INTERNAL') onFault(error.stack ?? error.message);
    return sendError(reply, known, status, retryAfter());
  });
}

/** The error as it may be told, with its status. */
export function asKallosError(error: FastifyError | KallosError): [KallosError, number | undefined] {
  if (error instanceof KallosError && error.code in STATUS) return [error, undefined];
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const place = issue?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    return [badRequest(`${place || 'The body'}: ${issue?.message ?? 'not as expected'}.`), 400];
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  // What Fastify itself refuses: no JSON, another content type, a body over the limit.
  if (status !== undefined && status >= 400 && status < 500) return [badRequest(`${error.message}.`), status];
  return [
    new KallosError(
      'KALLOS_INTERNAL',
      'The service failed to answer this request.',
      'Its log says why; please report what is there.',
    ),
    500,
  ];
}

function badRequest(message: string): KallosError {
  return new KallosError(
    'KALLOS_REQUEST',
    message.replace(/\.\.$/, '.').slice(0, 500),
    'GET /openapi.json says what each route takes.',
  );
}
