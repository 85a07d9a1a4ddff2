import type { TextModel } from '../../../models/models.js';
import { PICTURE_RULES } from '../../../models/pictures.js';
import type { Part } from '../../schema.js';
import type { Judge, Reading } from '../judge.js';
import { askSamples, DEFAULT_SAMPLES, type Samples } from '../samples.js';
import { CRITERIA, promptFor, promptId, type Criterion, type Marks } from './prompt.js';

export interface VlmJudgeOptions {
  /** How often the model is asked about one picture, an odd number; the median of each mark counts. 3 by default. */
  samples?: number;
}

/** Characters of a reason that are kept: a model was asked for 40 words. */
const REASON = 400;

/**
 * A vision model as judge, with AesCoder's rubric: 40 marks for what was asked for, 30 for aesthetics and readability, 30
 * for structure and cohesion; without a request in the brief the last two alone.
 */
export function vlmJudge(model: TextModel, { samples = DEFAULT_SAMPLES }: VlmJudgeOptions = {}): Judge {
  return {
    id: `vlm ${model.name} ${promptId()} ${PICTURE_RULES} x${samples}`,
    async judge(picture, _graph, brief) {
      const { system, prompt, schema } = promptFor(brief);
      const pictures = [await picture.png()];
      return readingOf(await askSamples(model, { system, prompt, pictures, schema }, samples));
    },
  };
}

function readingOf({ values: samples, usd }: Samples<Marks>): Reading {
  const ordered = [...samples].sort((a, b) => a.total - b.total);
  const middle = ordered[Math.floor(ordered.length / 2)]!;
  const isFit = middle.fit !== undefined;
  const full = isFit ? 100 : 100 - CRITERIA['brief-fit'];
  const share = ({ total }: Marks) => total / full;
  const low = share(ordered[0]!);
  const high = share(ordered.at(-1)!);

  const part = (criterion: Criterion, mark: (marks: Marks) => number): Part => ({
    status: 'scored',
    score: median(samples.map(mark)) / CRITERIA[criterion],
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
      reasons: [middle, ...samples.filter((each) => each !== middle)].map(({ reason }) =>
        reason.slice(0, REASON),
      ),
    },
    usd,
  };
}

/** Of an odd number. */
const median = (marks: readonly number[]) => [...marks].sort((a, b) => a - b)[Math.floor(marks.length / 2)]!;
