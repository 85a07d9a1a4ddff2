import type { Measures } from './model.js';
import { mean, quantile } from './pixels/statistics.js';

/**
 * What a measure takes from a score: nothing in its good range, more the farther it is outside. `below` and `above` are slopes by
 * knot, none less than 0, so that a curve has one top and no valley.
 */
export interface Curve {
  knots: number[];
  /** How far from a knot a value counts. */
  reach: number;
  below: number[];
  above: number[];
  /** What it takes from an undamaged page, on average; 0 or less. */
  usual: number;
}

export type Curves = Readonly<Record<string, Curve>>;

/** In which direction a measure can be bad. */
export type Side = 'low' | 'high' | 'both';

/** What a curve takes, 0 or less. */
export function taken({ knots, below, above, reach }: Curve, value: number): number {
  let sum = 0;
  for (let i = 0; i < knots.length; i++) {
    const apart = Math.max(-reach, Math.min(reach, value - knots[i]!));
    sum -= apart < 0 ? -apart * below[i]! : apart * above[i]!;
  }
  return sum;
}

/** A page and a damaged copy, and by how much the page is ahead without the curves. */
export interface Ahead {
  better: Measures;
  worse: Measures;
  by: number;
  weight: number;
}

export interface CurveOptions {
  /** Penalty on the square of a slope, of measures that are scaled to a deviation of 1. */
  penalty: number;
  /** By how much a damaged page should score less, on the inner scale. */
  margin: number;
  /** What keeping the score of one undamaged page weighs against one pair. */
  votes: number;
  rounds: number;
}

/** Shares of the undamaged pages at which a curve may bend. */
const KNOTS = [0.02, 0.15, 0.5, 0.85, 0.98];

/** A measure that is off by so many deviations cannot be worse. */
const REACH = 4;

/**
 * Fits one curve a measure so that the worse of each pair scores less: logistic loss of the difference with a ridge penalty,
 * by coordinate-wise Newton steps, each slope held at 0 or more. The problem is convex.
 */
export function fitCurves(
  sides: Readonly<Record<string, Side>>,
  undamaged: readonly Measures[],
  pairs: readonly Ahead[],
  { penalty, margin, votes, rounds }: CurveOptions,
): Curves {
  const terms = Object.entries(sides).flatMap(([id, side]): Term[] => {
    const values = undamaged.map((measures) => measures[id]!);
    const scale = spreadOf(
      values,
      pairs.flatMap(({ better, worse }) => [better[id]!, worse[id]!]),
    );
    if (scale === 0) return [];
    const knots = [...new Set(KNOTS.map((share) => quantile(Float64Array.from(values), share)))];
    return knots.flatMap((knot) => [
      ...(side === 'high' ? [] : [{ id, knot, scale, sign: -1 as const }]),
      ...(side === 'low' ? [] : [{ id, knot, scale, sign: 1 as const }]),
    ]);
  });
  // What a term takes more from the worse page than from the better one, by pair.
  const beyond = ({ id, knot, scale, sign }: Term, measures: Measures) =>
    Math.min(REACH, Math.max(0, (sign * (measures[id]! - knot)) / scale));
  const columns = terms.map((term) =>
    Float64Array.from(pairs, ({ better, worse }) => beyond(term, worse) - beyond(term, better)),
  );
  // And from undamaged pages, compared with their mean: that all lose the same does not matter.
  const keeps = terms.map((term) => {
    const column = Float64Array.from(undamaged, (measures) => beyond(term, measures));
    const middle = mean(column);
    return column.map((value) => value - middle);
  });
  const squares = keeps.map((column) => column.reduce((sum, value) => sum + value * value, 0));
  const moved = new Float64Array(undamaged.length);
  const slopes = new Float64Array(terms.length);
  const ahead = Float64Array.from(pairs, ({ by }) => by);
  for (let round = 0; round < rounds; round++) {
    for (let t = 0; t < terms.length; t++) {
      const column = columns[t]!;
      const keep = keeps[t]!;
      let gradient = penalty * slopes[t]!;
      let curvature = penalty + votes * squares[t]!;
      for (let u = 0; u < moved.length; u++) gradient += votes * keep[u]! * moved[u]!;
      for (let p = 0; p < pairs.length; p++) {
        const x = column[p]!;
        if (x === 0) continue;
        const wrong = 1 / (1 + Math.exp((4 * ahead[p]!) / margin));
        gradient -= pairs[p]!.weight * x * wrong;
        curvature += pairs[p]!.weight * x * x * wrong * (1 - wrong) * (4 / margin);
      }
      // Half a step: the loss is flatter than its second derivative says where a pair is far ahead.
      const next = Math.max(0, slopes[t]! - (0.5 * gradient) / curvature);
      const by = next - slopes[t]!;
      if (by === 0) continue;
      slopes[t] = next;
      for (let p = 0; p < pairs.length; p++) ahead[p]! += by * column[p]!;
      for (let u = 0; u < moved.length; u++) moved[u]! += by * keep[u]!;
    }
  }
  return collected(terms, slopes, undamaged);
}

interface Term {
  id: string;
  knot: number;
  scale: number;
  /** -1: what lies below the knot counts. */
  sign: 1 | -1;
}

function collected(terms: readonly Term[], slopes: Float64Array, undamaged: readonly Measures[]): Curves {
  const curves: Record<string, Curve> = {};
  terms.forEach(({ id, knot, scale, sign }, t) => {
    const slope = Number((slopes[t]! / scale).toPrecision(4));
    if (slope === 0 || slopes[t]! < 1e-3) return;
    const curve = (curves[id] ??= {
      knots: [],
      reach: Number((REACH * scale).toPrecision(4)),
      below: [],
      above: [],
      usual: 0,
    });
    let at = curve.knots.indexOf(knot);
    if (at < 0) {
      at = curve.knots.push(knot) - 1;
      curve.below.push(0);
      curve.above.push(0);
    }
    curve[sign < 0 ? 'below' : 'above'][at] = slope;
  });
  for (const [id, curve] of Object.entries(curves)) {
    curve.usual = Number(mean(undamaged.map((measures) => taken(curve, measures[id]!))).toPrecision(4));
  }
  return curves;
}

/** Half the distance between the twentieth from below and from above, of pages and, where these agree, of pairs. */
function spreadOf(values: readonly number[], all: readonly number[]): number {
  const half = (of: readonly number[]) => {
    const sorted = Float64Array.from(of);
    return (quantile(sorted, 0.95) - quantile(sorted, 0.05)) / 3.3;
  };
  return half(values) || half(all) || Math.max(...all) - Math.min(...all);
}
