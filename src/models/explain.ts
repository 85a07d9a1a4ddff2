import { APICallError } from 'ai';
import { KallosError } from '../errors.js';
import { FailedAttempt } from './attempt.js';

/** Of what a server says about a failure, this many characters are passed on. */
const MAX_SAID = 300;

/**
 * What a failed request means, and whether to send it again. Neither prompt nor key gets into the error, and no cause does,
 * since the SDK's errors carry the whole request.
 */
export function explain(error: unknown, name: string, redact: (text: string) => string): FailedAttempt {
  const said = redact(saidBy(error)).replace(/\s+/g, ' ').trim().slice(0, MAX_SAID).replace(/\.$/, '');
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  const answered = status === undefined ? '' : ` with ${status}`;
  if (status !== undefined && isFinal(status, said)) {
    const message = `${name} refused the request${answered}: ${said}.`;
    return new FailedAttempt(new KallosError('KALLOS_MODEL_REJECTED', message, advice(status)), false);
  }
  const unavailable = new KallosError(
    'KALLOS_MODEL_UNAVAILABLE',
    `${name} cannot be reached or failed${answered}: ${said}.`,
    'Try again later, lower concurrency or requestsPerMinute, or check baseURL.',
  );
  return new FailedAttempt(unavailable, true, APICallError.isInstance(error) ? retryAfter(error) : null);
}

/** A request that is wrong today is wrong tomorrow; so is an account without credit, though it comes as 429. */
function isFinal(status: number, said: string): boolean {
  if (status === 429) return /quota|credit|billing/i.test(said) && !/per minute|rate/i.test(said);
  return (
    (status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 425) || status === 501
  );
}

function advice(status: number): string {
  if (status === 401 || status === 403) return 'Check the key, and what it is allowed to do.';
  if (status === 402 || status === 429) return 'Check the credit of the account.';
  if (status === 404) return 'Check the name of the model, and baseURL.';
  return 'Check that the model takes what it was asked: pictures, a schema, that many tokens.';
}

function saidBy(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error && cause.message !== '' && !error.message.includes(cause.message);
  return reason ? `${error.message} (${cause.message})` : error.message;
}

/** Milliseconds, from Retry-After in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfter({ responseHeaders }: APICallError): number | null {
  const value = responseHeaders?.['retry-after'];
  if (value === undefined) return null;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : null;
}
