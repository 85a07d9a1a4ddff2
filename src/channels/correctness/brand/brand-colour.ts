import { differenceCiede2000, parse } from 'culori';
import { z } from 'zod';
import type { Rgba } from '../../../graph/schema.js';
import { defineCheck, type CheckResult } from '../../check.js';
import { hex } from '../contrast.js';
import { THRESHOLDS } from '../thresholds.js';
import { strangers, type Stranger } from './outside.js';
import { surfaceColors, textColors } from './uses.js';

const DEFAULTS = THRESHOLDS['brand-colour'];
const difference = differenceCiede2000();

/** Colours of text, surfaces, borders and drawings that the design system does not have. */
export const brandColour = defineCheck({
  meta: {
    id: 'brand-colour',
    title: 'Brand colours',
    description:
      'Colours of text, backgrounds, gradients, borders and drawings that are not in the design system, by CIEDE2000 to the nearest colour token. Opacity is left out: a token stays itself when it is laid on thinner. Pictures are not judged. The score falls with the share of text and of painted area; without a design system there is nothing to judge.',
    remedy: 'Use the nearest token, which each finding names, through its variable.',
    severity: 'warning',
    weight: 0.4,
    source: 'CIE 142-2001 (CIEDE2000); Design Tokens Format of the W3C community group',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** CIEDE2000 up to which two colours are one. */
    maxDifference: z.number().nonnegative().default(DEFAULTS.maxDifference.value),
  }),
  evaluate({ layout, graph, brief, options }): CheckResult {
    const tokens = (brief.designSystem?.colors ?? []).flatMap(({ name, value }) => {
      const color = parse(value);
      return color ? [{ name, color, shown: value.slice(0, 7) }] : [];
    });
    if (tokens.length === 0) return { score: null, reason: 'no-colour-tokens' };
    const judge = (value: Rgba): Stranger | null => {
      const color = { mode: 'rgb' as const, r: value[0], g: value[1], b: value[2] };
      const [nearest] = tokens
        .map((token) => ({ ...token, distance: difference(color, token.color) }))
        .sort((a, b) => a.distance - b.distance);
      if (nearest!.distance <= options.maxDifference) return null;
      return { shown: hex(value), nearest: nearest!, distance: Math.round(nearest!.distance * 10) / 10 };
    };
    return strangers(
      layout,
      [
        { uses: textColors(graph), of: 'text' },
        { uses: surfaceColors(layout, graph), of: 'painted area' },
      ],
      hex,
      judge,
      'colour',
    );
  },
});
