import type { Vote } from './read.js';

/** Votes for and against a thing of middling strength that each thing begins with: keeps strengths finite. */
const PRIOR = 0.5;
const ROUNDS = 500;
const ENOUGH = 1e-9;

/**
 * How strong each of `count` things is by the votes on pairs, as natural logarithms with mean 0: the model of Bradley & Terry
 * (1952), fitted by minorisation and maximisation (Hunter 2004). A tie is half a vote for each.
 */
export function strengths(count: number, votes: readonly Vote[]): number[] {
  const wins = new Float64Array(count).fill(PRIOR);
  for (const { left, right, leftWins, rightWins, ties } of votes) {
    wins[left]! += leftWins + ties / 2;
    wins[right]! += rightWins + ties / 2;
  }
  let strength = new Float64Array(count).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    // The thing of middling strength has 1.
    const met = Float64Array.from(strength, (own) => (2 * PRIOR) / (own + 1));
    for (const { left, right, leftWins, rightWins, ties } of votes) {
      const share = (leftWins + rightWins + ties) / (strength[left]! + strength[right]!);
      met[left]! += share;
      met[right]! += share;
    }
    const next = Float64Array.from(wins, (won, i) => won / met[i]!);
    const moved = next.reduce(
      (most, value, i) => Math.max(most, Math.abs(Math.log(value / strength[i]!))),
      0,
    );
    strength = next;
    if (moved < ENOUGH) break;
  }
  const logs = [...strength].map(Math.log);
  const mean = logs.reduce((sum, value) => sum + value, 0) / count;
  return logs.map((value) => value - mean);
}

/** Do the votes connect every thing with every other? If not, strengths of separate groups can't be compared. */
export function isConnected(count: number, votes: readonly Vote[]): boolean {
  const root = Int32Array.from({ length: count }, (_, i) => i);
  const find = (i: number): number => (root[i] === i ? i : (root[i] = find(root[i]!)));
  for (const { left, right } of votes) root[find(left)] = find(right);
  return count > 0 && root.every((_, i) => find(i) === find(0));
}
