import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KallosError } from '../../errors.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks: a digest of the token. */
    owner: string;
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** What tells nothing about anybody's work. */
const OPEN = ['/healthz', '/readyz', '/health'];
const NOBODY = 'local';

export const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

/**
 * Lets in who has a token: as `Authorization: Bearer`, or, for trainers that can only name a URL, as its password
 * (`http://kallos:TOKEN@host:port/…`). Without tokens the service is on loopback alone; then it lets in everything on
 * this machine but web pages, which a browser would let reach it under another name.
 */
export function guardAccess(app: FastifyInstance, tokens: readonly string[]): void {
  const digests = tokens.map(digest);
  app.decorateRequest('owner', NOBODY);
  app.addHook('onRequest', (request, _reply, done) => {
    // The route that was found, not the URL, which need not be one: "//".
    if (OPEN.includes(request.routeOptions.url ?? '')) {
      done();
      return;
    }
    if (digests.length === 0) {
      done(isFromWebPage(request) ? refused('Web pages may not use a service without a token.') : undefined);
      return;
    }
    const given = tokenOf(request.headers.authorization);
    const known = given === null ? -1 : digests.findIndex((each) => timingSafeEqual(each, digest(given)));
    if (known < 0) {
      done(refused(given === null ? 'A token is needed.' : 'This token is not known.'));
      return;
    }
    request.owner = digests[known]!.toString('hex').slice(0, 32);
    done();
  });
}

const digest = (token: string) => createHash('sha256').update(token).digest();

function tokenOf(header: string | undefined): string | null {
  const [, scheme, value] = /^(bearer|basic) +(\S+)$/i.exec(header ?? '') ?? [];
  if (!scheme || !value) return null;
  if (scheme.toLowerCase() === 'bearer') return value;
  return Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}

/** A name that leads to loopback, or another site's script: what a browser sends and a trainer does not. */
function isFromWebPage({ headers, hostname }: FastifyRequest): boolean {
  const isOurs = (host: string) => LOOPBACK.includes(host);
  if (!isOurs(hostname.replace(/:\d+$/, ''))) return true;
  const { origin } = headers;
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === headers.host);
}

function refused(message: string): KallosError {
  return new KallosError(
    'KALLOS_TOKEN',
    message,
    'Send "Authorization: Bearer TOKEN" with a token that the service was started with (KALLOS_TOKEN or --token).',
  );
}
