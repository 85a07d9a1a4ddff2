import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { severitySchema, type Severity } from '../../schema.js';
import { scoreByShare } from '../scale.js';
import { contains, factsOf, sceneOf, upFrom } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import {
  drawnOrder,
  isRtlHome,
  isRtlText,
  lettersOfPage,
  rtlParagraphs,
  type Paragraph,
} from './paragraphs.js';
import { RTL_THRESHOLDS } from './thresholds.js';

const DEFAULTS = RTL_THRESHOLDS['text-direction'];
const OPTIONS = z.strictObject({
  /** Words from which a text is no mere name. */
  minWords: z.int().positive().default(DEFAULTS.minWords.value),
  /** Letters of the script from which a text is no mere name. */
  minLetters: z.int().positive().default(DEFAULTS.minLetters.value),
});
type Options = z.infer<typeof OPTIONS>;

/**
 * Text in a block whose base direction is that of other scripts.
 *
 * What that does follows from the Unicode Bidirectional Algorithm (UAX #9): where both base directions draw the same
 * order, only the side is wrong at which lines begin; where they differ, the parts of the sentence stand in another order
 * than they are read in.
 *
 * Not meant, and left out: names and other short texts; Latin text on a page of a right-to-left script, which by custom
 * follows the page; one line that is shortened at its beginning (`direction: rtl` with an ellipsis); lines whose side is
 * set by `text-align`.
 */
export const textDirection = defineCheck({
  meta: {
    id: 'text-direction',
    title: 'Text set in the direction of another script',
    description:
      'Arabic, Hebrew, Persian and Urdu are read from the right. In a block whose direction is left to right their words still run rightly, but sentences do not: the final mark moves to the side where reading begins, numbers and Latin names change places with the words around them, and lines begin at the wrong edge. The same happens to English in a block whose direction is right to left: `.The full stop comes first`. An error where the order of a sentence is wrong, a warning where only the side is, advice where the words themselves show nothing of it and only their neighbours have changed places. A page whose direction is set by CSS alone gets an advisory: it is part of the content, and CSS may be missing.',
    remedy:
      'Set `dir="rtl"` on the `html` element of a page in a language that is read from the right, or on the element that quotes one, and nowhere else; `dir="auto"` where the language is not known.',
    severity: 'error',
    weight: 0.4,
    source:
      'Unicode Standard Annex #9; HTML standard, 3.2.6.4 (the dir attribute); W3C Internationalization, "Structural markup and right-to-left text in HTML"',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, options }): CheckResult {
    const texts = rtlParagraphs(layout);
    if (texts.length === 0) return { score: null, reason: 'no-right-to-left-text' };
    const letters = lettersOfPage(layout);
    const ofPage = letters.rtl > letters.ltr;
    const rtlTexts = texts.filter(isRtlText);
    const right = rtlTexts.flatMap(
      (text) =>
        faultOf(layout, text, ofPage, options) ??
        (ofPage ? reversedFault(layout, text, rtlTexts) : null) ??
        [],
    );
    const left = ofPage ? [] : leftFaults(layout, texts, options);
    const faults = [...right, ...left];
    const ofRight = sumOf(rtlTexts, 'rtlLetters');
    const score = scoreOf(right, ofRight) * scoreOf(left, letters.ltr);
    const undeclared = ofPage && faults.length === 0 ? undeclaredRoot(layout) : null;
    return {
      score: undeclared ? scoreByShare(1, ofRight, 'advisory') : score,
      defects: undeclared ? [undeclared] : defectsOf(layout, faults),
    };
  },
});

/** @param total letters of all text whose direction is that of the faulty ones' letters */
function scoreOf(faults: readonly Fault[], total: number): number {
  return severitySchema.options.reduce((product, severity) => {
    const affected = faults.filter((fault) => fault.severity === severity);
    return product * scoreByShare(lettersOf(affected), total, severity);
  }, 1);
}

interface Fault {
  text: Paragraph;
  severity: Severity;
  /** The element that has to be given the direction. */
  culprit: number;
}

/** Letters of the script that is set in the wrong direction. */
const lettersIn = ({ rtlLetters, ltrLetters }: Paragraph) => Math.max(rtlLetters, ltrLetters);
const lettersOf = (faults: readonly Fault[]) => faults.reduce((sum, { text }) => sum + lettersIn(text), 0);

/** @param ofPage the page, not only this text, is read in the direction of these letters */
function faultOf(layout: Layout, text: Paragraph, ofPage: boolean, options: Options): Fault | null {
  const needed = isRtlText(text) ? 'rtl' : 'ltr';
  if (text.base === needed || (needed === 'ltr' && isShortenedAtStart(layout, text))) return null;
  const isSentence =
    lettersIn(text) >= options.minLetters && text.text.trim().split(/\s+/).length >= options.minWords;
  const disordered = drawnOrder(text.text, 'ltr') !== drawnOrder(text.text, 'rtl');
  const culprit = ofPage ? outermostWrong(layout, text) : text.block.element;
  if (disordered && isSentence) return { text, severity: 'error', culprit };
  const misplaced = beginsAtWrongSide(layout, text) && (ofPage || text.block.lines.length > 1);
  if (misplaced || (disordered && ofPage)) return { text, severity: 'warning', culprit };
  return null;
}

