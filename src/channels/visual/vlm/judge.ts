import type { TextModel } from '../../../models/models.js';
import { PICTURE_RULES } from '../../../models/pictures.js';
import type { Answer } from '../../../models/text.js';
import type { Part } from '../../schema.js';
import type { Judge, Reading } from '../judge.js';
import { CRITERIA, promptFor, promptId, type Criterion, type Marks } from './prompt.js';

export interface VlmJudgeOptions {
  /** How often the model is asked about one picture, an odd number; the median of each mark counts. 3 by default. */
  samples?: number;
}

export const DEFAULT_SAMPLES = 3;
/** Characters of a reason that are kept: a model was asked for 40 words. */
const REASON = 400;

/** Words and marks of one sample. */
type Sample = Pick<Answer<Marks>, 'value' | 'usd'>;

/**
 * A vision model as judge, with AesCoder's rubric: 40 marks for what was asked for, 30 for aesthetics and readability, 30
 * for structure and cohesion; without a request in the brief the last two alone.
 *
 * One sample is asked for at temperature 0. Several at temperature 0 would be one answer, repeated: they are asked for at
 * temperature 1, each with a seed of its own (1, 2, 3…), so that their spread says how sure the model is, while a repeated
 * run finds the same answers on disk. When one sample fails, so does the judgement: what is left would be another measure.
 */
export function vlmJudge(model: TextModel, { samples = DEFAULT_SAMPLES }: VlmJudgeOptions = {}): Judge {
  return {
    id: `vlm ${model.name} ${promptId()} ${PICTURE_RULES} x${samples}`,
    async judge(picture, _graph, brief) {
      const { system, prompt, schema } = promptFor(brief);
      const pictures = [await picture.png()];
      const asked = Array.from({ length: samples }, (_, i) =>
        model.ask({
          system,
          prompt,
          pictures,
          schema,
          ...(samples === 1 ? { temperature: 0 } : { temperature: 1, seed: i + 1 }),
        }),
      );
      const settled = await Promise.allSettled(asked);
      return readingOf(
        settled.map((sample) => {
          if (sample.status === 'rejected') throw sample.reason;
          return sample.value;
        }),
      );
    },
  };
}

function readingOf(samples: readonly Sample[]): Reading {
  const ordered = [...samples].sort((a, b) => a.value.total - b.value.total);
  const middle = ordered[Math.floor(ordered.length / 2)]!;
  const isFit = middle.value.fit !== undefined;
  const full = isFit ? 100 : 100 - CRITERIA['brief-fit'];
  const share = ({ value: { total } }: Sample) => total / full;
  const low = share(ordered[0]!);
  const high = share(ordered.at(-1)!);

  const part = (criterion: Criterion, mark: (marks: Marks) => number): Part => ({
    status: 'scored',
    score: median(samples.map(({ value }) => mark(value))) / CRITERIA[criterion],
    weight: CRITERIA[criterion] / full,
    reason: null,
  });
  const noFit: Part = { status: 'not-applicable', score: null, weight: 0, reason: 'no-request' };
  return {
    score: share(middle),
    parts: {
      'brief-fit': isFit ? part('brief-fit', ({ fit }) => fit!) : noFit,
      aesthetics: part('aesthetics', ({ aesthetics }) => aesthetics),
      structure: part('structure', ({ structure }) => structure),
    },
    spread: samples.length > 1 ? high - low : null,
    opinion: {
      interval: samples.length > 1 ? [low, high] : null,
      pulls: [],
      reasons: [middle, ...samples.filter((each) => each !== middle)].map(({ value }) =>
        value.reason.slice(0, REASON),
      ),
    },
    usd: samples.reduce<number | null>(
      (sum, { usd }) => (sum === null || usd === null ? null : sum + usd),
      0,
    ),
  };
}

/** Of an odd number. */
const median = (marks: readonly number[]) => [...marks].sort((a, b) => a - b)[Math.floor(marks.length / 2)]!;
