import { createHash } from 'node:crypto';

/** A seed that stays the same for a name. */
export const seedOf = (name) => createHash('sha256').update(name).digest().readInt32LE(0);

/**
 * The members of a list in an order of chance.
 * @template T
 * @param {readonly T[]} list
 * @param {() => number} random
 * @returns {T[]}
 */
export function shuffled(list, random) {
  return list
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
