// Ways to spoil the look of a picture without touching what it says: pairs of which anybody would prefer the original.
import { COLOUR, TONE } from './colours.js';
import { CODING, GRAIN, SOFTNESS } from './optics.js';
import { COVER, EMPTINESS, PLACE } from './place.js';
import { SHAPE, SIZES } from './shape.js';

/**
 * Kinds by family: what a model has to do without that is to be asked for a damage like none it knows.
 * @type {Record<string, Record<string, import('./picture.js').Damage>>}
 */
export const FAMILIES = {
  softness: SOFTNESS,
  grain: GRAIN,
  coding: CODING,
  tone: TONE,
  colour: COLOUR,
  place: PLACE,
  cover: COVER,
  shape: SHAPE,
  sizes: SIZES,
  emptiness: EMPTINESS,
};

/** @type {Record<string, import('./picture.js').Damage>} */
export const DAMAGE = Object.assign({}, ...Object.values(FAMILIES));

const MOST = Math.max(...Object.values(FAMILIES).map((kinds) => Object.keys(kinds).length));

/** The kinds dealt out to hands, no two of a family in one: what to leave out together, so that relatives of each are still known. */
export const HANDS = Array.from({ length: MOST }, (_, i) =>
  Object.values(FAMILIES).flatMap((kinds) => Object.keys(kinds).slice(i, i + 1)),
);
