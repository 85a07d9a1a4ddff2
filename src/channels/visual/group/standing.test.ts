import { describe, expect, it } from 'vitest';
import { nextRound, roundsFor, type Outcome } from './pairing.js';
import { standings } from './standing.js';

function play(count: number, winner: (a: number, b: number) => Outcome['winner'], seed = 1): Outcome[] {
  const outcomes: Outcome[] = [];
  for (let round = 0; round < roundsFor(count); round++) {
    outcomes.push(...nextRound(count, outcomes, seed).map(([a, b]) => ({ a, b, winner: winner(a, b) })));
  }
  return outcomes;
}
const scoresOf = (count: number, outcomes: Outcome[]) => standings(count, outcomes).map(({ score }) => score);

describe('wins as reward', () => {
  it.each([
    [2, 1],
    [3, 1],
    [4, 1],
    [8, 0.9],
    [16, 0.9],
  ])('put %i rollouts of known order in it, a share of %f of the pairs at least', (count, least) => {
    for (const seed of [1, 2, 3]) {
      const scores = scoresOf(
        count,
        play(count, (a, b) => (a < b ? 'a' : 'b'), seed),
      ) as number[];
      const pairs = scores.flatMap((score, i) => scores.slice(i + 1).map((other) => score > other));
      expect(pairs.filter(Boolean).length / pairs.length).toBeGreaterThanOrEqual(least);
      expect([scores.indexOf(Math.max(...scores)), scores.indexOf(Math.min(...scores))]).toEqual([
        0,
        count - 1,
      ]);
      expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
    }
  });

  it('are one half for all when all are tied', () => {
    for (const score of scoresOf(
      8,
      play(8, () => 'tie'),
    ))
      expect(score).toBeCloseTo(0.5, 6);
  });

  it('are one half on average', () => {
    const scores = scoresOf(
      16,
      play(16, (a, b) => ((a * b) % 3 === 0 ? 'a' : 'b')),
    ) as number[];
    expect(scores.reduce((sum, score) => sum + score, 0) / 16).toBeCloseTo(0.5, 6);
  });

  it('grow with a win and fall with a loss', () => {
    const outcomes = play(8, (a, b) => (a < b ? 'a' : 'b'));
    const rest = outcomes.slice(0, -1);
    const { a, b } = outcomes.at(-1)!;
    const of = (winner: Outcome['winner']) => scoresOf(8, [...rest, { a, b, winner }])[a]!;
    expect(of('a')).toBeGreaterThan(of('tie'));
    expect(of('tie')).toBeGreaterThan(of('b'));
  });

  it('do not know whose comparisons all failed, and take nothing from who met him', () => {
    const outcomes = play(6, (a, b) => (a === 5 || b === 5 ? null : a < b ? 'a' : 'b'));
    const table = standings(6, outcomes);
    expect(table[5]).toMatchObject({ score: null, wins: 0, losses: 0 });
    expect(table[5]!.missing).toBeGreaterThan(0);
    expect(table.slice(0, 5).map(({ score }) => score)).toEqual(
      scoresOf(
        6,
        outcomes.filter(({ winner }) => winner !== null),
      ).slice(0, 5),
    );
  });

  it('count what was won, tied, lost and not answered', () => {
    const outcomes: Outcome[] = [
      { a: 0, b: 1, winner: 'a' },
      { a: 0, b: 2, winner: 'tie' },
      { a: 1, b: 2, winner: null },
    ];
    expect(standings(3, outcomes)).toMatchObject([
      { wins: 1, ties: 1, losses: 0, missing: 0 },
      { wins: 0, ties: 0, losses: 1, missing: 1 },
      { wins: 0, ties: 1, losses: 0, missing: 1 },
    ]);
  });
});
