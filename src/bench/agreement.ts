import { sampleCorrelation } from 'simple-statistics';
import { bootstrap, type Figure } from './bootstrap.js';
import { concordance, type Concordance } from './concordance.js';

/** How well scores agree with ratings, each figure in [-1,1] (pair accuracy in [0,1]); null where it is undefined. */
export interface Agreement {
  pearson: Figure | null;
  spearman: Figure | null;
  kendall: Figure | null;
  pairAccuracy: Figure | null;
}

/**
 * Agreement of scores with ratings, with 95% bootstrap intervals over the things rated.
 *
 * @param scores what a judge said of each thing
 * @param ratings what people said of it, on any scale
 */
export function agreement(scores: readonly number[], ratings: readonly number[]): Agreement {
  const over =
    (measure: (a: number[], b: number[]) => number | null) =>
    (members: readonly number[]): number | null =>
      measure(
        members.map((i) => scores[i]!),
        members.map((i) => ratings[i]!),
      );
  const figure = (measure: (a: number[], b: number[]) => number | null) =>
    bootstrap(scores.length, over(measure));
  return {
    pearson: figure(pearson),
    spearman: figure(spearman),
    kendall: figure(kendall),
    pairAccuracy: figure(pairAccuracy),
  };
}

/** Pearson's product-moment correlation; null when either list is constant or shorter than two. */
export function pearson(a: readonly number[], b: readonly number[]): number | null {
  if (a.length < 2 || isConstant(a) || isConstant(b)) return null;
  const r = sampleCorrelation([...a], [...b]);
  return Math.max(-1, Math.min(1, r));
}

/** Spearman's rank correlation (1904): Pearson's of the ranks, equal values sharing the mean of theirs. */
export function spearman(a: readonly number[], b: readonly number[]): number | null {
  return pearson(ranks(a), ranks(b));
}

/** Ranks from 0; equal values share the mean of theirs. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const result = new Array<number>(values.length);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let k = start; k < end; k++) result[order[k]!] = (start + end - 1) / 2;
    start = end;
  }
  return result;
}

/**
 * Kendall's tau-b (Kendall 1945): (concordant - discordant) over the geometric mean of the pairs untied in each list;
 * null when either list is constant.
 */
export function kendall(a: readonly number[], b: readonly number[]): number | null {
  const { concordant, discordant, tiedFirst, tiedSecond } = concordance(a, b);
  const untied = concordant + discordant;
  const scale = Math.sqrt((untied + tiedSecond) * (untied + tiedFirst));
  return scale === 0 ? null : (concordant - discordant) / scale;
}

/**
 * Share of the pairs with different ratings that the scores put in the same order. A pair that the scores leave equal is
 * half right: a judge that can't tell is neither right nor wrong. Null when all ratings are equal.
 */
export function pairAccuracy(scores: readonly number[], ratings: readonly number[]): number | null {
  return accuracyOf(concordance(scores, ratings));
}

function accuracyOf({ concordant, discordant, tiedFirst }: Concordance): number | null {
  const rated = concordant + discordant + tiedFirst;
  return rated === 0 ? null : (concordant + tiedFirst / 2) / rated;
}

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}
