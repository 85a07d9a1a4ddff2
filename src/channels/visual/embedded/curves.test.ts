import { expect, it } from 'vitest';
import { fitCurves, taken, type Ahead, type CurveOptions } from './curves.js';

/** Headings from flat to loud; what people like lies between. The number of things says nothing. */
const PAGES = Array.from({ length: 80 }, (_, i) => ({
  step: 0.8 + ((i * 37) % 80) / 100,
  things: (i * 23) % 9,
}));
const pair = (better: (typeof PAGES)[number], step: number): Ahead => ({
  better,
  worse: { ...better, step },
  by: 0,
  weight: 1,
});
const PAIRS = PAGES.flatMap((page) => [pair(page, 0.2), pair(page, 3)]);
const OPTIONS: CurveOptions = { penalty: 1, margin: 1, votes: 0.5, rounds: 40 };

it('finds from damage in which range a measure is good', () => {
  const { step } = fitCurves({ step: 'both' }, PAGES, PAIRS, OPTIONS);
  const at = (value: number) => taken(step!, value);
  expect(at(0.2)).toBeLessThan(at(1.2) - 0.5);
  expect(at(3)).toBeLessThan(at(1.2) - 0.5);
  // A measure that is still farther off cannot be better.
  expect(at(9)).toBeLessThanOrEqual(at(3));
});

it('takes nothing on a side that is not bad, whatever the pairs say', () => {
  const { step } = fitCurves({ step: 'low' }, PAGES, PAIRS, OPTIONS);
  expect(taken(step!, 0.2)).toBeLessThan(-0.5);
  expect(taken(step!, 3)).toBe(0);
});

it('takes nothing for what damage does not touch', () => {
  expect(fitCurves({ things: 'both' }, PAGES, PAIRS, OPTIONS)).toEqual({});
});

it('says what an undamaged page loses as a rule, which is little', () => {
  const { step } = fitCurves({ step: 'both' }, PAGES, PAIRS, OPTIONS);
  const losses = PAGES.map((page) => taken(step!, page.step));
  expect(losses.reduce((sum, loss) => sum + loss, 0) / losses.length).toBeCloseTo(step!.usual, 2);
  expect(step!.usual).toBeGreaterThan(taken(step!, 3) / 2);
});

it('makes up for what the picture says the wrong way round', () => {
  const against = PAIRS.map((each) => ({ ...each, by: -0.5 }));
  const { step } = fitCurves({ step: 'both' }, PAGES, against, OPTIONS);
  const caught = PAGES.filter((page) => taken(step!, page.step) - taken(step!, 3) > 0.5);
  expect(caught.length).toBeGreaterThan(72);
});
