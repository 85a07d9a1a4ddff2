import { z } from 'zod';
import { defineCheck, type CheckResult } from '../../check.js';
import { round } from '../geometry.js';
import { quote } from '../wording.js';
import { blocksOf, type TextBlock } from './blocks.js';
import { charactersOf, resultOf, type Fault } from './faults.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['heading-widow'];

/**
 * Headings whose last line is one short word. Left out: breaks that somebody set, and headings of few words, which can't
 * be broken better.
 */
export const headingWidow = defineCheck({
  meta: {
    id: 'heading-widow',
    title: 'Short last line of a heading',
    description:
      'A heading that runs over by one short word looks like an accident. A matter of care, not of legibility: an advice.',
    remedy: 'Set `text-wrap: balance` on headings; it makes their lines equally long.',
    severity: 'advisory',
    weight: 0.05,
    source:
      'Bringhurst, The Elements of Typographic Style, 2.4 (widows and orphans); CSS Text 4, text-wrap-style',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Width of the last line, as a share of the longest. */
    minShare: z.number().min(0).max(1).default(DEFAULTS.minShare.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const headings = blocksOf(layout).filter(({ level }) => level > 0);
    if (headings.length === 0) return { score: null, reason: 'no-headings' };
    const faults = headings.flatMap((block): Fault[] => {
      const value = lastShare(block);
      if (value === null || value >= options.minShare) return [];
      return [{ block, value, excess: 1 - value, severity: 'advisory' }];
    });
    return resultOf(layout, faults, charactersOf(headings), ({ block, value }, also) => ({
      message: `The heading ${quote(block.lines[0]!.text)} ends in a line of its own for ${quote(block.lines.at(-1)!.text)}${also}.`,
      measured: { value: round(value, 2), unit: 'share of the longest line' },
      expected: { min: options.minShare },
      suggestion: 'Set text-wrap: balance, or change the width or the words.',
    }));
  },
});

/** Width of a last line of one word as a share of the longest; null where it has more, or was set. */
function lastShare({ lines }: TextBlock): number | null {
  const last = lines.at(-1)!;
  const words = lines.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  if (!lines.at(-2)?.wraps || /\s/.test(last.text)) return null;
  // Scripts without spaces: the whole text is one word, and a single character is left over.
  const unspaced = words === lines.length;
  if (unspaced ? last.characters > 1 || lines[0]!.characters < 6 : words < 4) return null;
  return last.box[2] / Math.max(...lines.map(({ box }) => box[2]));
}
