import { z } from 'zod';
import type { Box, Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { union } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf, sceneOf, upFrom } from '../scene.js';
import { runningText } from '../type/blocks.js';
import { charactersOf } from '../type/faults.js';
import { nameOf, quote } from '../wording.js';
import { isRtlText, rtlParagraphs, type Paragraph } from './paragraphs.js';

/**
 * What was left as in a left-to-right design: text aligned to the left, arrows that point against the way of reading.
 *
 * Only arrows that can be told are looked at: an arrow character or a named icon after the text of a link or button, and
 * an arrow between two words. Quotation marks and brackets are not: the browser mirrors those itself.
 */
export const rtlMirroring = defineCheck({
  meta: {
    id: 'rtl-mirroring',
    title: 'Parts of a right-to-left design that are not mirrored',
    description:
      'A design that is read from the right is the mirror image of one that is read from the left. Body text aligned to the left has a ragged edge where its lines begin. An arrow behind the words of a link points on, which is to the left; one that points to the right points back at the words (an advisory).',
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
    const arrows = [...textArrows(layout, texts), ...iconArrows(layout)];
    return {
      score:
        scoreByShare(charactersOf(ragged), charactersOf(running), 'warning') *
        scoreByShare(arrows.length, texts.length, 'advisory', 'likely'),
      defects: [...ragged.map((block) => raggedDefect(layout, ofBlock.get(block)!)), ...arrows],
    };
  },
});

function isLeft(layout: Layout, element: number): boolean {
  const align = factsOf(layout, element)!.css['text-align'];
  return align === 'left' || align === 'end' || align === '-webkit-left';
}

function raggedDefect(layout: Layout, { block, text }: Paragraph): Defect {
  return {
    element: block.element,
    box: block.box,
    message: `The lines of ${quote(text)} in ${nameOf(layout, block.element)} are read from the right and aligned to the left.`,
    measured: { value: factsOf(layout, block.element)!.css['text-align'], lines: block.lines.length },
    expected: { value: 'right' },
    suggestion: 'Set text-align to start.',
  };
}

const ARROW = '[→⟶➔➜➝➞➡⇒⟹🡒]\\ufe0f?';
const LETTER = '[\\p{Script=Arabic}\\p{Script=Hebrew}]';
const LETTER_BEFORE = new RegExp(`${LETTER}[^\\p{L}]{0,4}$`, 'u');
const LETTER_AFTER = new RegExp(`^[^\\p{L}]{0,4}${LETTER}`, 'u');

/** The first arrow of each text that stands between two words, or is the end of a link or button. */
function textArrows(layout: Layout, texts: readonly Paragraph[]): Defect[] {
  return texts.flatMap((paragraph): Defect[] => {
    const { block, text, spans } = paragraph;
    for (const { 0: arrow, index } of text.matchAll(new RegExp(ARROW, 'gu'))) {
      const span = spans.find(({ start, end }) => index >= start && index < end);
      if (!span || isTransformed(layout, span.element, block.element)) continue;
      const control = controlOf(layout, span.element);
      const inside = spans.filter(({ element }) => control < 0 || controlOf(layout, element) === control);
      const before = text.slice(inside[0]!.start, index);
      const after = text.slice(index + arrow.length, inside.at(-1)!.end);
      const ends = control >= 0 && !/[\p{L}\p{N}]/u.test(after);
      if (LETTER_BEFORE.test(before) && (ends || LETTER_AFTER.test(after))) {
        const what = `The arrow of ${quote(before + arrow + after)}`;
        return [arrowDefect(layout, span.element, block.box, what, span.element)];
      }
    }
    return [];
  });
}

/** Names that icon sets give to an arrow that points to the right, in classes, attributes and ligatures. */
const ICON =
  /(?:^|[\s_-])(?:(?:arrow|chevron|angle|caret|angles)s?[_-]?(?:right|forward)|(?:right|forward)[_-]arrow)(?![a-z])/i;

function iconArrows(layout: Layout): Defect[] {
  const { nodes } = layout;
  const words = new Map<number, Box>();
  const found: Defect[] = [];
  for (const { element, text, box } of sceneOf(layout).lines) {
    const control = new RegExp(LETTER, 'u').test(text) ? controlOf(layout, element) : -1;
    if (control >= 0) words.set(control, union(words.get(control) ?? box, box));
  }
  if (words.size === 0) return [];
  for (const [i, { box, type, attributes }] of nodes.entries()) {
    if (type !== 'element' || !box || !ICON.test(iconName(layout, i, attributes))) continue;
    const control = controlOf(layout, i);
    const text = words.get(control);
    if (!text || control === i || factsOf(layout, control)?.css.direction !== 'rtl') continue;
    const isBehind = box[2] > 0 && box[0] + box[2] <= text[0] + 2;
    if (isBehind && !isTransformed(layout, i, control)) {
      found.push(arrowDefect(layout, i, box, `The icon ${nameOf(layout, i)} behind the words`, control));
    }
  }
  return found;
}

function iconName({ nodes }: Layout, index: number, attributes: Record<string, string> = {}): string {
  const { class: className = '', 'data-lucide': lucide = '', 'data-feather': feather = '' } = attributes;
  const ligature = nodes[index + 1]?.parent === index ? (nodes[index + 1]!.text ?? '') : '';
  return `${className} ${lucide} ${feather} ${/^[a-z_]{5,30}$/.test(ligature) ? ligature : ''}`;
}

/** The link or button that an element is in or is; -1 where there is none. */
function controlOf({ nodes }: Layout, element: number): number {
  for (let i = element; i >= 0; i = nodes[i]!.parent) {
    const { name, attributes } = nodes[i]!;
    if (name === 'a' || name === 'button' || attributes?.['role'] === 'button') return i;
  }
  return -1;
}

/** Something between the element and `top` is mirrored, turned or moved: where it points then is not known. */
function isTransformed(layout: Layout, element: number, top: number): boolean {
  for (const i of upFrom(layout, element)) {
    if ((factsOf(layout, i)?.css.transform ?? 'none') !== 'none') return true;
    if (i === top) return false;
  }
  return false;
}

function arrowDefect(layout: Layout, element: number, box: Box, what: string, at: number): Defect {
  return {
    element,
    box,
    severity: 'advisory',
    certainty: 'likely',
    message: `${what} in ${nameOf(layout, at)} points to the right, against the way of reading.`,
    measured: { value: 'right' },
    expected: { value: 'left' },
    suggestion: 'Let it point to the left.',
  };
}
