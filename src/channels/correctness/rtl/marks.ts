import type { Box, Layout } from '../../../render/capture.js';
import type { Defect } from '../../check.js';
import { contains, sceneOf, upFrom } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { controlOf } from './arrows.js';
import { isRtlText, rtlParagraphs, type Paragraph } from './paragraphs.js';
import { RTL_THRESHOLDS } from './thresholds.js';

const { maxMark, maxGap, levels, minRows } = RTL_THRESHOLDS['rtl-mirroring'];
/** What a mark may be drawn by, beside characters that are no letters. */
const DRAWN = new Set(['svg', 'img', 'i']);

/** A mark and the text after it, with the box that holds both. */
interface Pair {
  mark: number;
  box: Box;
  text: Paragraph;
  holder: number;
  side: 'left' | 'right';
  /** Both lie at the left end of what holds them. */
  isPacked: boolean;
}

/**
 * Icons, signs and small pictures that stand to the left of the text that they begin, on a page that is read from the
 * right: rows that were left as in a left-to-right design. Told from an icon that belongs at the end of its row by what is
 * free: mark and text are close together at the left, and the row is empty at the right. One row may be meant so (the other
 * party of a chat is set to the other side): two rows beside each other have to be so, and none the other way round.
 *
 * @returns one finding a list, and the texts of its rows
 */
export function wrongMarks(layout: Layout): { defects: Defect[]; texts: Paragraph[] } {
  if (!sceneOf(layout).rtl) return { defects: [], texts: [] };
  const marks = marksOf(layout);
  if (marks.length === 0) return { defects: [], texts: [] };
  const lists = new Map<number, Pair[]>();
  for (const text of rtlParagraphs(layout).filter(isRtlText)) {
    const pair = pairOf(layout, marks, text);
    if (!pair) continue;
    const list = layout.nodes[pair.holder]!.parent;
    lists.set(list, [...(lists.get(list) ?? []), pair]);
  }
  const wrong = [...lists.values()].filter(
    (pairs) =>
      pairs.filter(({ isPacked }) => isPacked).length >= minRows.value &&
      pairs.every(({ side }) => side === 'left'),
  );
  return {
    defects: wrong.map((pairs) => defectOf(layout, pairs)),
    texts: wrong.flatMap((pairs) => pairs.map(({ text }) => text)),
  };
}

function marksOf(layout: Layout): { element: number; box: Box }[] {
  const { drawn } = sceneOf(layout);
  const isSmall = ([, , width, height]: Box) =>
    width > 2 && height > 2 && width <= maxMark.value && height <= maxMark.value;
  const shapes = layout.nodes.flatMap(({ name, box }, element) =>
    DRAWN.has(name) && box && drawn[element] && isSmall(box) ? [{ element, box }] : [],
  );
  const signs = sceneOf(layout).lines.flatMap(({ element, text, box }) =>
    /^[^\p{L}\p{N}\s]{1,4}$/u.test(text) && isSmall(box) ? [{ element, box }] : [],
  );
  return [...shapes, ...signs].sort((a, b) => a.element - b.element);
}

function pairOf(
  layout: Layout,
  marks: readonly { element: number; box: Box }[],
  text: Paragraph,
): Pair | null {
  const { block, spans } = text;
  const first = spans.find(({ start, end }) => /\p{L}/u.test(text.text.slice(start, end)))!;
  const before = marks.filter(
    ({ element }) => element < first.node && !contains(layout, element, first.node),
  );
  const mark = before.at(-1);
  if (!mark) return null;
  const holder = [...upFrom(layout, first.element)].find((i) => contains(layout, i, mark.element))!;
  const above = [...upFrom(layout, first.element)].indexOf(holder);
  if (above > levels.value || controlOf(layout, mark.element) !== controlOf(layout, first.element))
    return null;
  const row = layout.nodes[holder]!.box;
  const line = block.lines[0]!.box;
  if (!row || !isLevel(mark.box, line)) return null;
  const [left, right] = [mark.box[0] - line[0] - line[2], line[0] - mark.box[0] - mark.box[2]];
  const gap = Math.max(left, right);
  if (gap < -2 || gap > maxGap.value * block.fontSize) return null;
  // Text between the two, or beside them, is what the mark may belong to.
  const isAlone = sceneOf(layout).lines.every(
    ({ node, text: other }) => node >= first.node || node < mark.element || !/[\p{L}\p{N}]/u.test(other),
  );
  if (!isAlone) return null;
  const free = { left: mark.box[0] - row[0], right: row[0] + row[2] - block.box[0] - block.box[2] };
  return {
    mark: mark.element,
    box: mark.box,
    text,
    holder,
    side: right >= left ? 'left' : 'right',
    isPacked: right >= left && free.right > free.left + block.fontSize,
  };
}

function isLevel(mark: Box, line: Box): boolean {
  return mark[1] < line[1] + line[3] && line[1] < mark[1] + mark[3];
}

function defectOf(layout: Layout, pairs: readonly Pair[]): Defect {
  const { mark, box, text } = pairs[0]!;
  return {
    element: mark,
    box,
    severity: 'warning',
    certainty: 'likely',
    message: `${nameOf(layout, mark)} stands to the left of ${quote(text.text)}, which is read from the right, as do the marks of ${pairs.length - 1} more ${pairs.length === 2 ? 'row' : 'rows'}.`,
    measured: { value: 'left', rows: pairs.length },
    expected: { value: 'right' },
    suggestion: 'Let the row follow the direction of the page, and place the mark by inset-inline-start.',
  };
}
