import { controlOverlap } from './control-overlap.js';
import { edgeAlignment } from './edge-alignment.js';
import { emptyArea } from './empty-area.js';
import { fixedCover } from './fixed-cover.js';
import { imageDistortion } from './image-distortion.js';
import { imageResolution } from './image-resolution.js';
import { inconsistentGaps } from './inconsistent-gaps.js';
import { mediaClipping } from './media-clipping.js';
import { mobileReflow } from './mobile-reflow.js';
import { orphanItem } from './orphan-item.js';
import { safeMargin } from './safe-margin.js';
import { touchTarget } from './touch-target.js';
import { unevenColumns } from './uneven-columns.js';

/** Checks of where things are and how large, beside the first ones. */
export const LAYOUT_CHECKS = [
  controlOverlap,
  mediaClipping,
  imageDistortion,
  imageResolution,
  fixedCover,
  safeMargin,
  emptyArea,
  edgeAlignment,
  inconsistentGaps,
  unevenColumns,
  orphanItem,
  mobileReflow,
  touchTarget,
] as const;