/**
 * Text that is read from the left, in elements that are set from right to left without any text that asks for it. Where a
 * right-to-left script is at home, `mixed-direction` looks at the rest.
 */
function leftFaults(layout: Layout, texts: readonly Paragraph[], options: Options): Fault[] {
  const isChosen = (element: number) => {
    const inside = texts.filter(({ block }) => contains(layout, element, block.element));
    const [rtl, ltr] = [sumOf(inside, 'rtlLetters'), sumOf(inside, 'ltrLetters')];
    return isRtlHome({ rtl, ltr });
  };
  const unseen = texts.some(isRtlText) ? () => null : unseenFault;
  return texts
    .filter((text) => text.ltrLetters > 0 && !isRtlText(text))
    .flatMap((text) => faultOf(layout, text, true, options) ?? unseen(layout, text) ?? [])
    .filter(({ culprit }) => !isChosen(culprit));
}

/**
 * Words whose own order and side are right all the same, as in a label or in the middle of its box: what stands beside them has
 * changed places. Asked only of pages on which no text gives a reason for the direction.
 */
function unseenFault(layout: Layout, text: Paragraph): Fault | null {
  if (text.base === 'ltr' || isShortenedAtStart(layout, text)) return null;
  return { text, severity: 'advisory', culprit: outermostWrong(layout, text) };
}

/**
 * Words in a row that is set from the left on a page that is read from the right: each is right for itself, but the first
 * stands where the last is looked for.
 */
function reversedFault(layout: Layout, text: Paragraph, texts: readonly Paragraph[]): Fault | null {
  if (text.base === 'rtl' || !sceneOf(layout).rtl) return null;
  const culprit = outermostWrong(layout, text);
  const [x, y, width, height] = text.block.box;
  const isInRow = texts.some(({ base, block: { element, box } }) => {
    const isBeside = box[0] >= x + width || box[0] + box[2] <= x;
    const isLevel = box[1] < y + height && y < box[1] + box[3];
    return base === 'ltr' && isBeside && isLevel && contains(layout, culprit, element);
  });
  return isInRow ? { text, severity: 'advisory', culprit } : null;
}

const sumOf = (texts: readonly Paragraph[], letters: 'rtlLetters' | 'ltrLetters') =>
  texts.reduce((sum, text) => sum + text[letters], 0);

/** A path or an address whose end is to stay in sight when there is no room for its beginning. */
function isShortenedAtStart(layout: Layout, { block }: Paragraph): boolean {
  return block.lines.length === 1 && factsOf(layout, block.element)!.css['text-overflow'] !== 'clip';
}

/** Do its lines begin at the wrong edge of a block that is wider than they are? */
function beginsAtWrongSide(layout: Layout, { block, base }: Paragraph): boolean {
  const { box } = layout.nodes[block.element]!;
  const align = factsOf(layout, block.element)!.css['text-align'];
  if (!box) return false;
  const [start, end] = [box[0], box[0] + box[2]];
  const [first, last] = [block.box[0], block.box[0] + block.box[2]];
  return base === 'ltr'
    ? /^(?:start|left|-webkit-auto|justify)$/.test(align) && end - last > DEFAULTS.slack.value
    : /^(?:start|-webkit-auto|justify)$/.test(align) && first - start > DEFAULTS.slack.value;
}

/** The topmost element of those around a block that all have its direction: there it has to be set. */
function outermostWrong(layout: Layout, { block, base }: Paragraph): number {
  let outermost = block.element;
  for (const i of upFrom(layout, block.element)) {
    const direction = factsOf(layout, i)?.css.direction;
    if (direction === base) outermost = i;
    else if (direction !== undefined) break;
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
    const { culprit, severity, text } = group.reduce((a, b) => (lettersOf([b]) > lettersOf([a]) ? b : a));
    const others = group.length - 1;
    const also = others === 0 ? '' : `, and ${others} more ${others === 1 ? 'text' : 'texts'}`;
    const needed = text.base === 'ltr' ? 'rtl' : 'ltr';
    const wrong =
      needed === 'rtl'
        ? 'read from the right, but set from left to right'
        : 'read from the left, but set from right to left';
    const what =
      severity === 'advisory'
        ? 'puts what stands beside it on the wrong side'
        : severity === 'error'
          ? `puts its marks, numbers or ${needed === 'rtl' ? 'Latin words' : 'other parts'} at the wrong end`
          : 'begins at the wrong side';
    return {
      element: culprit,
      box: text.block.box,
      severity,
      message: `${quote(text.text)} in ${nameOf(layout, text.block.element)}${also}: ${wrong}, which ${what}.`,
      measured: { value: text.base, texts: group.length },
      expected: { value: needed },
      suggestion: `Set dir="${needed}" on ${nameOf(layout, culprit)}.`,
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
