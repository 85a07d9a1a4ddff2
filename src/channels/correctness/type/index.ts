import type { Check } from '../../check.js';
import { headingOrder } from './heading-order.js';
import { headingWidow } from './heading-widow.js';
import { justifiedRivers } from './justified-rivers.js';
import { lineHeight } from './line-height.js';
import { lineLength } from './line-length.js';
import { textEllipsis } from './text-ellipsis.js';
import { typeSteps } from './type-steps.js';
import { typeVariety } from './type-variety.js';

/** The checks on how text is set. */
export const TYPE_CHECKS: readonly Check[] = [
  lineLength,
  lineHeight,
  typeVariety,
  typeSteps,
  headingOrder,
  justifiedRivers,
  textEllipsis,
  headingWidow,
];
