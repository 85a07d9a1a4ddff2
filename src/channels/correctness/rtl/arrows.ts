import type { Box, Layout } from '../../../render/capture.js';
import type { Defect } from '../../check.js';
import { union } from '../geometry.js';
import { factsOf, sceneOf, upFrom } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import type { Paragraph } from './paragraphs.js';
import { headOf } from './heads.js';

const RIGHT = '→⟶➔➜➝➞➡⇒⟹🡒';
const LEFT = '←⟵🡐⬅⇐⟸';
const ARROW = `[${RIGHT}${LEFT}]\\ufe0f?`;
const LETTER = '[\\p{Script=Arabic}\\p{Script=Hebrew}]';
const LETTER_BEFORE = new RegExp(`${LETTER}[^\\p{L}]{0,4}$`, 'u');
const LETTER_AFTER = new RegExp(`^[^\\p{L}]{0,4}${LETTER}`, 'u');

/** Words that lead back: their arrow points to where reading comes from. */
const BACK =
  /^(?:חזרה|חזור|הקודם|לעמוד הקודם|رجوع|الرجوع|العودة|عودة|السابق|بازگشت|برگشت|قبلی|واپس|پچھلا)(?!\p{L})/u;

/** The arrows of texts and icons that point against the way of reading, in links and buttons and between words. */
export function wrongArrows(layout: Layout, texts: readonly Paragraph[]): Defect[] {
  return [...textArrows(layout, texts), ...iconArrows(layout)];
}

/** The first arrow of each text that stands between two words, or at an end of a link or button. */
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
      const what = `The arrow of ${quote(before + arrow + after)}`;
      const isBack = control >= 0 && BACK.test(`${before}${after}`.trim());
      const pointsLeft = LEFT.includes(arrow[0]!);
      if (isBack && pointsLeft) {
        return [arrowDefect(layout, span.element, block.box, what, span.element, 'left')];
      }
      const ends = control >= 0 && !/[\p{L}\p{N}]/u.test(after);
      if (!isBack && !pointsLeft && LETTER_BEFORE.test(before) && (ends || LETTER_AFTER.test(after))) {
        return [arrowDefect(layout, span.element, block.box, what, span.element, 'right')];
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
  const words = new Map<number, { box: Box; text: string }>();
  const found: Defect[] = [];
  for (const { element, text, box } of sceneOf(layout).lines) {
    const control = new RegExp(LETTER, 'u').test(text) ? controlOf(layout, element) : -1;
    if (control < 0) continue;
    const known = words.get(control);
    words.set(control, known ? { box: union(known.box, box), text: known.text } : { box, text });
  }
  if (words.size === 0) return [];
  for (const [i, { name, box, type, attributes }] of nodes.entries()) {
    if (type !== 'element' || !box) continue;
    const control = controlOf(layout, i);
    const said = words.get(control);
    if (!said || control === i || factsOf(layout, control)?.css.direction !== 'rtl') continue;
    const pointsRight =
      ICON.test(iconName(layout, i, attributes)) || (name === 'svg' && headOf(layout, i) === 'right');
    if (!pointsRight || BACK.test(said.text.trim())) continue;
    const isBehind = box[2] > 0 && box[0] + box[2] <= said.box[0] + 2;
    if (isBehind && !isTransformed(layout, i, control)) {
      const what = `The icon ${nameOf(layout, i)} behind the words`;
      found.push(arrowDefect(layout, i, box, what, control, 'right'));
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
export function controlOf({ nodes }: Layout, element: number): number {
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

function arrowDefect(
  layout: Layout,
  element: number,
  box: Box,
  what: string,
  at: number,
  points: 'left' | 'right',
): Defect {
  const needed = points === 'left' ? 'right' : 'left';
  const why = points === 'left' ? 'on, where the words lead back' : 'against the way of reading';
  return {
    element,
    box,
    severity: 'advisory',
    certainty: 'likely',
    message: `${what} in ${nameOf(layout, at)} points to the ${points}, ${why}.`,
    measured: { value: points },
    expected: { value: needed },
    suggestion: `Let it point to the ${needed}.`,
  };
}
