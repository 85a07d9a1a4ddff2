import { expect, it } from 'vitest';
import { apply } from './model.js';
import { fitExpectation, surprises } from './oddness.js';

/** Pages on which edges are the crisper the more there are; how light they are has nothing to do with it. */
const SOUND = Array.from({ length: 200 }, (_, i) => {
  const edges = ((i * 37) % 100) / 100;
  return { edges, crisp: 2 * edges + ((i * 61) % 17) / 100, light: ((i * 23) % 50) / 50 };
});
const expected = fitExpectation(['edges', 'crisp', 'light'], SOUND);
const apart = (page: Record<string, number>, measure: string) => {
  const all = SOUND.map((sound) => surprises(expected, sound)[measure]!);
  const usual = all.reduce((sum, value) => sum + value, 0) / all.length;
  return surprises(expected, page)[measure]! - usual;
};

it('expects of a page what its other measures say', () => {
  const crowded = { edges: 0.95, crisp: 1.98, light: 0.5 };
  const blurred = { ...crowded, crisp: 0.9 };
  // Less crisp than most it is not: only for a page of so many edges.
  expect(Math.abs(apart(crowded, 'crisp'))).toBeLessThan(1.2);
  expect(apart(blurred, 'crisp')).toBeLessThan(apart(crowded, 'crisp') - 1);
  expect(apart(blurred, 'light')).toBeCloseTo(apart(crowded, 'light'), 1);
});

it('knows of a measure that goes with no other how far it is from the mean', () => {
  expect(apart({ edges: 0.5, crisp: 1.08, light: 3 }, 'light')).toBeGreaterThan(1.5);
  expect(Math.abs(apart({ edges: 0.5, crisp: 1.08, light: 0.49 }, 'light'))).toBeLessThan(0.2);
});

it('takes from a page what is odd about it, and says where', () => {
  const curve = { knots: [0], reach: 4, below: [0.5], above: [0], usual: 0 };
  const model = { linear: {}, trees: [], oddness: { expected, curves: { crisp: curve } } };
  const { value, pulls } = apply(model, { edges: 0.95, crisp: 0.9, light: 0.5 });
  expect(pulls.get('crisp')).toBe(value);
  expect(value).toBeLessThan(apply(model, { edges: 0.95, crisp: 1.98, light: 0.5 }).value - 0.3);
});
