import { z } from 'zod';

/** How much being unlike the others of the group may add. */
export const spreadTermSchema = z.strictObject({
  /** What the most unlike rollout gains over the mean, in the unit of the reward; the most alike one loses at most as much. */
  weight: z.number().positive().default(0.05),
  /** Rollouts below this reward gain nothing: a bad page is easily unlike the others. */
  from: z.number().default(0.5),
});
export type SpreadTerm = z.input<typeof spreadTermSchema>;

/**
 * Adds an optional term to the rewards of a group for designs that are unlike the others: reinforcement learning on looks
 * collapses to one look. No recipe has it; a trainer adds it by name.
 *
 * A rollout's term is `weight` times how much farther it is from the others, on average, than the group's mean: so the terms of
 * rollouts that count cancel out, and the mean reward of the group says what it said before. A rollout below `from`, without a
 * reward, or without a design neither gains nor loses, and the others are not measured against it.
 *
 * @param rewards of the rollouts of one prompt; null where there is none
 * @param distances a symmetric table in [0,1] (`designDistances`, the `value` of each); null where a design shows nothing
 * @returns rewards with the term, null where they were
 */
export function addSpread(
  rewards: readonly (number | null)[],
  distances: readonly (readonly (number | null)[])[],
  term: SpreadTerm = {},
): (number | null)[] {
  const { weight, from } = spreadTermSchema.parse(term);
  const counted = rewards.map((reward) => reward !== null && reward >= from);
  const apart = rewards.map((_, i) => {
    if (!counted[i]) return null;
    const others = distances[i]!.filter((each, j): each is number => j !== i && counted[j]! && each !== null);
    return others.length > 0 ? others.reduce((sum, each) => sum + each, 0) / others.length : null;
  });
  const known = apart.filter((each) => each !== null);
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  return rewards.map((reward, i) => {
    const own = apart[i];
    return reward === null || own === null || own === undefined ? reward : reward + weight * (own - mean);
  });
}
