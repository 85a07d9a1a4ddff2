import { expect, it } from 'vitest';
import { agreementWith, aheadOf, voteAccuracy, type Ratings } from './ratings.js';

const vote = (left: number, right: number, leftWins = 1, rightWins = 0, ties = 0) => ({
  left,
  right,
  leftWins,
  rightWins,
  ties,
  answer: null,
});

it('counts people, halves what the judge leaves open, and passes over ties', () => {
  const votes = [vote(0, 1, 3, 1), vote(1, 2, 0, 2), vote(0, 2, 0, 0, 5)];
  expect(voteAccuracy(3, votes, ['left', 'right', 'left'])!.value).toBeCloseTo(5 / 6, 12);
  expect(voteAccuracy(3, votes, ['tie', 'tie', 'tie'])!.value).toBe(0.5);
});

it('is less sure of many pairs of few pictures than of as many pictures', () => {
  const few = Array.from({ length: 200 }, (_, k) => vote(k % 8, 8 + ((k * 3) % 8)));
  const many = Array.from({ length: 200 }, (_, k) => vote(k, 200 + k));
  // Right about the pictures with an even number.
  const choices = (votes: typeof few) =>
    votes.map(({ left }) => (left % 2 === 0 ? ('left' as const) : ('right' as const)));
  const width = (count: number, votes: typeof few) => {
    const { low, high } = voteAccuracy(count, votes, choices(votes))!;
    return high - low;
  };
  expect(width(16, few)).toBeGreaterThan(2 * width(400, many));
});

it('defines correlations only where votes connect all pictures', () => {
  const ratings: Ratings = { values: [1, 2, 3, 4], votes: [vote(1, 0), vote(3, 2)], comparable: false };
  expect(agreementWith(ratings, [1, 2, 3, 4])).toMatchObject({ pearson: null, pairAccuracy: { value: 1 } });
});

it('tells by how much one judge is ahead of another', () => {
  const values = Array.from({ length: 40 }, (_, i) => i);
  const ratings: Ratings = { values, votes: null, comparable: true };
  const rival = values.map((value) => (value * 17) % 40);
  const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  const { value, low } = aheadOf(ratings, values, rival, product)!;
  expect(value).toBe(product(values, values) - product(rival, values));
  expect(low).toBeGreaterThan(0);
});
