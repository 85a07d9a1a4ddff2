import { createHash } from 'node:crypto';

/** What came of showing two rollouts side by side. */
export interface Outcome {
  /** Places in the group, from 0. */
  a: number;
  b: number;
  /** Null when the judge did not answer: then nothing is known, and nobody has lost. */
  winner: 'a' | 'b' | 'tie' | null;
}

/**
 * Rounds of a Swiss tournament of `count`: twice the logarithm, so that about n log2 n comparisons are made (each rollout
 * is in one a round); never more than it takes for everybody to meet everybody.
 */
export function roundsFor(count: number): number {
  if (count < 2) return 0;
  return Math.min(count % 2 === 0 ? count - 1 : count, 2 * Math.ceil(Math.log2(count)));
}

/**
 * The pairs of the next round: rollouts that did about equally well so far, and have not met. Of an odd number one sits
 * out, first of all one that has been compared most. Deterministic: equal rollouts are ordered by the seed.
 *
 * @returns fewer pairs than possible, in the end none, when those that are left have all met
 */
export function nextRound(count: number, outcomes: readonly Outcome[], seed: number): [number, number][] {
  const points = new Float64Array(count);
  const games = new Int32Array(count);
  const paired = new Int32Array(count);
  const met = new Set<number>();
  for (const { a, b, winner } of outcomes) {
    met.add(a * count + b).add(b * count + a);
    paired[a]!++;
    paired[b]!++;
    if (winner === null) continue;
    games[a]!++;
    games[b]!++;
    points[a]! += winner === 'a' ? 1 : winner === 'tie' ? 0.5 : 0;
    points[b]! += winner === 'b' ? 1 : winner === 'tie' ? 0.5 : 0;
  }
  const share = (i: number) => (games[i] ? points[i]! / games[i] : 0.5);
  const drawn = Array.from({ length: count }, (_, i) => lot(seed, i));
  const order = [...drawn.keys()].sort((x, y) => share(y) - share(x) || drawn[x]! - drawn[y]!);
  if (count % 2 === 1) order.splice(order.lastIndexOf(mostPaired(order, paired)), 1);
  return pairUp(order, (a, b) => met.has(a * count + b));
}

/** Of those that have been in most pairs the one that stands last. */
function mostPaired(order: readonly number[], paired: Int32Array): number {
  return order.reduce((found, i) => (paired[i]! >= paired[found]! ? i : found));
}

/** Attempts at pairing everybody before those who have met their neighbours are left out. */
const MOST_ATTEMPTS = 2000;

function pairUp(order: readonly number[], haveMet: (a: number, b: number) => boolean): [number, number][] {
  let attempts = 0;
  const whole = (left: readonly number[]): [number, number][] | null => {
    const [first, ...others] = left;
    if (first === undefined) return [];
    for (const other of others) {
      if (haveMet(first, other)) continue;
      if (++attempts > MOST_ATTEMPTS) return null;
      const rest = whole(others.filter((each) => each !== other));
      if (rest) return [[first, other], ...rest];
    }
    return null;
  };
  return whole(order) ?? greedy(order, haveMet);
}

function greedy(order: readonly number[], haveMet: (a: number, b: number) => boolean): [number, number][] {
  const left = [...order];
  const pairs: [number, number][] = [];
  for (let first = left.shift(); first !== undefined; first = left.shift()) {
    const at = left.findIndex((other) => !haveMet(first, other));
    if (at >= 0) pairs.push([first, left.splice(at, 1)[0]!]);
  }
  return pairs;
}

/** In [0,1), from the seed and the place alone. */
function lot(seed: number, place: number): number {
  return createHash('sha256').update(`${seed}/${place}`).digest().readUInt32BE(0) / 2 ** 32;
}
