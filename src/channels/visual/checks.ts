import type { Check } from '../check.js';
import { SAMENESS_CHECKS } from './sameness/index.js';

/** Every check of the visual channel. They tell, and take nothing from the score: that is the judge's. */
export const VISUAL_CHECKS: readonly Check[] = SAMENESS_CHECKS;
