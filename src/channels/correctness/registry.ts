import type { Check } from '../check.js';
import { accessibility } from './accessibility/accessibility.js';
import { fieldLabel } from './accessibility/field-label.js';
import { brandColour } from './brand/brand-colour.js';
import { brandFont } from './brand/brand-font.js';
import { brandRadius } from './brand/brand-radius.js';
import { brandSize } from './brand/brand-size.js';
import { brandSpacing } from './brand/brand-spacing.js';
import { brokenEncoding } from './broken-encoding.js';
import { brokenImage } from './broken-image.js';
import { canvas } from './canvas.js';
import { CHART_CHECKS } from './charts/index.js';
import { contentOcclusion } from './content-occlusion.js';
import { contradictions } from './contradictions.js';
import { duplicateBlocks } from './duplicate-blocks.js';
import { fontSize } from './font-size.js';
import { judgeTalk } from './judge-talk.js';
import { language } from './language.js';
import { LAYOUT_CHECKS } from './layout/index.js';
import { missingGlyph } from './missing-glyph.js';
import { MOTION_CHECKS } from './motion/index.js';
import { offCanvas } from './off-canvas.js';
import { pageOverflow } from './page-overflow.js';
import { placeholderText } from './placeholder-text.js';
import { referenceMatch } from './reference-match.js';
import { requiredCount } from './required-count.js';
import { requiredSection } from './required-section.js';
import { requiredText } from './required-text.js';
import { RTL_CHECKS } from './rtl/index.js';
import { textClipping } from './text-clipping.js';
import { textContrast } from './text-contrast.js';
import { textOverlap } from './text-overlap.js';
import { tooLittle } from './too-little.js';
import { TYPE_CHECKS } from './type/index.js';
import { COLOUR_CHECKS } from './colour/index.js';

/** Every correctness check, in the order in which parts and findings appear. One file a check. */
export const CHECKS: readonly Check[] = [
  textClipping,
  pageOverflow,
  textOverlap,
  offCanvas,
  textContrast,
  contentOcclusion,
  ...LAYOUT_CHECKS,
  fontSize,
  brokenImage,
  missingGlyph,
  brokenEncoding,
  placeholderText,
  judgeTalk,
  requiredText,
  requiredCount,
  requiredSection,
  tooLittle,
  language,
  canvas,
  duplicateBlocks,
  contradictions,
  referenceMatch,
  brandColour,
  brandFont,
  brandRadius,
  brandSize,
  brandSpacing,
  ...TYPE_CHECKS,
  ...RTL_CHECKS,
  ...CHART_CHECKS,
  ...MOTION_CHECKS,
  accessibility,
  fieldLabel,
  ...COLOUR_CHECKS,
];
