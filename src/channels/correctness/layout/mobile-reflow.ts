import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { reachableLines } from '../reachable.js';
import { scoreByShare } from '../scale.js';
import { factsOf, upFrom, type TextLine } from '../scene.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from '../wording.js';
import { isPhone } from './phone.js';

const DEFAULTS = LAYOUT_THRESHOLDS['mobile-reflow'];

/**
 * What makes running text unreadable on a phone though the page itself has the right width: prose that must be scrolled
 * sideways in a box of its own, and prose squeezed into columns of a word a line. A page that is too wide as a whole is
 * `page-overflow`, what is cut off is `off-canvas` and `text-clipping`.
 */
export const mobileReflow = defineCheck({
  meta: {
    id: 'mobile-reflow',
    title: 'Text does not reflow on a phone',
    description:
      'At the width of a phone, running text has to be scrolled sideways inside a box, line by line, or stands in columns so narrow that there is a word or two in a line: rows and grids that did not become one column. Tables, code, rows of cards that are swiped and single labels are exempt. WCAG asks for reflow down to 320 px; measured is the viewport of a phone (375 px unless configured), so that what is found there is found at 320 px too. A page that is too wide as a whole is counted by `page-overflow` alone.',
    remedy:
      'Let rows and grids become one column on small screens: `flex-wrap: wrap`, `grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr))`, or a media query.',
    severity: 'error',
    weight: 0.5,
    source: 'WCAG 2.2, 1.4.10 Reflow, with its exceptions',
    viewports: 'all',
  },
  options: z.strictObject({
    /** Characters in a line on average, below which a paragraph counts as squeezed. */
    minLine: z.number().positive().default(DEFAULTS.minLine.value),
  }),
  evaluate({ layout, options }): CheckResult {
    if (!isPhone(layout)) return { score: null, reason: 'not-a-phone' };
    const paragraphs = paragraphsOf(layout);
    if (paragraphs.length === 0) return { score: null, reason: 'no-paragraphs' };
    const length = (list: readonly Paragraph[]) => list.reduce((sum, { chars }) => sum + chars, 0);
    const total = length(paragraphs);
    const wide = paragraphs.filter((paragraph) => isScrolledSideways(layout, paragraph));
    const squeezed = paragraphs.filter(
      (paragraph) => !wide.includes(paragraph) && isSqueezed(layout, paragraph, options),
    );
    return {
      score: scoreByShare(length(wide), total) * scoreByShare(length(squeezed), total, 'warning'),
      defects: [
        ...wide.map((paragraph) => scrolledSideways(layout, paragraph)),
        ...squeezed.map((paragraph) => tooNarrow(layout, paragraph, options)),
      ],
    };
  },
});

/** A text long enough to be read line by line. */
interface Paragraph {
  element: number;
  lines: TextLine[];
  chars: number;
}

/** Tables and code may scroll in two directions (WCAG 2.2, 1.4.10), and what is turned is no running text. */
const EXEMPT = new Set(['table', 'pre', 'code', 'svg', 'nav', 'textarea', 'select']);

function paragraphsOf(layout: Layout): Paragraph[] {
  const byElement = new Map<number, TextLine[]>();
  for (const line of reachableLines(layout)) {
    if (line.rotated || factsOf(layout, line.element)?.css['writing-mode'] !== 'horizontal-tb') continue;
    const lines = byElement.get(line.element);
    if (lines) lines.push(line);
    else byElement.set(line.element, [line]);
  }
  const paragraphs: Paragraph[] = [];
  for (const [element, lines] of byElement) {
    const chars = lines.reduce((sum, { text }) => sum + text.length, 0);
    if (chars < DEFAULTS.minText.value || isExempt(layout, element)) continue;
    paragraphs.push({ element, lines, chars });
  }
  return paragraphs;
}

function isExempt(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) {
    const { name, attributes } = layout.nodes[i]!;
    if (EXEMPT.has(name) || /^(table|grid|marquee)$/.test(attributes?.['role'] ?? '')) return true;
  }
  return false;
}

/** Is a line longer than the scrolling box that it stands in? One that only lies further along is a card to swipe to. */
function isScrolledSideways(layout: Layout, { lines }: Paragraph): boolean {
  const box = scrollerOf(lines);
  return box !== null && lines.some((line) => line.box[2] > box.width + DEFAULTS.slack.value);
}

function scrollerOf(lines: readonly TextLine[]): { element: number; width: number } | null {
  for (let clip = lines[0]!.clip; clip; clip = clip.outer) {
    if (clip.x === 'scroll') return { element: clip.element, width: clip.box[2] };
    if (clip.x === 'clip') return null;
  }
  return null;
}

/** A word or two in a line, over several lines, in less than half of the window: a column that stayed beside others. */
function isSqueezed(
  layout: Layout,
  { element, lines, chars }: Paragraph,
  { minLine }: { minLine: number },
): boolean {
  if (lines.length < DEFAULTS.minLines.value || chars / lines.length >= minLine) return false;
  // Scripts that write no spaces have fewer characters to a line, and can break anywhere.
  if (
    !lines.some(({ text }) => /\p{L}{2}/u.test(text)) ||
    /[\u3040-\u30ff\u3400-\u9fff]/.test(lines[0]!.text)
  )
    return false;
  let block = element;
  while (factsOf(layout, block)?.css.display === 'inline') block = layout.nodes[block]!.parent;
  return (layout.nodes[block]!.box?.[2] ?? Infinity) < layout.size[0] / 2;
}

function scrolledSideways(layout: Layout, { element, lines }: Paragraph): Defect {
  const scroller = scrollerOf(lines)!;
  const widest = lines.reduce((a, b) => (b.box[2] > a.box[2] ? b : a));
  const name = nameOf(layout, scroller.element);
  return {
    element,
    box: widest.box,
    message: `${quote(widest.text)} in ${nameOf(layout, element)} is ${round(widest.box[2])} px long and has to be scrolled sideways in ${name}, which is ${round(scroller.width)} px wide.`,
    measured: { value: round(widest.box[2]), unit: 'px' },
    expected: { max: round(scroller.width) },
    suggestion: `Let the text wrap: take the fixed width or white-space: nowrap off what is in ${name}.`,
  };
}

function tooNarrow(
  layout: Layout,
  { element, lines, chars }: Paragraph,
  options: { minLine: number },
): Defect {
  const perLine = round(chars / lines.length);
  return {
    element,
    box: layout.nodes[element]!.box ?? lines[0]!.box,
    message: `${quote(lines[0]!.text)} in ${nameOf(layout, element)} runs over ${lines.length} lines of ${perLine} characters.`,
    measured: { value: perLine, unit: 'characters', lines: lines.length },
    expected: { min: options.minLine },
    suggestion: 'Put its column below its neighbours on small screens instead of beside them.',
    severity: 'warning',
  };
}
