import { CHANNELS, type ChannelName, type ChannelResult } from '../channels/schema.js';
import { applyRecipe, type Recipe } from '../reward/recipes.js';
import type { Verdict } from '../reward/verdict.js';
import type { Asked } from './asker.js';
import type { Result } from './schema.js';

/** Makes one value a channel, by the name of the channel. */
export const byChannel = <T>(make: (name: ChannelName) => T): Record<ChannelName, T> => ({
  execution: make('execution'),
  correctness: make('correctness'),
  visual: make('visual'),
  interaction: make('interaction'),
});

/**
 * The score of a channel for a trainer: null where nothing was judged. What could not be judged through the artifact's
 * own fault counts with the lowest score, as in recipes: no artifact may gain by being impossible to judge.
 */
export const scoreOf = (channel: ChannelResult): number | null =>
  channel.status === 'gated' ? 0 : channel.score;

/** What is answered for one artifact: the same keys whatever became of it, and numbers throughout. */
export function toResult(id: string, asked: Asked, recipe: Recipe, detail: 'summary' | 'full'): Result {
  if ('error' in asked) {
    return {
      id,
      score: 0,
      valid: false,
      scores: byChannel(() => 0),
      masks: byChannel(() => 0 as const),
      reason: asked.error.code,
      cached: false,
      queueMs: 0,
      wallMs: 0,
      verdict: null,
      evidence: { capture: null, pictures: [] },
    };
  }
  const { answer, cached } = asked;
  const reward = applyRecipe(answer.verdict, recipe);
  // What was known already cost nothing this time.
  const cost = cached ? { queueMs: 0, wallMs: 0, cpuMs: 0, usd: 0 } : answer.verdict.cost;
  const verdict: Verdict = { ...answer.verdict, id, reward, cost };
  const judged = byChannel((name) => scoreOf(verdict.channels[name]));
  const href = verdict.capture === null ? null : `/v1/captures/${verdict.capture}`;
  return {
    id,
    score: reward.value ?? 0,
    valid: reward.valid,
    scores: byChannel((name) => judged[name] ?? 0),
    masks: byChannel((name) => (judged[name] === null ? 0 : 1)),
    reason: reward.valid ? null : `missing: ${reward.missing.join(', ')}`,
    cached,
    queueMs: cost.queueMs,
    wallMs: cost.wallMs,
    verdict: detail === 'full' ? verdict : summaryOf(verdict),
    evidence: {
      capture: href,
      pictures: answer.pictures.map(({ viewport, name, width, height, file }) => ({
        viewport,
        name,
        width,
        height,
        href: `${href ?? ''}/${file}`,
      })),
    },
  };
}

function summaryOf(verdict: Verdict): Result['verdict'] {
  const { kind, outcome, cause, detail, reward, capture, fingerprint, cost, channels, findings } = verdict;
  const count = { error: 0, warning: 0, advisory: 0 };
  for (const { severity } of findings) count[severity]++;
  const brief = ({ status, score, reason }: ChannelResult) => ({ status, score, reason });
  return {
    kind,
    outcome,
    cause,
    detail,
    reward,
    capture,
    fingerprint,
    cost,
    channels: byChannel((name) => brief(channels[name])),
    findings: count,
  };
}

/** The channels that a recipe names, in the order of all. */
export const channelsOf = (recipe: Recipe): ChannelName[] =>
  CHANNELS.filter((name) => name in recipe.channels);
