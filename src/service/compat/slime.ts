import type { FastifyInstance } from 'fastify';
import { CHANNELS } from '../../channels/schema.js';
import { answerFailures, askedBy, readLabel, type CompatJudge, type Told } from './judge.js';
import { questionOf, replyOf } from './template.js';

/**
 * `POST /slime`, for `--rm-type remote_rm --rm-url …/slime --reward-key score`: `{prompt, response, label}` in; the reply
 * is the reward. With `?as=number` it is the bare number, for runs without a reward key.
 */
export function slimeRoutes(app: FastifyInstance, judge: CompatJudge): void {
  answerFailures(app, judge, (sample, { query }) => told(sample, query));
  app.post('/slime', async (request, reply) => {
    const { prompt, response, label } = (request.body ?? {}) as Record<string, unknown>;
    const sample =
      typeof response === 'string'
        ? await judge.judge(
            { prompt: asked(prompt), response: replyOf(response, ''), ...readLabel(label) },
            askedBy(request),
          )
        : await judge.unreadable('"response" is no text.', askedBy(request));
    return reply.type('application/json').send(told(sample, request.query));
  });
}

/** A prompt is a text, or the messages of a chat, of which the user's last one counts. */
function asked(prompt: unknown): string {
  if (typeof prompt === 'string') return questionOf(prompt);
  if (!Array.isArray(prompt)) return '';
  const last = (prompt as unknown[]).findLast(
    (message): message is { content: string } =>
      typeof message === 'object' &&
      message !== null &&
      (message as { role?: unknown }).role === 'user' &&
      typeof (message as { content?: unknown }).content === 'string',
  );
  return last?.content ?? '';
}

function told({ result, reward }: Told, query: unknown): string {
  if ((query as { as?: unknown } | undefined)?.as === 'number') return JSON.stringify(reward);
  const channels = CHANNELS.flatMap((name) => [
    [name, result.scores[name]],
    [`${name}_judged`, result.masks[name]],
  ]);
  return JSON.stringify({
    score: reward,
    valid: Number(result.valid),
    ...(Object.fromEntries(channels) as Record<string, number>),
  });
}
