import { standardise } from '../../channels/visual/embedded/learn.js';
import { standardised, type Measures, type Model } from '../../channels/visual/embedded/model.js';
import { mean } from '../../channels/visual/embedded/pixels/statistics.js';
import type { Vote } from '../ratings/read.js';

/** One wish of a user: by how much a model should score something above something else. */
export interface Wish {
  /** Indices of the pictures: of a score, one; of a choice, the left and the right one. */
  pictures: readonly number[];
  /** Standardised measures: of a picture, or of the left one less those of the right one. */
  x: readonly number[];
  /** What is wished, on the model's inner scale. */
  y: number;
  /** How many votes it stands for. */
  votes: number;
}

/** Mean distance of two pages drawn from a normal distribution of deviation 1: how far a choice sets two pages apart. */
const APART = 2 / Math.sqrt(Math.PI);

/** The measures of a picture as the model's linear part sees them, in its order. */
export function vectorOf(measures: Measures, linear: Model['linear']): number[] {
  return Object.entries(linear).map(([id, { mean, deviation }]) =>
    standardised(measures[id]!, mean, deviation),
  );
}

/** Wishes of scores: standardised, so that each user's scale does. */
export function wishesOfScores(vectors: readonly (readonly number[])[], scores: readonly number[]): Wish[] {
  const centre = vectors[0]!.map((_, k) => mean(vectors.map((x) => x[k]!)));
  return standardise(scores).map((y, i) => ({
    pictures: [i],
    x: vectors[i]!.map((value, k) => value - centre[k]!),
    y,
    votes: 1,
  }));
}

/** Wishes of choices; ties wish that there be no distance. */
export function wishesOfVotes(vectors: readonly (readonly number[])[], votes: readonly Vote[]): Wish[] {
  return votes.flatMap(({ left, right, leftWins, rightWins, ties }): Wish[] => {
    const all = leftWins + rightWins + ties;
    if (all === 0) return [];
    const x = vectors[left]!.map((value, k) => value - vectors[right]![k]!);
    return [{ pictures: [left, right], x, y: (APART * (leftWins - rightWins)) / all, votes: all }];
  });
}
