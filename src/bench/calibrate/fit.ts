import { folds, PENALTIES, ridge } from '../../channels/visual/embedded/learn.js';
import type { Model } from '../../channels/visual/embedded/model.js';
import type { Wish } from './rows.js';

/** Penalties are given for a hundred wishes, and grow with their number. */
const PER = 100;
const FOLDS = 5;
/** Penalties so large that a model stays as it is are tried, too: a user may agree with it. */
const TRIED = [...PENALTIES.filter((penalty) => penalty >= 10), 3e4, 1e5, 1e6];

/**
 * Ridge regression around a model: the weights that serve the wishes best without leaving those of the model by more than is worth
 * it. The penalty on the square of the change is the one with the least squared error on pictures left out.
 *
 * @returns the change of each weight of the model's linear part, in its order
 */
export function changeFor(wishes: readonly Wish[], linear: Model['linear'], pictures: number): number[] {
  const weights = Object.values(linear).map(({ weight }) => weight);
  const rest = wishes.map((wish) => ({ ...wish, y: wish.y - dot(weights, wish.x) }));
  const parts = folds(pictures, FOLDS).map((fold) => ({
    kept: rest.filter(({ pictures: of }) => !of.some((i) => fold.has(i))),
    held: rest.filter(({ pictures: of }) => fold.has(of[0]!)),
  }));
  const errors = TRIED.map((penalty) =>
    parts.reduce((sum, { kept, held }) => {
      if (kept.length === 0) return sum;
      const change = solve(kept, penalty);
      return sum + held.reduce((error, { x, y, votes }) => error + votes * (y - dot(change, x)) ** 2, 0);
    }, 0),
  );
  return solve(rest, TRIED[errors.indexOf(Math.min(...errors))]!);
}

/** A wish of several votes weighs as many: least squares with rows times the root of their weight. */
function solve(wishes: readonly Wish[], penalty: number): number[] {
  const total = wishes.reduce((sum, { votes }) => sum + votes, 0);
  return ridge(
    wishes.map(({ x, votes }) => x.map((value) => value * Math.sqrt(votes))),
    wishes.map(({ y, votes }) => y * Math.sqrt(votes)),
    (penalty * total) / PER,
  );
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);

/** The model with its weights changed by a share of what the wishes ask for; what knows damage stays. */
export function changed(model: Model, change: readonly number[], share = 1): Model {
  const linear = Object.entries(model.linear).map(([id, numbers], k) => [
    id,
    { ...numbers, weight: numbers.weight + share * change[k]! },
  ]);
  return { ...model, linear: Object.fromEntries(linear) as Model['linear'] };
}
