import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult } from '../../check.js';
import type { Severity } from '../../schema.js';
import { round } from '../geometry.js';
import { scaleOf } from '../magnification.js';
import { nameOf, quote } from '../wording.js';
import { blocksOf, runningText, type TextBlock } from './blocks.js';
import { charactersOf, median, resultOf, type Fault } from './faults.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['line-height'];
const OPTIONS = z.strictObject({
  /** Distance of lines, as a multiple of the font size: running text. */
  min: z.number().nonnegative().default(DEFAULTS.min.value),
  /** Running text closer than this is a warning and no advice. */
  grave: z.number().nonnegative().default(DEFAULTS.grave.value),
  max: z.number().positive().default(DEFAULTS.max.value),
  /** Headings and other large text. */
  minDisplay: z.number().nonnegative().default(DEFAULTS.minDisplay.value),
  /** px from which text is large. */
  displaySize: z.number().positive().default(DEFAULTS.displaySize.value),
});

/**
 * Lines that are too close to each other, or too far apart, by the distance at which they really lie.
 *
 * Not meant, and left out: code and labels; capitals alone, which have no descenders and are set tighter. Lines apart by a set
 * break or by the end of an element have only to keep their letters apart.
 */
export const lineHeight = defineCheck({
  meta: {
    id: 'line-height',
    title: 'Line height',
    description:
      'Distance between the lines of a text, as a multiple of its font size. Running text below 1.2 is a grey mass, and below 1.05 descenders touch ascenders; above 2.2 lines come apart and are no longer read as one text. Large text may be tighter, until its letters touch; so may an address or a verse, set line by line. WCAG 2.2 does not ask for a line height, but 1.4.12 asks that nothing is lost when a reader sets it to 1.5.',
    remedy:
      'Set `line-height` without a unit: 1.4 to 1.6 for running text, the more the longer its lines; 1.05 to 1.25 for headings.',
    severity: 'warning',
    weight: 0.2,
    source: 'Butterick, Practical Typography, line spacing (1.2 to 1.45); WCAG 2.2, 1.4.8 and 1.4.12',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, options }): CheckResult {
    const running = new Set(runningText(layout));
    const isRead = (block: TextBlock) =>
      running.has(block) || (isDisplay(block, options) && block.lines.some(({ wraps }) => wraps));
    const blocks = blocksOf(layout).filter((block) => isRead(block) || isSetInLines(block));
    if (blocks.length === 0) return { score: null, reason: 'no-running-text' };
    const faults = blocks.flatMap((block): Fault[] => {
      const value = distanceOf(layout, block);
      const severity = isRead(block) ? severityOf(block, value, options) : collision(block, value, options);
      if (!severity) return [];
      return [{ block, value, excess: Math.abs(value - (options.min + options.max) / 2), severity }];
    });
    return resultOf(layout, faults, charactersOf(blocks), ({ block, value }, also) => {
      const tight = value < options.min;
      const display = isDisplay(block, options);
      return {
        message: `The lines of ${quote(block.lines[0]!.text)} in ${nameOf(layout, block.element)} lie ${tight ? 'only ' : ''}${round(value, 2)} times the font size apart${also}.`,
        measured: { value: round(value, 2), unit: 'font sizes', lines: block.lines.length },
        expected: tight ? { min: display ? options.minDisplay : options.min } : { max: options.max },
        suggestion: `Set line-height to ${display ? '1.1 or more' : '1.4 to 1.6'}.`,
      };
    });
  },
});

function isDisplay({ level, fontSize }: TextBlock, { displaySize }: z.infer<typeof OPTIONS>): boolean {
  return level > 0 || fontSize >= displaySize;
}

/** Lines below each other that a break or an element ends. */
function isSetInLines({ lines }: TextBlock): boolean {
  return lines.length > 1 && lines.every(({ box }, i) => i === 0 || box[1] > lines[i - 1]!.box[1]);
}

/** Do the letters of neighbouring lines touch? */
function collision({ lines }: TextBlock, value: number, options: z.infer<typeof OPTIONS>): Severity | null {
  const hasSmallLetters = lines.some(({ text }) => /\p{Ll}/u.test(text));
  return value < options.minDisplay && hasSmallLetters ? 'warning' : null;
}

function severityOf(block: TextBlock, value: number, options: z.infer<typeof OPTIONS>): Severity | null {
  if (isDisplay(block, options)) return collision(block, value, options);
  if (value < options.grave) return 'warning';
  // Two lines are told apart, or seen together, at any distance.
  return block.lines.length > 2 && (value < options.min || value > options.max) ? 'advisory' : null;
}

/**
 * The usual distance from a line to the one that its text goes on in, or where it nowhere goes on to the next line, as a multiple
 * of the font size seen.
 */
function distanceOf(layout: Layout, { lines }: TextBlock): number {
  const wrap = lines.some(({ wraps }) => wraps);
  return median(
    lines.flatMap((line, i) => {
      if (wrap ? !line.wraps : i === lines.length - 1) return [];
      const [piece, next] = [line.pieces.at(-1)!, lines[i + 1]!.pieces[0]!];
      return [(next.box[1] - piece.box[1]) / (piece.fontSize * scaleOf(layout, piece.element))];
    }),
  );
}
