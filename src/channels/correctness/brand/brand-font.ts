import { z } from 'zod';
import { defineCheck, type CheckResult } from '../../check.js';
import { strangers } from './outside.js';
import { textFonts } from './uses.js';

const MONOSPACED = /mono|code|consol|courier|menlo|typewriter/i;

/** Typefaces of text that the design system does not have. */
export const brandFont = defineCheck({
  meta: {
    id: 'brand-font',
    title: 'Brand fonts',
    description:
      'Typefaces that are not in the design system: the first family that each text asks for, whether or not it arrived. Icon fonts are left out, and so is code where the system has no monospaced family. Without a design system there is nothing to judge.',
    remedy:
      'Use a family of the design system, through its variable; form controls inherit none unless told to (`font: inherit`).',
    severity: 'warning',
    weight: 0.4,
    source: 'Design Tokens Format of the W3C community group',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ layout, graph, brief }): CheckResult {
    const tokens = brief.designSystem?.fonts ?? [];
    if (tokens.length === 0) return { score: null, reason: 'no-font-tokens' };
    const known = new Set(tokens.map(({ value }) => value.toLowerCase()));
    const hasMono = tokens.some(({ value }) => MONOSPACED.test(value));
    const uses = textFonts(layout, graph).filter(({ isCode }) => hasMono || !isCode);
    const [first] = tokens;
    return strangers(
      layout,
      [{ uses, of: 'text' }],
      (family) => family.toLowerCase(),
      (family) =>
        known.has(family.toLowerCase())
          ? null
          : { shown: family.slice(0, 60), nearest: { name: first!.name, shown: first!.value }, distance: 1 },
      'font',
    );
  },
});
