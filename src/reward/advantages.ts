import { mean, sampleStandardDeviation } from 'simple-statistics';
import { KallosError } from '../errors.js';

/**
 * - `grpo`: weighted sum, then (r - mean) / std within the group (DeepSeekMath, arXiv 2402.03300).
 * - `dr-grpo`: weighted sum, then r - mean: without the std, which makes easy and hard prompts weigh more than others
 *   (arXiv 2503.20783).
 * - `rloo`: weighted sum, then r - mean of the other rollouts (arXiv 2402.14740).
 * - `gdpo`: (r - mean) / std channel by channel, then the weighted sum, whitened over the batch (arXiv 2601.05242).
 */
export type AdvantageMethod = 'grpo' | 'dr-grpo' | 'rloo' | 'gdpo';

export interface AdvantageOptions {
  method: AdvantageMethod;
  /** Group of each rollout; all are of one group unless said otherwise. */
  groups?: readonly (string | number)[];
  /** Weight of each channel; 1 unless said otherwise. A channel of weight 0 takes no part. */
  weights?: readonly number[];
  /**
   * A rollout below `min` on this channel has the lowest score, 0, in every channel, so that no channel rewards what
   * does not work. One whose gate was not judged has no advantage.
   */
  gate?: { channel: number; min: number } | null;
  /** An easy channel counts only where a hard one reached a threshold: below `min` on `on`, `channel` is 0. */
  conditions?: readonly { channel: number; on: number; min: number }[];
  /**
   * A std below this counts as this, within a group and over the batch, so that what hardly differs is not blown up. 0.02
   * unless said otherwise: on a scale of 0 to 1, less than any judge can tell apart.
   */
  stdFloor?: number;
  /** Added to the std within a group; 1e-6 (verl's) unless said otherwise. TRL has 1e-4. */
  epsilon?: number;
  /** Whether (A - mean) / std over all sequences of the batch comes last; for `gdpo` unless said otherwise. */
  whiten?: boolean;
  /** Added to the std of the batch; 1e-8 unless said otherwise. TRL has 1e-4. */
  whitenEpsilon?: number;
}

type Score = number | null;

const STD_FLOOR = 0.02;
const EPSILON = 1e-6;
const WHITEN_EPSILON = 1e-8;

/**
 * The advantage of each rollout over its group.
 *
 * `rewards[i][k]` is the score of rollout i in channel k, null where it was not judged. What is null leaves all
 * statistics, and never enters them as 0. A sum needs all its channels: with one of them null, `grpo`, `dr-grpo` and
 * `rloo` give null; `gdpo` sums what was judged, and gives null where nothing was. Standard deviations are those of a
 * sample (n - 1). Where rollouts don't differ, or only one was judged, the advantage is exactly 0.
 *
 * Whitening is over sequences, each once; over tokens, long answers would weigh more.
 * @throws KallosError KALLOS_USAGE when shapes don't fit or a reward is not finite
 */
export function advantages(rewards: readonly (readonly Score[])[], options: AdvantageOptions): Score[] {
  const channels = rewards[0]?.length ?? 0;
  const { method, weights = Array<number>(channels).fill(1), whiten = method === 'gdpo' } = options;
  const { stdFloor = STD_FLOOR, whitenEpsilon = WHITEN_EPSILON } = options;
  checkShapes(rewards, channels, { ...options, weights });
  const counted = rewards.map((row) => condition(row, options));
  const groups = membersOf(options.groups ?? rewards.map(() => 0));
  const relative = (column: readonly Score[]) => compare(column, groups, options);

  const combined =
    method === 'gdpo'
      ? weighted(
          transpose(weights.map((_, k) => relative(counted.map((row) => row[k] ?? null)))),
          weights,
          'what is there',
        )
      : relative(weighted(counted, weights, 'all or nothing'));
  // Channels that cancel each other leave residues of epsilon's size, which are no difference either.
  return whiten ? standardise(combined, (std) => Math.max(std, stdFloor) + whitenEpsilon) : combined;
}

