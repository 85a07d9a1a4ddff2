import type { Check } from '../check.js';
import { brokenImage } from './broken-image.js';
import { contentOcclusion } from './content-occlusion.js';
import { fontSize } from './font-size.js';
import { missingGlyph } from './missing-glyph.js';
import { offCanvas } from './off-canvas.js';
import { pageOverflow } from './page-overflow.js';
import { placeholderText } from './placeholder-text.js';
import { referenceMatch } from './reference-match.js';
import { textClipping } from './text-clipping.js';
import { textContrast } from './text-contrast.js';
import { textOverlap } from './text-overlap.js';

/** Every correctness check, in the order in which parts and findings appear. One file a check. */
export const CHECKS: readonly Check[] = [
  textClipping,
  pageOverflow,
  textOverlap,
  offCanvas,
  textContrast,
  contentOcclusion,
  fontSize,
  brokenImage,
  missingGlyph,
  placeholderText,
  referenceMatch,
];
