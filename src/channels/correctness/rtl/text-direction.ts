import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { severitySchema, type Severity } from '../../schema.js';
import { scoreByShare } from '../scale.js';
import { factsOf, upFrom } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { drawnOrder, isRtlPage, isRtlText, rtlParagraphs, type Paragraph } from './paragraphs.js';
import { RTL_THRESHOLDS } from './thresholds.js';

const DEFAULTS = RTL_THRESHOLDS['text-direction'];
const OPTIONS = z.strictObject({
  /** Words from which a text is no mere name. */
  minWords: z.int().positive().default(DEFAULTS.minWords.value),
  /** Letters of right-to-left scripts from which a text is no mere name. */
  minLetters: z.int().positive().default(DEFAULTS.minLetters.value),
});
type Options = z.infer<typeof OPTIONS>;

/**
 * Text of a right-to-left script in a block whose base direction is left to right.
 *
 * What that does follows from the Unicode Bidirectional Algorithm (UAX #9): where both base directions draw the same
 * order, only the side is wrong at which lines begin; where they differ, the parts of the sentence stand in another order
 * than they are read in.
 */
export const textDirection = defineCheck({
  meta: {
    id: 'text-direction',
    title: 'Right-to-left text with a left-to-right base direction',
    description:
      'Arabic, Hebrew, Persian and Urdu are read from the right. In a block whose direction is left to right their words still run rightly, but sentences do not: the final mark moves to the side where reading begins, numbers and Latin names change places with the words around them, and lines begin at the wrong edge. An error where the order of a sentence is wrong, a warning where only the side is. A page whose direction is set by CSS alone gets an advisory: it is part of the content, and CSS may be missing.',
    remedy:
      'Set `dir="rtl"` on the `html` element of a page in such a language, or on the element that quotes one; `dir="auto"` where the language is not known.',
    severity: 'error',
    weight: 0.4,
    source:
      'Unicode Standard Annex #9; HTML standard, 3.2.6.4 (the dir attribute); W3C Internationalization, "Structural markup and right-to-left text in HTML"',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, options }): CheckResult {
    const texts = rtlParagraphs(layout).filter(isRtlText);
    if (texts.length === 0) return { score: null, reason: 'no-right-to-left-text' };
    const ofPage = isRtlPage(layout);
    const faults = texts.flatMap((text) => faultOf(layout, text, ofPage, options) ?? []);
    const total = lettersOf(texts);
    const score = severitySchema.options.reduce((product, severity) => {
      const affected = faults.filter((fault) => fault.severity === severity).map(({ text }) => text);
      return product * scoreByShare(lettersOf(affected), total, severity);
    }, 1);
    const undeclared = ofPage && faults.length === 0 ? undeclaredRoot(layout) : null;
    return {
      score: undeclared ? scoreByShare(1, total, 'advisory') : score,
      defects: undeclared ? [undeclared] : defectsOf(layout, faults),
    };
  },
});

interface Fault {
  text: Paragraph;
  severity: Severity;
  /** The element that has to be given the direction. */
  culprit: number;
}

const lettersOf = (texts: readonly Paragraph[]) => texts.reduce((sum, { rtlLetters }) => sum + rtlLetters, 0);

function faultOf(layout: Layout, text: Paragraph, ofPage: boolean, options: Options): Fault | null {
  if (text.base === 'rtl') return null;
  const isSentence =
    text.rtlLetters >= options.minLetters && text.text.trim().split(/\s+/).length >= options.minWords;
  const disordered = drawnOrder(text.text, 'ltr') !== drawnOrder(text.text, 'rtl');
  const culprit = ofPage ? outermostLtr(layout, text.block.element) : text.block.element;
  if (disordered && isSentence) return { text, severity: 'error', culprit };
  const misplaced = beginsAtWrongSide(layout, text) && (ofPage || text.block.lines.length > 1);
  if (misplaced || (disordered && ofPage)) return { text, severity: 'warning', culprit };
  return null;
}

/** Do its lines begin at the left edge of a block that is wider than they are? */
function beginsAtWrongSide(layout: Layout, { block }: Paragraph): boolean {
  const { box } = layout.nodes[block.element]!;
  const align = factsOf(layout, block.element)!.css['text-align'];
  if (!box || !/^(?:start|left|-webkit-auto|justify)$/.test(align)) return false;
  return box[0] + box[2] - (block.box[0] + block.box[2]) > DEFAULTS.slack.value;
}

/** The topmost element of those around a block that are all from left to right: there the direction has to be set. */
function outermostLtr(layout: Layout, block: number): number {
  let outermost = block;
  for (const i of upFrom(layout, block)) {
    const direction = factsOf(layout, i)?.css.direction;
    if (direction === 'rtl') break;
    if (direction === 'ltr') outermost = i;
  }
  return outermost;
}

function defectsOf(layout: Layout, faults: readonly Fault[]): Defect[] {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const key = `${fault.culprit} ${fault.severity}`;
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()].map((group): Defect => {
    const { culprit, severity, text } = group.reduce((a, b) =>
      lettersOf([b.text]) > lettersOf([a.text]) ? b : a,
    );
    const others = group.length - 1;
    const also = others === 0 ? '' : `, and ${others} more ${others === 1 ? 'text' : 'texts'}`;
    const what =
      severity === 'error'
        ? 'puts its marks, numbers or Latin words at the wrong end'
        : 'begins at the wrong side';
    return {
      element: culprit,
      box: text.block.box,
      severity,
      message: `${quote(text.text)} in ${nameOf(layout, text.block.element)}${also}: read from the right, but set from left to right, which ${what}.`,
      measured: { value: 'ltr', texts: group.length },
      expected: { value: 'rtl' },
      suggestion: `Set dir="rtl" on ${nameOf(layout, culprit)}.`,
    };
  });
}

/** The page is from right to left, but nothing in its markup says so. */
function undeclaredRoot(layout: Layout): Defect | null {
  const root = layout.nodes.findIndex(({ type }) => type === 'element');
  const body = layout.nodes.findIndex(({ name, parent }) => name === 'body' && parent === root);
  const isRtl = [root, body].some((i) => factsOf(layout, i)?.css.direction === 'rtl');
  const isDeclared = [root, body].some((i) => layout.nodes[i]?.attributes?.['dir'] !== undefined);
  if (!isRtl || isDeclared) return null;
  return {
    element: root,
    box: null,
    severity: 'advisory',
    message: 'Only CSS says that this page is read from the right; its markup has no dir attribute.',
    measured: { value: null },
    expected: { value: 'rtl' },
    suggestion: 'Set dir="rtl" on the html element.',
  };
}
