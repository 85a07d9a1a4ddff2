import { z } from 'zod';
import { defineCheck, type CheckResult } from '../../check.js';
import { THRESHOLDS } from '../thresholds.js';
import { strangeLength } from './lengths.js';
import { strangers } from './outside.js';
import { textFonts } from './uses.js';

/** Font sizes that the design system does not have. */
export const brandSize = defineCheck({
  meta: {
    id: 'brand-size',
    title: 'Brand font sizes',
    description:
      'Font sizes that are not steps of the type scale of the design system, by their share of the text. A system with fluid sizes (`clamp()`) has no fixed scale and is not judged.',
    remedy: 'Use the nearest step of the scale, which each finding names.',
    severity: 'warning',
    weight: 0.3,
    source: 'Design Tokens Format of the W3C community group',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** px up to which two sizes are one. */
    tolerance: z.number().nonnegative().default(THRESHOLDS['brand-size'].tolerance.value),
  }),
  evaluate({ layout, graph, brief, options }): CheckResult {
    const tokens = brief.designSystem?.sizes ?? [];
    if (tokens.length === 0) return { score: null, reason: 'no-size-tokens' };
    const uses = textFonts(layout, graph).map(({ element, size, weight }) => ({
      element,
      value: size,
      weight,
    }));
    return strangers(
      layout,
      [{ uses, of: 'text' }],
      (size) => size.toFixed(1),
      (size) => strangeLength(size, tokens, options.tolerance),
      'font size',
    );
  },
});
