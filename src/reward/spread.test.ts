import { expect, it } from 'vitest';
import { addSpread } from './spread.js';

/** Three of one look and one of its own. */
const DISTANCES = [
  [null, 0, 0, 0.8],
  [0, null, 0, 0.8],
  [0, 0, null, 0.8],
  [0.8, 0.8, 0.8, null],
];

it('raises the one that is unlike the others, and keeps the mean', () => {
  const rewards = [0.7, 0.7, 0.7, 0.7];
  const added = addSpread(rewards, DISTANCES) as number[];
  expect(added[3]).toBeGreaterThan(0.7);
  expect(added[0]).toBeLessThan(0.7);
  expect(added.reduce((sum, each) => sum + each) / 4).toBeCloseTo(0.7, 12);
});

it('gives nothing to a bad page for being odd', () => {
  const added = addSpread([0.7, 0.7, 0.7, 0.2], DISTANCES);
  expect(added).toEqual([0.7, 0.7, 0.7, 0.2]);
});

it('never outweighs a reward that is better by more than its weight', () => {
  const added = addSpread([0.7, 0.7, 0.76, 0.7], DISTANCES, { weight: 0.05 }) as number[];
  expect(added[2]).toBeGreaterThan(added[3]!);
});

it('leaves what has no reward or no design as it is', () => {
  expect(
    addSpread(
      [null, 0.9],
      [
        [null, 0.5],
        [0.5, null],
      ],
    ),
  ).toEqual([null, 0.9]);
  expect(
    addSpread(
      [0.8, 0.9],
      [
        [null, null],
        [null, null],
      ],
    ),
  ).toEqual([0.8, 0.9]);
});
