import { standardised, type Measures, type Model, type Tree } from './model.js';
import { deviation, mean } from './pixels/statistics.js';

/** A picture's measures and how much people like it, on any scale. */
export interface Rated {
  measures: Measures;
  score: number;
}

/** Two pictures of which the first one is better. */
export interface Pair {
  better: Measures;
  worse: Measures;
}

/** Penalties on the squares of the weights that are tried. */
export const PENALTIES = Array.from({ length: 16 }, (_, i) => 10 ** (i / 4));

/**
 * Ridge regression of standardised scores on standardised measures. The penalty is the one with the least squared error
 * over ten folds.
 */
export function fitLinear(rated: readonly Rated[], ids: readonly string[]): Model['linear'] {
  const scale = ids.map((id) => {
    const values = rated.map(({ measures }) => measures[id]!);
    return { mean: mean(values), deviation: deviation(values) || 1 };
  });
  const rows = rated.map(({ measures }) =>
    ids.map((id, i) => standardised(measures[id]!, scale[i]!.mean, scale[i]!.deviation)),
  );
  const scores = standardise(rated.map(({ score }) => score));
  const errors = PENALTIES.map((penalty) => {
    let error = 0;
    for (const fold of folds(rows.length, 10)) {
      const kept = rows.filter((_, i) => !fold.has(i));
      const weights = ridge(
        kept,
        scores.filter((_, i) => !fold.has(i)),
        penalty,
      );
      for (const i of fold) error += (scores[i]! - dot(weights, rows[i]!)) ** 2;
    }
    return error;
  });
  const weights = ridge(rows, scores, PENALTIES[errors.indexOf(Math.min(...errors))]!);
  return Object.fromEntries(ids.map((id, i) => [id, { ...scale[i]!, weight: weights[i]! }]));
}

export function standardise(values: readonly number[]): number[] {
  const middle = mean(values);
  const spread = deviation(values) || 1;
  return values.map((value) => (value - middle) / spread);
}

/** `count` items dealt out to folds; always the same way. */
export function folds(count: number, into: number): Set<number>[] {
  const dealt = Array.from({ length: into }, () => new Set<number>());
  // 7919 is prime: neighbours in a list that is sorted somehow come into different folds.
  for (let i = 0; i < count; i++) dealt[((i * 7919) % count) % into]!.add(i);
  return dealt;
}

