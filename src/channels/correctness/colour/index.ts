import type { Check } from '../../check.js';
import { colourAlone } from './colour-alone.js';
import { graphicContrast } from './graphic-contrast.js';
import { hueVariety } from './hue-variety.js';
import { nearDuplicateColours } from './near-duplicate-colours.js';

/** The checks on colour, beside that on the contrast of text. */
export const COLOUR_CHECKS: readonly Check[] = [
  graphicContrast,
  hueVariety,
  nearDuplicateColours,
  colourAlone,
];