/** A rollout's scores after its gate and the conditions on its channels, in this order. */
function condition(row: readonly Score[], { gate, conditions = [] }: AdvantageOptions): Score[] {
  const gated = gate ? (row[gate.channel] ?? null) : 1;
  if (gated === null) return row.map(() => null);
  if (gate && gated < gate.min) return row.map(() => 0);
  return row.map((score, k) =>
    conditions
      .filter(({ channel }) => channel === k)
      .reduce<Score>((kept, { on, min }) => {
        const reached = row[on] ?? null;
        if (kept === null || reached === null) return null;
        return reached < min ? 0 : kept;
      }, score),
  );
}

/** Replaces each score by what it is relative to its group. */
function compare(column: readonly Score[], groups: readonly number[][], options: AdvantageOptions): Score[] {
  const { method, stdFloor = STD_FLOOR, epsilon = EPSILON } = options;
  const result: Score[] = column.map(() => null);
  for (const members of groups) {
    const scores = members.map((i) => column[i] ?? null);
    const judged = scores.filter((score) => score !== null).length;
    const scale = (std: number) => {
      if (method === 'dr-grpo') return 1;
      // r - (n mean - r) / (n - 1) = (r - mean) n / (n - 1)
      if (method === 'rloo') return (judged - 1) / judged;
      return Math.max(std, stdFloor) + epsilon;
    };
    standardise(scores, scale).forEach((score, at) => (result[members[at]!] = score));
  }
  return result;
}

/** (x - mean) / scale(std) over what is not null; 0 where that is all the same. */
function standardise(scores: readonly Score[], scale: (std: number) => number): Score[] {
  const judged = scores.filter((score) => score !== null);
  // Equal numbers have a mean that may differ from them by rounding, and a std of nearly 0 would make much of it.
  if (judged.every((score) => score === judged[0])) return scores.map((score) => (score === null ? null : 0));
  const centre = mean(judged);
  const by = scale(sampleStandardDeviation(judged));
  return scores.map((score) => (score === null ? null : (score - centre) / by));
}

function weighted(
  rows: readonly (readonly Score[])[],
  weights: readonly number[],
  needs: 'all or nothing' | 'what is there',
): Score[] {
  const used = weights.flatMap((weight, k) => (weight === 0 ? [] : [k]));
  return rows.map((row) => {
    const judged = used.filter((k) => row[k] !== null);
    if (judged.length === 0 || (needs === 'all or nothing' && judged.length < used.length)) return null;
    return judged.reduce((sum, k) => sum + weights[k]! * row[k]!, 0);
  });
}

function membersOf(groups: readonly (string | number)[]): number[][] {
  const members = new Map<string | number, number[]>();
  groups.forEach((group, i) => members.set(group, [...(members.get(group) ?? []), i]));
  return [...members.values()];
}

const transpose = (columns: readonly Score[][]): Score[][] =>
  (columns[0] ?? []).map((_, i) => columns.map((column) => column[i] ?? null));

function checkShapes(
  rewards: readonly (readonly Score[])[],
  channels: number,
  { groups, weights = [], gate, conditions = [] }: AdvantageOptions,
): void {
  const wrong = (message: string): never => {
    throw new KallosError(
      'KALLOS_USAGE',
      message,
      'Give one row a rollout, and in each one score a channel.',
    );
  };
  for (const [i, row] of rewards.entries()) {
    if (row.length !== channels) wrong(`Rollout ${i} has ${row.length} channels, the first has ${channels}.`);
    const odd = row.findIndex((score) => score !== null && !Number.isFinite(score));
    if (odd >= 0) wrong(`The reward of rollout ${i} in channel ${odd} is not a number.`);
  }
  if (rewards.length === 0) return;
  if (weights.length !== channels) wrong(`There are ${weights.length} weights for ${channels} channels.`);
  if (groups && groups.length !== rewards.length)
    wrong(`There are ${groups.length} groups for ${rewards.length} rollouts.`);
  const named = [...(gate ? [gate.channel] : []), ...conditions.flatMap(({ channel, on }) => [channel, on])];
  const unknown = named.find((k) => !(k in rewards[0]!));
  if (unknown !== undefined) wrong(`There is no channel ${unknown}: there are ${channels}, counted from 0.`);
}
