import { z } from 'zod';
import { defineCheck, type CheckResult } from '../../check.js';
import { round } from '../geometry.js';
import { nameOf, quote } from '../wording.js';
import { runningText, type TextBlock } from './blocks.js';
import { charactersOf, resultOf, type Fault } from './faults.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['line-length'];

/**
 * Lines of running text that are too long to find the next one.
 *
 * Not meant, and left out: headings, labels, code, drawings, text of one line; lines that end because a break was set
 * or an element ends, as they say nothing about the width of the column.
 */
export const lineLength = defineCheck({
  meta: {
    id: 'line-length',
    title: 'Line length',
    description:
      'Characters on a full line of running text. 45 to 75 read best; beyond about 100 the eye loses the beginning of the next line. Letters of Chinese, Japanese and Korean are twice as wide and count twice. Only lines that the text itself filled are measured, on average over each block.',
    remedy: 'Give the column a width: `max-width: 65ch`, or set the text in two columns.',
    severity: 'warning',
    weight: 0.15,
    source:
      'Bringhurst, The Elements of Typographic Style, 2.1.2; WCAG 2.2, 1.4.8 (80 characters, level AAA)',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Characters on a line from which it is too long. */
    max: z.number().positive().default(DEFAULTS.max.value),
    /** Characters beyond which it is a warning and no advice. */
    grave: z.number().positive().default(DEFAULTS.grave.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const blocks = runningText(layout);
    if (blocks.length === 0) return { score: null, reason: 'no-running-text' };
    const faults = blocks.flatMap((block): Fault[] => {
      const value = lengthOf(block);
      const isGrave = value > options.grave;
      // From the end of the first of two lines everybody finds the second.
      if (value <= options.max || (!isGrave && block.lines.length < 3)) return [];
      return [{ block, value, excess: value, severity: isGrave ? 'warning' : 'advisory' }];
    });
    return resultOf(layout, faults, charactersOf(blocks), ({ block, value }, also) => {
      const width = Math.floor((block.box[2] * IDEAL) / value);
      return {
        message: `${quote(block.lines[0]!.text)} in ${nameOf(layout, block.element)} has ${round(value, 0)} characters on a line${also}.`,
        measured: { value: round(value, 0), unit: 'characters', lines: block.lines.length },
        expected: { max: options.max },
        suggestion: `Set max-width to about ${width}px (${IDEAL} characters), or split the text into columns.`,
      };
    });
  },
});

/** Characters on a line that the suggestion aims at. */
const IDEAL = 70;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Mean number of characters on the full lines of a block. */
function lengthOf({ lines }: TextBlock): number {
  const full = lines.filter(({ wraps }) => wraps);
  const letters = full.reduce((sum, line) => sum + line.characters + (line.text.match(WIDE)?.length ?? 0), 0);
  return letters / full.length;
}
