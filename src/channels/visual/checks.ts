import type { Check } from '../check.js';
import { judgeTalk } from './judge-talk.js';
import { SAMENESS_CHECKS } from './sameness/index.js';

/** Every check of the visual channel. They tell; only who speaks to the judge loses by it. */
export const VISUAL_CHECKS: readonly Check[] = [judgeTalk, ...SAMENESS_CHECKS];
