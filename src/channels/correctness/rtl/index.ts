import type { Check } from '../../check.js';
import { mixedDirection } from './mixed-direction.js';
import { rtlMirroring } from './rtl-mirroring.js';
import { textDirection } from './text-direction.js';

/** The checks on text that is read from right to left. */
export const RTL_CHECKS: readonly Check[] = [textDirection, mixedDirection, rtlMirroring];
