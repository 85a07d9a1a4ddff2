import { deviation, mean } from '../../channels/visual/embedded/pixels/statistics.js';
import type { JudgedPair } from './audit.js';

/** How much a judge differs from itself when it is asked again. */
export interface Retest {
  /** Things that were judged more than once. */
  things: number;
  /** Mean and largest range of the scores of one thing, in the judge's unit. */
  meanRange: number;
  largestRange: number;
  /** The mean range as a share of the standard deviation of scores over things; null when these are all equal. */
  share: number | null;
}

export function retest(
  things: readonly { range: number | null }[],
  scores: readonly number[],
): Retest | null {
  const ranges = things.flatMap(({ range }) => (range === null ? [] : [range]));
  if (ranges.length === 0) return null;
  const between = deviation(scores);
  const meanRange = mean(ranges);
  return {
    things: ranges.length,
    meanRange,
    largestRange: Math.max(...ranges),
    share: between > 0 ? meanRange / between : null,
  };
}

/** How a judge that compares two is swayed by which comes first. */
export interface OrderBias {
  pairs: number;
  /** Share of its preferences that went to the picture shown first; .5 without bias. */
  first: number | null;
  /** Share of the pairs asked in both orders whose winner changed with the order; null where none was. */
  changed: number | null;
  /** Share of answers that were ties. */
  ties: number;
}

export function orderBias(pairs: readonly JudgedPair[]): OrderBias {
  let [first, second, ties, both, changed] = [0, 0, 0, 0, 0];
  const count = (choice: JudgedPair['leftFirst'], shownFirst: 'left' | 'right') => {
    if (choice === 'tie') ties++;
    else if (choice === shownFirst) first++;
    else second++;
  };
  for (const { leftFirst, rightFirst } of pairs) {
    count(leftFirst, 'left');
    if (rightFirst === null) continue;
    count(rightFirst, 'right');
    both++;
    if (leftFirst !== rightFirst) changed++;
  }
  const answers = first + second + ties;
  return {
    pairs: pairs.length,
    first: first + second > 0 ? first / (first + second) : null,
    changed: both > 0 ? changed / both : null,
    ties: answers > 0 ? ties / answers : 0,
  };
}

/** How a judge uses its scale. */
export interface Scale {
  lowest: number;
  highest: number;
  mean: number;
  deviation: number;
  /** How many different scores it gave. */
  distinct: number;
  /** Share of the things with exactly the lowest, and with exactly the highest score. */
  atLowest: number;
  atHighest: number;
  /** Share of the pairs of things that it can't tell apart. */
  tied: number;
  /** Counts in bins of equal width, from `from` to `to`. */
  histogram: { from: number; to: number; counts: number[] };
}

const BINS = 20;

/** Scores within [0,1] are counted on that scale, others between the lowest and the highest. */
export function scaleOf(scores: readonly number[]): Scale {
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  const isUnit = lowest >= 0 && highest <= 1;
  const [from, to] = isUnit ? [0, 1] : [lowest, highest];
  const counts = new Array<number>(BINS).fill(0);
  for (const score of scores) {
    counts[Math.min(BINS - 1, Math.floor(((score - from) / (to - from || 1)) * BINS))]!++;
  }
  const times = new Map<number, number>();
  for (const score of scores) times.set(score, (times.get(score) ?? 0) + 1);
  const n = scores.length;
  const tied = [...times.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  return {
    lowest,
    highest,
    mean: mean(scores),
    deviation: deviation(scores),
    distinct: times.size,
    atLowest: times.get(lowest)! / n,
    atHighest: times.get(highest)! / n,
    tied: n > 1 ? tied / ((n * (n - 1)) / 2) : 0,
    histogram: { from, to, counts },
  };
}
