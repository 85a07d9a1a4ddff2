import swagger from '@fastify/swagger';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { KallosError } from '../errors.js';
import { KALLOS_VERSION } from '../render/fingerprint.js';
import type { CaptureStore } from './captures.js';
import { compatRoutes } from './compat/index.js';
import type { NotJudged } from './compat/policy.js';
import type { CompareGroup } from './groups.js';
import { guardAccess } from './http/access.js';
import { handleErrors, sendError } from './http/errors.js';
import type { Limits } from './limits.js';
import type { Metrics } from './metrics.js';
import { draining } from './queue/lanes.js';
import type { Queue } from './queue/queue.js';
import { nativeRoutes } from './routes/native.js';
import { requestSchemas } from './schema.js';
import type { Scoring } from './scoring.js';

export interface AppOptions {
  scoring: Scoring;
  metrics: Metrics;
  captures: CaptureStore;
  queue: Queue;
  tokens: readonly string[];
  limits: Limits;
  notJudged: NotJudged;
  compare: CompareGroup | undefined;
  isDraining: () => boolean;
  onFault: (fault: string) => void;
}

export interface App {
  server: FastifyInstance;
  /** Requests that are being answered. */
  underWay: () => number;
  close: () => Promise<void>;
}

/** Seconds after which an asker that was sent away may come again, at most. */
const LONGEST_RETRY = 60;

/** The service's routes, behind access, limits and errors of one shape. */
export async function createApp(options: AppOptions): Promise<App> {
  const { scoring, metrics, captures, queue, tokens, limits, isDraining, onFault } = options;
  const server = Fastify({
    bodyLimit: limits.bodyBytes,
    // A trainer keeps its connections between steps.
    keepAliveTimeout: 75_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, _request, reply: FastifyReply) =>
      void sendError(
        reply,
        new KallosError('KALLOS_REQUEST', 'The URL is malformed.', 'See GET /openapi.json.'),
      ),
  });
  let underWay = 0;
  let retryAfter = 1;
  const estimate = () => {
    const { waiting, slots } = queue.state();
    const seconds = Math.ceil((waiting / Math.max(1, slots)) * metrics.pageSeconds());
    retryAfter = Math.min(LONGEST_RETRY, Math.max(1, seconds));
  };

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  handleErrors(server, onFault, () => retryAfter);
  guardAccess(server, tokens);
  server.addHook('onRequest', (request, reply, next) => {
    // An episode may stay open for as long as a run: it doesn't hold up the end.
    const counts = request.headers.upgrade === undefined ? 1 : 0;
    underWay += counts;
    const start = performance.now();
    reply.raw.once('close', () => {
      underWay -= counts;
      const seconds = (performance.now() - start) / 1000;
      metrics.request(request.routeOptions.url ?? 'none', reply.statusCode, seconds);
    });
    estimate();
    next();
  });
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kallos',
        description: 'Rewards for generated front-end code.',
        version: KALLOS_VERSION,
      },
      ...(tokens.length > 0 && {
        components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer' } } },
        security: [{ token: [] }],
      }),
    },
    transform: jsonSchemaTransform,
  });
  await server.register(websocket, { options: { maxPayload: limits.bodyBytes } });

  const refuseWork = (scope: FastifyInstance) =>
    scope.addHook('preHandler', (request, _reply, next) => {
      const isWork = request.method === 'POST' || request.headers.upgrade !== undefined;
      next(isWork && isDraining() ? draining() : undefined);
    });
  await server.register((scope, _options, done) => {
    refuseWork(scope);
    nativeRoutes(scope, {
      scoring,
      metrics,
      captures,
      compare: options.compare,
      onFault,
      requests: requestSchemas(limits),
    });
    done();
  });
  await server.register((scope, _options, done) => {
    refuseWork(scope);
    compatRoutes(scope, { scoring, metrics, captures, limits, policy: options.notJudged, onFault });
    done();
  });

  const quiet = { schema: { hide: true } };
  server.get('/healthz', quiet, () => ({ status: 'ok', version: KALLOS_VERSION }));
  server.get('/readyz', quiet, (_request, reply) => {
    if (isDraining()) return reply.status(503).send({ status: 'draining' });
    if (!queue.state().isConnected) return reply.status(503).send({ status: 'queue-lost' });
    return { status: 'ready' };
  });
  server.get('/metrics', quiet, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  server.get('/openapi.json', quiet, () => server.swagger());
  await server.ready();
  return {
    server,
    underWay: () => underWay,
    close: async () => {
      for (const client of server.websocketServer.clients) client.close(1001, 'The service is stopping.');
      await server.close();
    },
  };
}
