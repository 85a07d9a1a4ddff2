import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KallosError } from '../../../errors.js';
import type { CaptureStore } from '../../captures.js';
import { askedBy, type CompatJudge } from '../judge.js';
import { Episode, type EpisodeOptions } from './episode.js';
import { actionSchema, observationSchema, resetSchema, stateSchema } from './schema.js';

export interface OpenenvRoutes {
  judge: CompatJudge;
  captures: CaptureStore;
  /** Connections at once. */
  episodes: number;
}

const stepSchema = z.object({
  action: actionSchema,
  timeout_s: z.number().positive().nullish(),
  request_id: z.string().nullish(),
});

const messageSchema = z.object({ type: z.string(), data: z.unknown().optional() });

const METADATA = {
  name: 'kallos',
  description: 'Answer a prompt with a page; see what is wrong with it and how it looks, and repair it.',
};

/**
 * The protocol of OpenEnv. Episodes of several turns live on `/ws`; over HTTP each request has an environment of its own,
 * so that `/step` judges one answer to no prompt.
 */
export function openenvRoutes(app: FastifyInstance, { judge, captures, episodes }: OpenenvRoutes): void {
  let open = 0;
  // Everything wrong with a request is 422 here, as where the protocol comes from.
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    // But what is wrong with who asks, or with when, is told as everywhere.
    if (error instanceof KallosError) throw error;
    const status = error.statusCode !== undefined && error.statusCode < 500 ? 422 : 500;
    const msg = status === 422 ? error.message : 'The service failed to answer.';
    return reply.status(status).send({ detail: [{ loc: ['body'], msg, type: 'value_error' }] });
  });
  app.get('/health', () => ({ status: 'healthy' }));
  app.get('/metadata', () => METADATA);
  app.get('/schema', () => ({
    action: z.toJSONSchema(actionSchema),
    observation: z.toJSONSchema(observationSchema),
    state: z.toJSONSchema(stateSchema),
  }));
  app.get('/state', () => NO_EPISODE);
  app.post('/reset', (request) => {
    const asked = parsed(resetSchema, request.body ?? {});
    return new Episode(asked, { judge, captures, by: askedBy(request) }).begin();
  });
  app.post('/step', async (request) => {
    const { action, timeout_s: seconds } = parsed(stepSchema, request.body);
    const by = askedBy(request);
    const deadlineMs = Math.min(by.deadlineMs, seconds ? Math.ceil(seconds * 1000) : Infinity);
    const alone = resetSchema.parse({ max_turns: 1 });
    return new Episode(alone, { judge, captures, by: { ...by, deadlineMs } }).step(action.response);
  });
  app.get('/ws', { websocket: true }, (socket, request) => {
    if (open >= episodes) {
      send(socket, failure('CAPACITY_REACHED', `${open} episodes are open, as many as may be.`));
      socket.close(1013);
      return;
    }
    open++;
    socket.once('close', () => open--);
    converse(socket, { judge, captures, by: askedBy(request) });
  });
}

/** What goes over the socket, either way. */
interface Message {
  type: string;
  data: unknown;
}

/** Speaks with one client: one episode at a time, one message after the other. */
function converse(socket: WebSocket, options: EpisodeOptions): void {
  let episode: Episode | null = null;
  let turn = Promise.resolve();

  const answer = async (text: string): Promise<Message | null> => {
    const json = parseJson(text);
    if (json === undefined) return failure('INVALID_JSON', 'The message is no JSON.');
    const message = messageSchema.safeParse(json);
    if (!message.success) return failure('VALIDATION_ERROR', firstIssue(message.error));
    const { type, data } = message.data;
    if (type === 'state') return { type, data: episode?.state() ?? NO_EPISODE };
    if (type === 'reset') {
      const asked = resetSchema.safeParse(data ?? {});
      if (!asked.success) return failure('VALIDATION_ERROR', firstIssue(asked.error));
      episode = new Episode(asked.data, options);
      return { type: 'observation', data: episode.begin() };
    }
    if (type === 'step') {
      const action = actionSchema.safeParse(data);
      if (!action.success) return failure('VALIDATION_ERROR', firstIssue(action.error));
      if (!episode) return failure('SESSION_ERROR', 'There is no episode: send a reset first.');
      return { type: 'observation', data: await episode.step(action.data.response) };
    }
    return type === 'close' ? null : failure('UNKNOWN_TYPE', 'Messages are reset, step, state and close.');
  };
  socket.on('message', (bytes: Buffer) => {
    turn = turn
      .then(() => answer(bytes.toString()))
      .catch((error: unknown) => {
        const why = error instanceof KallosError ? error.message : 'The service failed to answer.';
        return failure('EXECUTION_ERROR', why);
      })
      .then((message) => {
        if (message) send(socket, message);
        else socket.close(1000);
      });
  });
  socket.on('error', () => socket.close());
}

const NO_EPISODE = { episode_id: '', step_count: 0, max_turns: 0 };

const failure = (code: string, message: string): Message => ({ type: 'error', data: { message, code } });

function send(socket: WebSocket, message: Message): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}

const firstIssue = ({ issues: [issue] }: z.ZodError) =>
  `${issue?.path.join('.') || 'data'}: ${issue?.message ?? 'not as expected'}`;

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw Object.assign(new Error(firstIssue(read.error)), { statusCode: 422 });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
