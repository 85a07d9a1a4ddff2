import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult } from '../../check.js';
import { round } from '../geometry.js';
import { factsOf } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { runningText, type TextBlock } from './blocks.js';
import { charactersOf, resultOf, type Fault } from './faults.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['justified-rivers'];

/**
 * Justified text whose words are torn apart.
 *
 * The gaps follow from the lines: the letters of the last line, which is not stretched, say how wide a letter is, and
 * what a full line is wider than its letters is divided among its gaps. Text that a hyphenating browser fills evenly has
 * no such gaps and passes.
 */
export const justifiedRivers = defineCheck({
  meta: {
    id: 'justified-rivers',
    title: 'Gaps in justified text',
    description:
      'Justified text (`text-align: justify`) in a narrow column, where the gaps between words are several times as wide as they should be. They join from line to line to white rivers, and slow everybody down, people with dyslexia most.',
    remedy:
      'Align the text to the side where its lines begin, or switch on hyphenation (`hyphens: auto` with the right `lang`) and make the column wider.',
    severity: 'warning',
    weight: 0.1,
    source: 'WCAG 2.2, 1.4.8 (text is not justified, level AAA); Bringhurst 2.1.2',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Width of a gap between words, in em. */
    maxGap: z.number().positive().default(DEFAULTS.maxGap.value),
    /** Share of the full lines of a block that may have wider ones. */
    maxShare: z.number().min(0).max(1).default(DEFAULTS.maxShare.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const running = runningText(layout);
    const blocks = running.filter(({ main }) => factsOf(layout, main)?.css['text-align'] === 'justify');
    if (blocks.length === 0) return { score: null, reason: 'no-justified-text' };
    const faults = blocks.flatMap((block): Fault[] => {
      const gaps = gapsOf(block);
      const wide = gaps.filter((gap) => gap > options.maxGap);
      if (wide.length < 2 || wide.length <= options.maxShare * gaps.length) return [];
      const value = wide.reduce((sum, gap) => sum + gap, 0) / wide.length;
      return [{ block, value, excess: value * wide.length, severity: 'warning' }];
    });
    return resultOf(layout, faults, charactersOf(running), (fault, also) =>
      describe(layout, fault, also, options.maxGap),
    );
  },
});

/** em; the space of most typefaces. */
const SPACE = 0.26;
/** Characters from which the last line tells how wide a letter is. */
const ENOUGH = 20;

/** Mean gap between words on each full line, em. */
function gapsOf({ lines, fontSize }: TextBlock): number[] {
  const full = lines.filter(({ wraps, text }) => wraps && text.includes(' '));
  const last = lines.at(-1)!;
  const perCharacter = ({ box, characters }: TextBlock['lines'][number]) => box[2] / characters;
  const letter =
    last.characters >= ENOUGH ? perCharacter(last) : Math.min(...full.map((line) => perCharacter(line)));
  return full.map((line) => {
    const gaps = line.text.split(/\s+/).length - 1;
    return SPACE + (line.box[2] - line.characters * letter) / gaps / fontSize;
  });
}

function describe(
  layout: Layout,
  { block, value }: Fault,
  also: string,
  maxGap: number,
): ReturnType<Parameters<typeof resultOf>[3]> {
  return {
    message: `The justified text ${quote(block.lines[0]!.text)} in ${nameOf(layout, block.element)} has gaps of ${round(value)} em between words${also}.`,
    measured: { value: round(value, 2), unit: 'em', lines: block.lines.length },
    expected: { max: maxGap },
    suggestion: 'Set text-align to start, or hyphens to auto.',
  };
}
