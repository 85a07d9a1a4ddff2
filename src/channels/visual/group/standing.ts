import type { Outcome } from './pairing.js';

/** How one rollout stands in its group. */
export interface Standing {
  /** In [0,1]: the share of the others that it would win against; null when none of its comparisons was answered. */
  score: number | null;
  wins: number;
  ties: number;
  losses: number;
  /** Comparisons that the judge did not answer. They count nowhere. */
  missing: number;
}

const STEPS = 500;
const CONVERGED = 1e-9;

/**
 * Wins as reward: the strengths of the Bradley-Terry model (Bradley & Terry 1952; fitted as in Hunter 2004, "MM algorithms
 * for generalized Bradley-Terry models"), told as the mean probability of winning against each of the others. A tie is half
 * a win for both. Each rollout has one tie with an average one beside, so that who won everything has no infinite strength.
 *
 * In a Swiss tournament plain shares of wins are not comparable, since the strong meet the strong; `benchmarks/judge/swiss.js`
 * shows by how much.
 */
export function standings(count: number, outcomes: readonly Outcome[]): Standing[] {
  const table = Array.from({ length: count }, () => ({ wins: 0, ties: 0, losses: 0, missing: 0 }));
  for (const { a, b, winner } of outcomes) {
    if (winner === null) {
      table[a]!.missing++;
      table[b]!.missing++;
    } else if (winner === 'tie') {
      table[a]!.ties++;
      table[b]!.ties++;
    } else {
      table[winner === 'a' ? a : b]!.wins++;
      table[winner === 'a' ? b : a]!.losses++;
    }
  }
  const strengths = strengthsOf(
    table.map(({ wins, ties }) => wins + ties / 2),
    outcomes.filter(({ winner }) => winner !== null),
  );
  const known = table.flatMap((row, i) => (row.wins + row.ties + row.losses > 0 ? [i] : []));
  return table.map((row, i) => {
    const others = known.filter((other) => other !== i);
    const isKnown = known.includes(i);
    const sum = others.reduce(
      (total, other) => total + strengths[i]! / (strengths[i]! + strengths[other]!),
      0,
    );
    return { score: isKnown ? sum / others.length : null, ...row };
  });
}

function strengthsOf(points: readonly number[], outcomes: readonly Outcome[]): number[] {
  let strengths = points.map(() => 1);
  for (let step = 0; step < STEPS; step++) {
    const met = strengths.map((strength) => 1 / (strength + 1));
    for (const { a, b } of outcomes) {
      const share = 1 / (strengths[a]! + strengths[b]!);
      met[a]! += share;
      met[b]! += share;
    }
    const next = points.map((won, i) => (won + 0.5) / met[i]!);
    const moved = Math.max(...next.map((strength, i) => Math.abs(strength - strengths[i]!)));
    strengths = next;
    if (moved < CONVERGED) break;
  }
  return strengths;
}
