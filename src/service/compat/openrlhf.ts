import type { FastifyInstance } from 'fastify';
import { CHANNELS } from '../../channels/schema.js';
import { answerFailures, askedBy, readLabel, type CompatJudge, type Told } from './judge.js';
import { questionOf, replyOf } from './template.js';

/**
 * `POST /openrlhf`, for `--reward.remote_url`: `{query, prompts, labels}` in, `{rewards, scores, extra_logs}` out, one
 * value each a sample. OpenRLHF makes a tensor of every value of `extra_logs`: the keys are always the same, the values
 * always numbers.
 */
export function openrlhfRoutes(app: FastifyInstance, judge: CompatJudge): void {
  answerFailures(app, judge, (sample) => told([sample]));
  app.post('/openrlhf', async (request) => {
    const { query, prompts, labels } = (request.body ?? {}) as Record<string, unknown>;
    const texts = Array.isArray(query) ? (query as unknown[]) : [query];
    const at = (values: unknown, i: number) => (Array.isArray(values) ? (values[i] as unknown) : undefined);
    const samples = texts.map((text, i) => {
      if (typeof text !== 'string') return { unreadable: '"query" is no list of texts.' };
      const given = at(prompts, i);
      const prompt = typeof given === 'string' ? given : '';
      return { prompt: questionOf(prompt), response: replyOf(text, prompt), ...readLabel(at(labels, i)) };
    });
    return told(await judge.judgeAll(samples, askedBy(request)));
  });
}

function told(samples: readonly Told[]) {
  const rewards = samples.map(({ reward }) => reward);
  const channels = CHANNELS.flatMap((name) => [
    [name, samples.map(({ result }) => result.scores[name])],
    [`${name}_judged`, samples.map(({ result }) => result.masks[name])],
  ]);
  return {
    rewards,
    // In [0,1], for dynamic filtering.
    scores: rewards.map((reward) => Math.min(1, Math.max(0, reward))),
    extra_logs: {
      ...(Object.fromEntries(channels) as Record<string, number[]>),
      valid: samples.map(({ result }) => Number(result.valid)),
    },
  };
}
