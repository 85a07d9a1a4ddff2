import type { Measures } from './model.js';
import { deviation, mean } from './pixels/statistics.js';

/** How the measures of sound pages go together: what each of them makes one expect of the others. */
export interface Expectation {
  measures: string[];
  mean: number[];
  deviation: number[];
  /** Lower half of the inverse of their covariance, row by row. */
  precision: number[][];
}

/** How much of a covariance is taken for chance: without it, what some hundred pages happen to share would be expected of all. */
const SHRINKAGE = 0.3;

/** Learns from sound pages, at least two, what to expect (covariance, shrunk towards independence as in Ledoit & Wolf 2004). */
export function fitExpectation(ids: readonly string[], sound: readonly Measures[]): Expectation {
  const columns = ids.map((id) => sound.map((measures) => measures[id]!));
  const scale = { mean: columns.map(mean), deviation: columns.map((column) => deviation(column) || 1) };
  const rows = columns.map((column, i) => {
    const bent = column.map((value) => Math.asinh((value - scale.mean[i]!) / scale.deviation[i]!));
    const middle = mean(bent);
    return bent.map((value) => value - middle);
  });
  const covariance = rows.map((a) => rows.map((b) => mean(a.map((value, k) => value * b[k]!))));
  const chance = SHRINKAGE * mean(covariance.map((row, i) => row[i]!));
  const shrunk = covariance.map((row, i) =>
    row.map((value, j) => (1 - SHRINKAGE) * value + (i === j ? chance : 0)),
  );
  return {
    measures: [...ids],
    mean: scale.mean.map(figures),
    deviation: scale.deviation.map(figures),
    precision: inverse(shrunk).map((row, i) => row.slice(0, i + 1).map(figures)),
  };
}

/**
 * How far each measure is from what the others make one expect, in deviations of sound pages (the standardised residual of a
 * regression on all the others), but for a constant. Outliers are bent by the inverse hyperbolic sine before.
 */
export function surprises(
  { measures, mean: middle, deviation: spread, precision }: Expectation,
  of: Measures,
): Record<string, number> {
  const bent = measures.map((id, i) => Math.asinh((of[id]! - middle[i]!) / spread[i]!));
  const sums = new Float64Array(bent.length);
  precision.forEach((row, i) => {
    row.forEach((value, j) => {
      sums[i]! += value * bent[j]!;
      if (j < i) sums[j]! += value * bent[i]!;
    });
  });
  return Object.fromEntries(measures.map((id, i) => [id, sums[i]! / Math.sqrt(precision[i]![i]!)]));
}

/** The inverse of a positive definite matrix, by Gauss and Jordan. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < n; i++) {
    const pivot = rows[i]![i]!;
    rows[i] = rows[i]!.map((value) => value / pivot);
    for (let k = 0; k < n; k++) {
      const factor = rows[k]![i]!;
      if (k !== i) rows[k] = rows[k]!.map((value, j) => value - factor * rows[i]![j]!);
    }
  }
  return rows.map((row) => row.slice(n));
}

const figures = (value: number) => Number(value.toPrecision(5));
