import type { TextModel } from '../../models/models.js';
import type { Answer, Question } from '../../models/text.js';

export const DEFAULT_SAMPLES = 3;

/** What a model said of one picture, as often as it was asked. */
export interface Samples<T> {
  values: T[];
  /** US dollars for all of them; null when those of one are not known. */
  usd: number | null;
}

/**
 * Asks a model the same question several times.
 *
 * One sample is asked for at temperature 0. Several at temperature 0 would be one answer, repeated: they are asked for at
 * temperature 1, each with a seed of its own (1, 2, 3…), so that their spread says how sure the model is, while a repeated
 * run finds the same answers on disk. When one sample fails, so does the judgement: what is left would be another measure.
 *
 * @throws KallosError as the first sample that failed says, once all of them are over
 */
export async function askSamples<T>(
  model: TextModel,
  question: Question<T>,
  samples: number,
): Promise<Samples<T>> {
  const settled = await Promise.allSettled(
    Array.from({ length: samples }, (_, i) =>
      model.ask({ ...question, ...(samples === 1 ? { temperature: 0 } : { temperature: 1, seed: i + 1 }) }),
    ),
  );
  const answers = settled.map((sample): Answer<T> => {
    if (sample.status === 'rejected') throw sample.reason;
    return sample.value;
  });
  return {
    values: answers.map(({ value }) => value),
    usd: answers.reduce<number | null>(
      (sum, { usd }) => (sum === null || usd === null ? null : sum + usd),
      0,
    ),
  };
}
