import { randomFrom } from '../../dist/bench/bootstrap.js';

const SAMPLES = 2000;

/**
 * A 95% interval of a figure over items, by the percentile bootstrap (Efron 1979). The random numbers are fixed, so that a
 * repeated measurement prints the same interval.
 *
 * @template T
 * @param {readonly T[]} items what is drawn with replacement; for pairs of one page, all of them as one item
 * @param {(items: T[]) => number} figure
 * @returns {[number, number]}
 */
export function bootstrap(items, figure) {
  const random = randomFrom(1);
  const figures = Array.from({ length: SAMPLES }, () =>
    figure(Array.from(items, () => items[Math.floor(random() * items.length)])),
  ).sort((a, b) => a - b);
  return [figures[Math.floor(SAMPLES * 0.025)], figures[Math.ceil(SAMPLES * 0.975) - 1]];
}
