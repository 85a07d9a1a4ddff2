import { expect, it } from 'vitest';
import { fitLinear, fitTrees, folds, type BoostOptions } from './learn.js';
import { apply, type Measures, type Model } from './model.js';

/** Pages that people like for their `order`; `grain` says nothing, but is 0 on every undamaged page. */
const RATED = Array.from({ length: 60 }, (_, i) => ({
  measures: { order: (i * 37) % 60, taste: (i * 23) % 7, grain: 0 },
  score: ((i * 37) % 60) / 6,
}));
/** Damage adds grain, and order with it. */
const PAIRS = RATED.map(({ measures }) => ({
  better: measures,
  worse: { ...measures, grain: 5, order: measures.order + 6 },
}));
const OPTIONS: BoostOptions = { trees: 60, depth: 2, rate: 0.2, penalty: 1, margin: 1, votes: 1, share: 1 };
const IDS = ['order', 'taste', 'grain'];
const UNDAMAGED = RATED.map(({ measures }) => measures);
const knownBy = (linear: Model['linear']) => (measures: Measures) =>
  apply({ linear, trees: [] }, measures).value;

it('learns from votes what people like', () => {
  const linear = fitLinear(RATED, IDS);
  const value = (measures: Measures) => apply({ linear, trees: [] }, measures).value;
  expect(linear.order!.weight).toBeGreaterThan(0.9);
  expect(Math.abs(linear.taste!.weight)).toBeLessThan(0.1);
  expect(value({ order: 50, taste: 3, grain: 0 })).toBeGreaterThan(value({ order: 10, taste: 3, grain: 0 }));
});

it('learns from pairs what damage is, and keeps what it knows of undamaged pages', () => {
  const linear = fitLinear(RATED, IDS);
  const trees = fitTrees(IDS, knownBy(linear), UNDAMAGED, PAIRS, OPTIONS, () => 0);
  const before = ({ measures }: { measures: Measures }) => apply({ linear, trees: [] }, measures).value;
  const after = (measures: Measures) => apply({ linear, trees }, measures).value;
  const caught = PAIRS.filter(({ better, worse }) => after(worse) < after(better));
  expect(
    PAIRS.filter(({ better, worse }) => before({ measures: worse }) < before({ measures: better })),
  ).toEqual([]);
  expect(caught).toHaveLength(PAIRS.length);
  for (const page of RATED) expect(Math.abs(after(page.measures) - before(page))).toBeLessThan(0.6);
});

it('adds up: the score is what the measures pull, plus what the trees say of an average page', () => {
  const linear = fitLinear(RATED, IDS);
  const trees = fitTrees(IDS, knownBy(linear), UNDAMAGED, PAIRS, OPTIONS, () => 0);
  const { value, pulls } = apply({ linear, trees }, PAIRS[7]!.worse);
  const average = trees.reduce((sum, tree) => sum + tree.value, 0);
  expect([...pulls.values()].reduce((sum, pull) => sum + pull, average)).toBeCloseTo(value);
  expect(pulls.get('grain')).toBeLessThan(0);
});

it('deals every item out to one fold', () => {
  const dealt = folds(23, 5);
  expect(dealt.flatMap((fold) => [...fold]).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 23 }, (_, i) => i),
  );
});
