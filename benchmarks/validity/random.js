import { createHash } from 'node:crypto';

/** mulberry32: numbers in [0,1) from a seed. */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

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
