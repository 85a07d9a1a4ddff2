import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { scoreByShare } from '../scale.js';
import { upFrom } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { drawnPart, isRtlHome, lettersOfPage, rtlParagraphs, type Paragraph } from './paragraphs.js';
import { RTL_THRESHOLDS } from './thresholds.js';

const DEFAULTS = RTL_THRESHOLDS['mixed-direction'];
const OPTIONS = z.strictObject({
  /** Digits that make a telephone number. */
  minDigits: z.int().positive().default(DEFAULTS.minDigits.value),
  maxDigits: z.int().positive().default(DEFAULTS.maxDigits.value),
});
type Options = z.infer<typeof OPTIONS>;

/**
 * Parts of a right-to-left text that are read from the left (telephone numbers, code, names such as C++, whole Latin
 * sentences) and are drawn in another order, because nothing isolates them from the text around.
 *
 * The order follows from the Unicode Bidirectional Algorithm (UAX #9): a part is whole when all of its characters have one
 * and the same even level.
 */
export const mixedDirection = defineCheck({
  meta: {
    id: 'mixed-direction',
    title: 'Left-to-right parts torn apart in right-to-left text',
    description:
      'In a text that is read from the right, a telephone number, a piece of code, a name such as "C++" or a Latin sentence keeps its order only where its signs belong to it. Otherwise `+972 3 555 1234` is drawn as `1234 555 3 972+`, `C++` as `++C`, `print()` as `()print`, and the full stop of an English sentence stands before it.',
    remedy:
      'Put the part into an element with `dir="ltr"` (`bdi` where the direction is not known), which isolates it from the text around.',
    severity: 'warning',
    weight: 0.2,
    source:
      'Unicode Standard Annex #9; W3C Internationalization, "Inline markup and bidirectional text in HTML"; HTML standard, 4.5.24 (the bdi element)',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, options }): CheckResult {
    const isAtHome = isRtlHome(lettersOfPage(layout));
    // Latin text alone, on a page that is read from the left, has the wrong direction itself: that is `text-direction`.
    const texts = rtlParagraphs(layout).filter(
      ({ base, rtlLetters }) => base === 'rtl' && (rtlLetters > 0 || isAtHome),
    );
    if (texts.length === 0) return { score: null, reason: 'no-right-to-left-text' };
    const torn = texts.flatMap((text) => tornParts(layout, text, options).map((part) => ({ text, ...part })));
    const total = texts.reduce((sum, { block }) => sum + block.characters, 0);
    const affected = torn.reduce((sum, { start, end }) => sum + end - start, 0);
    return {
      score: scoreByShare(affected, total, 'warning'),
      defects: torn.map(({ text, ...part }) => defectOf(layout, text, part)),
    };
  },
});

/** A part of a paragraph's text, from `start` to before `end`. */
interface Part {
  what: string;
  start: number;
  end: number;
}

function tornParts(layout: Layout, text: Paragraph, options: Options): Part[] {
  const parts = [...codeIn(layout, text), ...phonesIn(text, options), ...signedNamesIn(text)].filter(
    ({ start, end }) => isTorn(text, start, end),
  );
  const sentence = parts.length === 0 ? latinSentence(text) : null;
  const apart = parts.filter((part, i) => !parts.slice(0, i).some((before) => meets(before, part)));
  return sentence && isTorn(text, sentence.start, sentence.end) ? [sentence] : apart;
}

const meets = (a: Part, b: Part) => a.start < b.end && b.start < a.end;

function isTorn({ embedding: { levels } }: Paragraph, start: number, end: number): boolean {
  const level = levels[start]!;
  return level % 2 === 1 || levels.subarray(start, end).some((other) => other !== level);
}

const CODE = new Set(['code', 'kbd', 'samp', 'pre']);

function codeIn(layout: Layout, { text, spans }: Paragraph): Part[] {
  return spans.flatMap(({ element, start, end }) => {
    const piece = text.slice(start, end);
    const from = start + piece.search(/\S/);
    const isCode = [...upFrom(layout, element)].some((i) => CODE.has(layout.nodes[i]!.name));
    if (!isCode || !/[A-Za-z]/.test(piece) || RTL.test(piece) || piece.trim().includes('\n')) return [];
    return [{ what: 'code', start: from, end: start + piece.trimEnd().length }];
  });
}

const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const PHONE = /(?<![\d+(])(?:\+|\(?0|\*)[\d ().\u00a0–-]*\d/g;

/**
 * A telephone number is told by its `+` or leading 0 and its groups. Where only the order of groups is at stake, the text
 * has to be Hebrew: after Arabic letters readers take groups of digits from the right.
 */
function phonesIn({ text }: Paragraph, { minDigits, maxDigits }: Options): Part[] {
  return [...text.matchAll(PHONE)].flatMap(({ 0: match, index }) => {
    const digits = match.match(/\d/g)!.length;
    const grouped = /\d[ ().\u00a0–-]+\d/.test(match);
    if (digits < minDigits || digits > maxDigits) return [];
    if (!match.startsWith('+') && (!grouped || /\p{Script=Arabic}/u.test(text))) return [];
    return [{ what: 'telephone number', start: index, end: index + match.length }];
  });
}

function signedNamesIn({ text }: Paragraph): Part[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])[A-Za-z]{1,12}(?:\+{1,2}|#)(?![\p{L}\p{N}+#])/gu)].map(
    ({ 0: match, index }) => ({ what: 'name', start: index, end: index + match.length }),
  );
}

/** The whole paragraph, where it is a Latin sentence of three words and more that ends in a mark. */
function latinSentence({ text, rtlLetters, spans }: Paragraph): Part | null {
  const inner = text.slice(spans[0]!.start, spans.at(-1)!.end);
  if (rtlLetters > 0 || !/(?:[A-Za-z]{2,}[^A-Za-z]+){3,}$/.test(inner) || !/[.!?…]\s*$/.test(inner))
    return null;
  return { what: 'sentence', start: spans[0]!.start, end: spans[0]!.start + inner.trimEnd().length };
}

function defectOf(layout: Layout, paragraph: Paragraph, { what, start, end }: Part): Defect {
  const { text, block, spans } = paragraph;
  const span = spans.find((one) => start >= one.start && start < one.end) ?? spans[0]!;
  const part = text.slice(start, end);
  const piece = block.lines.flatMap(({ pieces }) => pieces).find(({ node }) => node === span.node)!;
  const drawn = drawnPart(paragraph, start, end);
  return {
    element: span.element,
    box: piece.box,
    message: `The ${what} ${quote(part)} in ${nameOf(layout, span.element)} is drawn as ${quote(drawn)}, by the direction of the text around it.`,
    measured: { value: drawn.slice(0, 80) },
    expected: { value: part.slice(0, 80) },
    suggestion: `Put ${quote(part)} into an element with dir="ltr".`,
  };
}
