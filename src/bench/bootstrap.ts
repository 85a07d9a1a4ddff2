import { quantileSorted } from 'simple-statistics';

/** A measured number with its 95% interval. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}

const ROUNDS = 1000;
const TAIL = 0.025;

/** Random numbers in [0,1), the same for the same seed (mulberry32 by Tommy Ettinger, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * A statistic of a sample with its 95% percentile bootstrap interval (Efron 1979): the statistic of samples drawn from
 * the sample with replacement. The draws are seeded: the same sample gives the same interval, and statistics of equally
 * many things see the same draws.
 *
 * @param count size of the sample
 * @param statistic of the members with these indices (one may come several times); null where it is undefined
 * @returns null when the statistic of the sample itself, or of most draws, is undefined
 */
export function bootstrap(
  count: number,
  statistic: (members: readonly number[]) => number | null,
): Figure | null {
  const value = statistic(Array.from({ length: count }, (_, i) => i));
  if (value === null) return null;
  const random = randomFrom(count);
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const drawn = statistic(Array.from({ length: count }, () => Math.floor(random() * count)));
    if (drawn !== null) values.push(drawn);
  }
  if (values.length < ROUNDS / 2) return null;
  values.sort((a, b) => a - b);
  return { value, low: quantileSorted(values, TAIL), high: quantileSorted(values, 1 - TAIL) };
}
