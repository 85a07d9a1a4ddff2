import { expect, it } from 'vitest';
import type { Measures, Model } from '../../channels/visual/embedded/model.js';
import type { Ratings } from '../audit/ratings.js';
import { randomFrom } from '../bootstrap.js';
import { calibrate } from './calibrate.js';

/** A judge that likes colour, knows that blur is damage, and has no opinion of space. */
const MODEL: Model = {
  schema: 'kallos.judge/1',
  fittedOn: ['test'],
  linear: {
    colour: { mean: 0, deviation: 1, weight: 0.6 },
    space: { mean: 0, deviation: 1, weight: 0 },
    blur: { mean: 0, deviation: 1, weight: -0.3 },
  },
  trees: [],
  layout: { curves: {}, unseen: 0, picture: 1 },
  centre: 0,
  halfWidth: 1,
};

const random = randomFrom(3);
const normal = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
const pages = Array.from({ length: 120 }, (): Measures => ({
  colour: normal(),
  space: normal(),
  blur: normal(),
}));
const ratingsBy = (taste: (page: Measures) => number): Ratings => ({
  values: pages.map((page) => taste(page) + 0.5 * normal()),
  votes: null,
  comparable: true,
});
/** Damage here blurs, and nothing else. */
const damaged = pages.slice(0, 10).map((whole) => ({ whole, copies: [{ ...whole, blur: whole.blur! + 1 }] }));

it('learns a taste that the judge lacks, and shows the gain on pictures that were left out', () => {
  const { model, gain, before, after } = calibrate(
    MODEL,
    pages,
    ratingsBy(({ space }) => space!),
    damaged,
  );
  expect(model.linear['space']!.weight).toBeGreaterThan(0.5);
  expect(Math.abs(model.linear['colour']!.weight)).toBeLessThan(0.2);
  expect(after.pearson!.value).toBeGreaterThan(before.pearson!.value + 0.4);
  expect(gain!.low).toBeGreaterThan(0);
});

it('shows no gain where the judge already has that taste, or where there is none', () => {
  for (const taste of [({ colour, blur }: Measures) => 0.6 * colour! - 0.3 * blur!, () => 0]) {
    expect(calibrate(MODEL, pages, ratingsBy(taste), damaged).gain!.low).toBeLessThanOrEqual(0);
  }
});

it('does not learn to like damage, though its user does', () => {
  const { model, damage, kept } = calibrate(
    MODEL,
    pages,
    ratingsBy(({ space, blur }) => space! + blur!),
    damaged,
  );
  expect(damage).toEqual({ before: 1, after: 1 });
  expect(model.linear['blur']!.weight).toBeLessThan(0);
  expect(kept).toBeLessThan(1);
  expect(model.linear['space']!.weight).toBeGreaterThan(0);
});

it('learns from choices between two', () => {
  const votes = Array.from({ length: 400 }, () => {
    const [left, right] = [Math.floor(random() * 120), Math.floor(random() * 120)];
    const prefersLeft = pages[left]!.space! + 0.3 * normal() > pages[right]!.space!;
    return {
      left,
      right,
      leftWins: Number(prefersLeft),
      rightWins: Number(!prefersLeft),
      ties: 0,
      answer: null,
    };
  }).filter(({ left, right }) => left !== right);
  const ratings: Ratings = { values: pages.map(({ space }) => space!), votes, comparable: true };
  const { model, gain } = calibrate(MODEL, pages, ratings, damaged);
  expect(model.linear['space']!.weight).toBeGreaterThan(0.3);
  expect(gain!.low).toBeGreaterThan(0);
});

it('says when votes are too few, or all alike', () => {
  const few: Ratings = { values: [1, 2, 3], votes: null, comparable: true };
  expect(() => calibrate(MODEL, pages.slice(0, 3), few, damaged)).toThrow('too few');
  const alike: Ratings = { values: pages.map(() => 5), votes: null, comparable: true };
  expect(() => calibrate(MODEL, pages, alike, damaged)).toThrow('no preference');
});
