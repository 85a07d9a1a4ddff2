import type { Check } from '../../check.js';
import { endlessMotion } from './endless-motion.js';
import { hiddenAtRest } from './hidden-at-rest.js';
import { layoutAnimation } from './layout-animation.js';
import { reducedMotion } from './reduced-motion.js';

/** The checks of what moves, and of what motion should have brought out. */
export const MOTION_CHECKS: readonly Check[] = [hiddenAtRest, endlessMotion, reducedMotion, layoutAnimation];
