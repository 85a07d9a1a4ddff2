import { describe, expect, it } from 'vitest';
import { nextRound, roundsFor, type Outcome } from './pairing.js';

const SIZES = [2, 3, 4, 5, 7, 8, 12, 16, 31];

/** A whole tournament in which the lower number always wins. */
function play(count: number, seed: number, winner: (a: number, b: number) => Outcome['winner']): Outcome[][] {
  const rounds: Outcome[][] = [];
  for (let round = 0; round < roundsFor(count); round++) {
    rounds.push(nextRound(count, rounds.flat(), seed).map(([a, b]) => ({ a, b, winner: winner(a, b) })));
  }
  return rounds;
}
const lower = (a: number, b: number) => (a < b ? 'a' : 'b');

describe.each(SIZES)('%i rollouts', (count) => {
  it('meet nobody twice and nobody meets himself; each is in one pair a round at most', () => {
    for (const seed of [1, 2, 3]) {
      const rounds = play(count, seed, lower);
      const pairs = rounds.flat().map(({ a, b }) => [a, b].sort((x, y) => x - y).join());
      expect(new Set(pairs).size).toBe(pairs.length);
      for (const round of rounds) {
        const seen = round.flatMap(({ a, b }) => [a, b]);
        expect(new Set(seen).size).toBe(seen.length);
      }
    }
  });

  it('need about n log2 n comparisons, and everyone about as many', () => {
    const rounds = play(count, 1, lower);
    const made = rounds.flat().length;
    expect(made).toBeLessThanOrEqual(Math.max(1, count * Math.ceil(Math.log2(count))));
    const games = Array.from(
      { length: count },
      (_, i) => rounds.flat().filter(({ a, b }) => a === i || b === i).length,
    );
    expect(Math.min(...games)).toBeGreaterThan(0);
    expect(Math.max(...games) - Math.min(...games)).toBeLessThanOrEqual(2);
  });

  it('are paired alike for one seed', () => {
    expect(play(count, 7, lower)).toEqual(play(count, 7, lower));
  });
});

it('pairs by another seed otherwise', () => {
  expect(play(16, 1, lower)[0]).not.toEqual(play(16, 2, lower)[0]);
});

it('brings together those that did equally well', () => {
  const [first, second] = play(8, 1, lower) as [Outcome[], Outcome[], ...Outcome[][]];
  const winners = new Set(first.map(({ a, b }) => Math.min(a, b)));
  for (const { a, b } of second) expect(winners.has(a)).toBe(winners.has(b));
});

it('goes on when a judge fails, and counts no failure as a loss', () => {
  const rounds = play(8, 1, (a, b) => (a === 0 || b === 0 ? null : lower(a, b)));
  expect(rounds.every((round) => round.length === 4)).toBe(true);
});

it('has nobody to pair alone', () => {
  expect([roundsFor(0), roundsFor(1), nextRound(1, [], 1)]).toEqual([0, 0, []]);
});
