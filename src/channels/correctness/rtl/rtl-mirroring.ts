import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { scoreByShare } from '../scale.js';
import { factsOf } from '../scene.js';
import { runningText } from '../type/blocks.js';
import { charactersOf } from '../type/faults.js';
import { nameOf, quote } from '../wording.js';
import { isLeft, isShortAndLeft } from './alignment.js';
import { wrongArrows } from './arrows.js';
import { wrongMarks } from './marks.js';
import { isRtlText, rtlParagraphs, type Paragraph } from './paragraphs.js';

/**
 * What was left as in a left-to-right design: text aligned to the left, icons on the left of what they begin,
 * arrows that point against the way of reading.
 *
 * Only arrows that can be told are looked at: an arrow character, a named icon or one of straight strokes with the text of a
 * link or button, and an arrow between two words. Quotation marks and brackets are not: the browser mirrors those itself.
 */
export const rtlMirroring = defineCheck({
  meta: {
    id: 'rtl-mirroring',
    title: 'Parts of a right-to-left design that are not mirrored',
    description:
      'A design that is read from the right is the mirror image of one that is read from the left. Body text aligned to the left has a ragged edge where its lines begin. Headings set to the left, and rows whose icons stand to the left of their words with the room at the right, are likely left over (warnings); a single line of text may be set there by wish (an advisory). An arrow behind the words of a link points on, which is to the left; one that points to the right points back at the words, and the arrow of "back" points to the right (advisories). Filled arrows without a name are not told.',
    remedy:
      'Use `text-align: start`, and margins and places by `inline-start` and `inline-end`. Turn arrows around (`←` for on), or mirror icons with `[dir="rtl"] .icon { transform: scaleX(-1) }`.',
    severity: 'warning',
    weight: 0.1,
    source: 'Material Design 3, "Bidirectionality & RTL"; W3C Internationalization, css-text-align-start',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ layout }): CheckResult {
    const texts = rtlParagraphs(layout).filter((text) => text.base === 'rtl' && isRtlText(text));
    if (texts.length === 0) return { score: null, reason: 'no-right-to-left-text' };
    const ofBlock = new Map(texts.map((text) => [text.block, text]));
    const running = runningText(layout).filter((block) => ofBlock.has(block));
    const ragged = running.filter(({ element }) => isLeft(layout, element));
    const marks = wrongMarks(layout);
    const told = new Set([...running, ...marks.texts.map(({ block }) => block)]);
    const short = texts.filter((text) => !told.has(text.block) && isShortAndLeft(layout, text));
    const headings = texts.filter(({ block }) => block.level > 0);
    const [leftHeadings, leftLines] = [short.filter(isHeading), short.filter((text) => !isHeading(text))];
    const arrows = wrongArrows(layout, texts);
    return {
      score:
        scoreByShare(charactersOf(ragged), charactersOf(running), 'warning') *
        scoreByShare(leftHeadings.length, headings.length, 'warning', 'likely') *
        scoreByShare(marks.texts.length, texts.length, 'warning', 'likely') *
        scoreByShare(leftLines.length + arrows.length, texts.length, 'advisory', 'likely'),
      defects: [
        ...ragged.map((block) => raggedDefect(layout, ofBlock.get(block)!)),
        ...short.map((text) => ({
          ...raggedDefect(layout, text),
          severity: isHeading(text) ? ('warning' as const) : ('advisory' as const),
          certainty: 'likely' as const,
        })),
        ...marks.defects,
        ...arrows,
      ],
    };
  },
});

const isHeading = ({ block }: Paragraph) => block.level > 0;

function raggedDefect(layout: Layout, { block, text }: Paragraph): Defect {
  return {
    element: block.element,
    box: block.box,
    message: `${quote(text)} in ${nameOf(layout, block.element)} is read from the right and aligned to the left.`,
    measured: { value: factsOf(layout, block.element)!.css['text-align'], lines: block.lines.length },
    expected: { value: 'right' },
    suggestion: 'Set text-align to start.',
  };
}
