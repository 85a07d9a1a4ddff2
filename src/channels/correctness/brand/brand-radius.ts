import { z } from 'zod';
import { defineCheck, type CheckResult } from '../../check.js';
import { THRESHOLDS } from '../thresholds.js';
import { strangeLength } from './lengths.js';
import { strangers } from './outside.js';
import { radii } from './uses.js';

/** Corner radii that the design system does not have. */
export const brandRadius = defineCheck({
  meta: {
    id: 'brand-radius',
    title: 'Brand radii',
    description:
      'Corner radii of painted boxes that are not in the design system. Square corners, and round ends and circles (a radius of half the box or more, or in percent), are always allowed.',
    remedy: 'Use the nearest radius, which each finding names.',
    severity: 'warning',
    weight: 0.2,
    source: 'Design Tokens Format of the W3C community group',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** px up to which two radii are one. */
    tolerance: z.number().nonnegative().default(THRESHOLDS['brand-radius'].tolerance.value),
  }),
  evaluate({ layout, graph, brief, options }): CheckResult {
    const tokens = brief.designSystem?.radii ?? [];
    if (tokens.length === 0) return { score: null, reason: 'no-radius-tokens' };
    return strangers(
      layout,
      [{ uses: radii(layout, graph), of: 'rounded boxes' }],
      (radius) => radius.toFixed(1),
      (radius) => strangeLength(radius, tokens, options.tolerance),
      'radius',
    );
  },
});
