import { z } from 'zod';
import { defineCheck, type CheckResult } from '../../check.js';
import { THRESHOLDS } from '../thresholds.js';
import { multiplesOf, strangeLength } from './lengths.js';
import { strangers } from './outside.js';
import { spaces } from './uses.js';

/** Paddings, gaps and vertical margins that the design system does not have. */
export const brandSpacing = defineCheck({
  meta: {
    id: 'brand-spacing',
    title: 'Brand spacing',
    description:
      'Paddings, gaps and vertical margins that are not on the spacing scale of the design system. A scale of one value is a unit, and its multiples are allowed. Margins to the sides are left out, since that is how blocks are centred; so are list indents, inline text, and lengths of a pixel.',
    remedy:
      'Use the nearest step of the scale, which each finding names; reset the margins that browsers give to headings and paragraphs.',
    severity: 'warning',
    weight: 0.2,
    source: 'Design Tokens Format of the W3C community group',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** px up to which two lengths are one. */
    tolerance: z.number().nonnegative().default(THRESHOLDS['brand-spacing'].tolerance.value),
  }),
  evaluate({ layout, graph, brief, options }): CheckResult {
    const tokens = brief.designSystem?.spacing ?? [];
    if (tokens.length === 0) return { score: null, reason: 'no-spacing-tokens' };
    const uses = spaces(layout, graph);
    const scale = multiplesOf(tokens, Math.max(0, ...uses.map(({ value }) => value)));
    return strangers(
      layout,
      [{ uses, of: 'spaces' }],
      (space) => space.toFixed(1),
      (space) => strangeLength(space, scale, options.tolerance),
      'space',
    );
  },
});