/** Solves (X'X + penalty I) w = X'y by Cholesky's method. */
export function ridge(rows: readonly number[][], scores: readonly number[], penalty: number): number[] {
  const n = rows[0]!.length;
  const a = Array.from({ length: n }, () => new Float64Array(n));
  const w = new Array<number>(n).fill(0);
  rows.forEach((row, r) => {
    for (let i = 0; i < n; i++) {
      w[i]! += row[i]! * scores[r]!;
      for (let j = 0; j <= i; j++) a[i]![j]! += row[i]! * row[j]!;
    }
  });
  for (let i = 0; i < n; i++) {
    a[i]![i]! += penalty;
    for (let j = 0; j <= i; j++) {
      let sum = a[i]![j]!;
      for (let k = 0; k < j; k++) sum -= a[i]![k]! * a[j]![k]!;
      a[i]![j] = i === j ? Math.sqrt(sum) : sum / a[j]![j]!;
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) w[i]! -= a[i]![k]! * w[k]!;
    w[i]! /= a[i]![i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) w[i]! -= a[k]![i]! * w[k]!;
    w[i]! /= a[i]![i]!;
  }
  return w;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

export interface BoostOptions {
  trees: number;
  depth: number;
  rate: number;
  /** Penalty on the square of a leaf's value. */
  penalty: number;
  /** By how much a damaged page should score less, on the inner scale. */
  margin: number;
  /** What keeping the score of one undamaged page weighs against one pair. */
  votes: number;
  /** Share of the measures that a tree may ask for. */
  share: number;
}

const BINS = 48;

/**
 * Gradient boosting (Friedman 2001, with Newton steps as in Chen & Guestrin 2016) on top of what is known already. Two
 * wishes at once: the worse of each pair scores less (logistic loss of the difference), and undamaged pages keep the score
 * that they have (squared loss), so that knowing damage does not spoil what was learnt from votes.
 *
 * @param ids the measures that may be asked for
 * @param known the score that is built upon
 * @param undamaged pages that keep their score, beside the better ones of the pairs
 */
export function fitTrees(
  ids: readonly string[],
  known: (measures: Measures) => number,
  undamaged: readonly Measures[],
  pairs: readonly Pair[],
  options: BoostOptions,
  random: () => number,
): Tree[] {
  const samples = [...new Set([...undamaged, ...pairs.flatMap(({ better, worse }) => [better, worse])])];
  const place = new Map(samples.map((measures, i) => [measures, i]));
  const base = samples.map(known);
  const columns = ids.map((id) => binned(samples.map((measures) => measures[id]!)));
  const scores = Float64Array.from(base);
  const ends = pairs.map(({ better, worse }) => [place.get(better)!, place.get(worse)!] as const);
  const kept = [
    ...new Set([...undamaged.map((measures) => place.get(measures)!), ...ends.map(([better]) => better)]),
  ];
  const trees: Tree[] = [];
  for (let t = 0; t < options.trees; t++) {
    const gradient = new Float64Array(samples.length);
    const curvature = new Float64Array(samples.length);
    for (const [better, worse] of ends) {
      const wrong = 1 / (1 + Math.exp(((scores[better]! - scores[worse]!) * 4) / options.margin));
      gradient[better]! -= wrong;
      gradient[worse]! += wrong;
      const bend = wrong * (1 - wrong) * (4 / options.margin);
      curvature[better]! += bend;
      curvature[worse]! += bend;
    }
    for (const i of kept) {
      gradient[i]! += options.votes * (scores[i]! - base[i]!);
      curvature[i]! += options.votes;
    }
    const asked = columns.map((_, i) => i).filter(() => random() < options.share);
    const all = samples.map((_, i) => i);
    const tree = grow(all, options.depth, { asked, columns, ids, gradient, curvature, options });
    trees.push(tree);
    samples.forEach((measures, i) => (scores[i]! += leaf(tree, measures)));
  }
  return trees;
}

function leaf(tree: Tree, measures: Measures): number {
  let at = tree;
  while (at.split) at = measures[at.split.measure]! < at.split.at ? at.split.below : at.split.above;
  return at.value;
}

interface Column {
  bins: Uint8Array;
  /** Lower bound of each bin but the first. */
  cuts: number[];
}

function binned(values: readonly number[]): Column {
  const sorted = [...values].sort((a, b) => a - b);
  const cuts = [
    ...new Set(
      Array.from({ length: BINS - 1 }, (_, i) =>
        round(sorted[Math.floor(((i + 1) * sorted.length) / BINS)]!),
      ),
    ),
  ];
  return { cuts, bins: Uint8Array.from(values, (value) => cuts.filter((cut) => value >= cut).length) };
}

interface Growth {
  asked: readonly number[];
  columns: readonly Column[];
  ids: readonly string[];
  gradient: Float64Array;
  curvature: Float64Array;
  options: BoostOptions;
}

/** Pages on each side of a split at least. */
const LEAST = 12;

function grow(members: readonly number[], depth: number, growth: Growth): Tree {
  const { gradient, curvature, options } = growth;
  const total = sums(members, gradient, curvature);
  const value = round((-options.rate * total.gradient) / (total.curvature + options.penalty));
  const best = depth > 0 ? bestSplit(members, total, growth) : null;
  if (!best) return { value };
  const { bins, cuts } = growth.columns[best.column]!;
  const below = grow(
    members.filter((i) => bins[i]! < best.bin),
    depth - 1,
    growth,
  );
  const above = grow(
    members.filter((i) => bins[i]! >= best.bin),
    depth - 1,
    growth,
  );
  const share = members.filter((i) => bins[i]! < best.bin).length / members.length;
  return {
    value: round(share * below.value + (1 - share) * above.value),
    split: { measure: growth.ids[best.column]!, at: cuts[best.bin - 1]!, below, above },
  };
}

function sums(members: readonly number[], gradient: Float64Array, curvature: Float64Array) {
  const total = { gradient: 0, curvature: 0 };
  for (const i of members) {
    total.gradient += gradient[i]!;
    total.curvature += curvature[i]!;
  }
  return total;
}

function bestSplit(
  members: readonly number[],
  total: { gradient: number; curvature: number },
  { asked, columns, gradient, curvature, options: { penalty } }: Growth,
): { column: number; bin: number } | null {
  const quality = (g: number, h: number) => (g * g) / (h + penalty);
  const whole = quality(total.gradient, total.curvature);
  let best: { column: number; bin: number } | null = null;
  let gain = 1e-6;
  for (const column of asked) {
    const { bins } = columns[column]!;
    const g = new Float64Array(BINS);
    const h = new Float64Array(BINS);
    const n = new Uint32Array(BINS);
    for (const i of members) {
      g[bins[i]!]! += gradient[i]!;
      h[bins[i]!]! += curvature[i]!;
      n[bins[i]!]!++;
    }
    let [sumG, sumH, count] = [0, 0, 0];
    for (let bin = 1; bin < BINS; bin++) {
      sumG += g[bin - 1]!;
      sumH += h[bin - 1]!;
      count += n[bin - 1]!;
      if (count < LEAST || members.length - count < LEAST) continue;
      const better = quality(sumG, sumH) + quality(total.gradient - sumG, total.curvature - sumH) - whole;
      if (better > gain) [best, gain] = [{ column, bin }, better];
    }
  }
  return best;
}

/** Four figures are enough for a measure, and keep the file small. */
function round(value: number): number {
  return Number(value.toPrecision(4));
}
