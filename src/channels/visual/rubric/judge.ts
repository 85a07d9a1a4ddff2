import { createHash } from 'node:crypto';
import type { Criterion, Rubric } from '../../../artifact/rubric.js';
import type { Brief } from '../../../artifact/schema.js';
import type { TextModel } from '../../../models/models.js';
import { PICTURE_RULES } from '../../../models/pictures.js';
import type { Part } from '../../schema.js';
import type { Judge, Reading } from '../judge.js';
import { askSamples, DEFAULT_SAMPLES } from '../samples.js';
import { locate } from './locate.js';
import { briefHash, makeRubric, type MadeRubric } from './make.js';
import { drawMarks } from '../../marks.js';
import { keyOf, promptFor, promptId, type Vote } from './prompt.js';

export interface RubricJudgeOptions {
  /** For every picture, whatever its brief says. */
  rubric?: Rubric;
  /** How often the model is asked about one picture, an odd number; the median of each vote counts. 3 by default. */
  samples?: number;
}

/** Parts of the channel that are votes begin with it. */
export const ITEM = 'rubric/';
/** Characters of a reason that are kept. */
const REASON = 400;

/**
 * A vision model as judge that answers the questions of a rubric: that given, else the brief's own, else one that is made
 * for the brief, once, from its prompt. Without any the judge has nothing to say.
 *
 *     score = sum of weight * vote / sum of weight
 *
 * where a vote is its place among the item's choices, 0 for the worst and 1 for the best. In a pitfall "yes" is worst, so
 * it counts the other way round; the score is always in [0,1]. Of several samples each item has its median vote.
 */
export function rubricJudge(
  model: TextModel,
  { rubric: given, samples = DEFAULT_SAMPLES }: RubricJudgeOptions = {},
): Judge {
  const which = given ? `sha256:${rubricHash(given).slice(0, 12)}` : 'of the brief';
  const made = new Map<string, Promise<MadeRubric>>();
  /** Rollouts of one brief are asked the same questions, also when no answers are kept. What fails is tried again. */
  const makeFor = (brief: Brief): Promise<MadeRubric> => {
    // What kind a reply turned out to be is not part of what was asked.
    const asked = { ...brief, kind: undefined };
    const key = briefHash(asked);
    const known = made.get(key);
    if (known) return known.then(({ rubric }) => ({ rubric, usd: 0 }));
    const making = makeRubric(asked, { model });
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  };
  return {
    id: `rubric ${which} ${model.name} ${promptId()} ${PICTURE_RULES} x${samples}`,
    async prepare(brief) {
      if (given || brief.rubric || !brief.prompt?.trim()) return brief;
      const { rubric } = await makeFor(brief);
      return { ...brief, rubric };
    },
    async judge(picture, graph, brief) {
      const known = given ?? brief.rubric;
      if (!known && !brief.prompt?.trim()) return { score: null, reason: 'no-rubric' };
      const { rubric, usd: spent } = known ? { rubric: known, usd: 0 } : await makeFor(brief);
      const { marks, numbers } = locate(rubric, graph, picture.pixels);
      const { system, prompt, schema } = promptFor(rubric, brief, numbers);
      const plain = await picture.png();
      const pictures = marks.length > 0 ? [plain, await drawMarks(plain, marks)] : [plain];
      const question = { system, prompt, pictures, schema, maxTokens: 8192 };
      const { values, usd } = await askSamples(model, question, samples);
      return {
        ...readingOf(rubric.criteria, values),
        usd: usd === null || spent === null ? null : usd + spent,
      };
    },
  };
}

/** A rubric by its content. */
export function rubricHash(rubric: Rubric): string {
  return createHash('sha256').update(JSON.stringify(rubric)).digest('hex');
}

/** Score, parts and spread of the votes of one or more samples, each by the keys of {@link keyOf}. */
export function readingOf(
  criteria: readonly Criterion[],
  samples: readonly Readonly<Record<string, Vote>>[],
): Omit<Extract<Reading, { parts: unknown }>, 'usd'> {
  const total = criteria.reduce((sum, { weight }) => sum + weight, 0);
  const scoreOf = (values: readonly number[]) =>
    criteria.reduce((sum, { weight }, i) => sum + weight * values[i]!, 0) / total;
  const values = samples.map((votes) =>
    criteria.map(({ choices }, i) => choices.indexOf(votes[keyOf(i)]!.vote) / (choices.length - 1)),
  );
  const medians = criteria.map((_, i) => median(values.map((sample) => sample[i]!)));
  const scores = values.map(scoreOf).sort((a, b) => a - b);
  const [low, high] = [scores[0]!, scores.at(-1)!];
  const parts = criteria.map(({ name, weight }, i): [string, Part] => {
    const voter = values.findIndex((sample) => sample[i] === medians[i]);
    const { vote, reason } = samples[voter]![keyOf(i)]!;
    return [
      `${ITEM}${name}`,
      {
        status: 'scored',
        score: medians[i]!,
        weight: weight / total,
        reason: `${vote}: ${reason.slice(0, REASON)}`,
      },
    ];
  });
  return {
    score: scoreOf(medians),
    parts: Object.fromEntries(parts),
    spread: samples.length > 1 ? high - low : null,
    opinion: { interval: samples.length > 1 ? [low, high] : null, pulls: [], reasons: [] },
  };
}

/** Of an even number the lower of the two in the middle, which somebody voted. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}
