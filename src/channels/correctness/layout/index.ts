import { controlOverlap } from './control-overlap.js';
import { fixedCover } from './fixed-cover.js';
import { imageDistortion } from './image-distortion.js';
import { imageResolution } from './image-resolution.js';
import { mediaClipping } from './media-clipping.js';
import { mobileReflow } from './mobile-reflow.js';
import { safeMargin } from './safe-margin.js';
import { touchTarget } from './touch-target.js';

/** Checks of where things are and how large, beside the first ones. */
export const LAYOUT_CHECKS = [
  controlOverlap,
  mediaClipping,
  imageDistortion,
  imageResolution,
  fixedCover,
  safeMargin,
  mobileReflow,
  touchTarget,
] as const;
