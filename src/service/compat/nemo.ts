import type { FastifyInstance } from 'fastify';
import { mean } from 'simple-statistics';
import { CHANNELS } from '../../channels/schema.js';
import { contributions } from '../../reward/recipes.js';
import { answerFailures, askedBy, readLabel, type CompatJudge, type Told } from './judge.js';

/**
 * NeMo Gym's resources server: `/verify` scores the text of a response of the Responses API. Its reward is the sum of its
 * components, whose names never change; each stands at the top as well. What was not judged has a failure class, which
 * keeps it out of training and has it done again.
 */
export function nemoRoutes(app: FastifyInstance, judge: CompatJudge): void {
  answerFailures(app, judge, (sample, { body }) => told(body, sample));
  app.post('/seed_session', () => ({}));
  app.get('/reverify_mode', (_request, reply) => reply.type('application/json').send('"stateless"'));
  app.post('/aggregate_metrics', (request) => aggregate(request.body));
  app.post('/verify', async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const response = textOf(body['response']);
    const sample =
      response === null
        ? await judge.unreadable('"response" holds no output.', askedBy(request))
        : await judge.judge(
            { prompt: promptOf(body['responses_create_params']), response, ...readLabel(body) },
            askedBy(request),
          );
    return reply.type('application/json').send(told(body, sample));
  });
}

/** The text of the messages in a Responses object: its output, in order. */
function textOf(response: unknown): string | null {
  const output = field(response, 'output');
  if (!Array.isArray(output)) return null;
  return (output as unknown[])
    .filter((item) => field(item, 'type') === 'message')
    .flatMap((item) => parts(field(item, 'content')))
    .join('\n');
}

function promptOf(params: unknown): string {
  const input = field(params, 'input');
  if (typeof input === 'string') return input;
  if (!Array.isArray(input)) return '';
  const last = (input as unknown[]).findLast((message) => field(message, 'role') === 'user');
  return parts(field(last, 'content')).join('\n');
}

function parts(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return (content as unknown[]).map((part) => field(part, 'text')).filter((text) => typeof text === 'string');
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The request with what came of it. One that is nested too deep to be written again is not echoed. */
function told(body: unknown, sample: Told): string {
  const outcome = outcomeOf(sample);
  const echoed = typeof body === 'object' && body !== null ? withoutOutcome(body) : {};
  try {
    return JSON.stringify({ ...echoed, ...outcome });
  } catch {
    return JSON.stringify(outcome);
  }
}

function outcomeOf({ result, recipe }: Told) {
  const { verdict } = result;
  const parts = verdict && 'schema' in verdict ? contributions(verdict, recipe) : {};
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  const components = {
    ...Object.fromEntries(CHANNELS.map((name) => [name, result.valid ? (parts[name] ?? 0) : 0])),
    // What a gate that closed takes, so that the components still add up.
    gate: result.valid ? result.score - sum : 0,
  };
  return {
    reward: result.valid ? result.score : 0,
    reward_components: components,
    ...components,
    valid: Number(result.valid),
    ...(!result.valid && {
      _ng_failure_class: 'judge_failed',
      _ng_failure_judge_error: result.reason ?? 'not judged',
    }),
  };
}

/** A row without what an earlier verification left in it: one that is judged now has not failed. */
const withoutOutcome = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !name.startsWith('_ng_failure')));

/** Means over verified responses, key by key, in the shape that NeMo Gym logs. What was not judged is left out. */
function aggregate(body: unknown) {
  const responses = field(body, 'verify_responses');
  const judged = (Array.isArray(responses) ? (responses as unknown[]) : []).filter(
    (response) => field(response, '_ng_failure_class') === undefined,
  );
  const means = ['reward', ...CHANNELS, 'gate'].flatMap((key) => {
    const values = judged
      .map((response) => field(response, key))
      .filter((value) => typeof value === 'number');
    return values.length > 0 ? [[`mean/${key}`, mean(values)] as const] : [];
  });
  const metrics = Object.fromEntries(means);
  const headline = Object.fromEntries(means.filter(([key]) => key === 'mean/reward'));
  return { group_level_metrics: [], agent_metrics: metrics, key_metrics: headline };
}
