import type { Check } from '../check.js';
import { brokenImage } from './broken-image.js';
import { fontSize } from './font-size.js';
import { missingGlyph } from './missing-glyph.js';
import { placeholderText } from './placeholder-text.js';

/** Every correctness check, in the order in which parts and findings appear. One file a check. */
export const CHECKS: readonly Check[] = [fontSize, brokenImage, missingGlyph, placeholderText];
