import { treeOf } from '../../../../graph/tree.js';
import { px } from '../../../../graph/style.js';
import type { Layout } from '../../../../render/capture.js';
import { descendantsOf, elementsOf, isSurface, radiusOf, textOf, type Element } from '../elements.js';
import type { Look } from '../look.js';

/** Cards of a row; four in two rows of two are another layout. */
const COUNT = 3;
/** px: smaller boxes are tiles or labels. */
const LEAST = { width: 160, height: 100, radius: 6 };
/** Characters of a card: a title and a sentence or two. */
const TEXT = { least: 30, most: 280 };
/** px by which sizes and edges may differ. */
const SLACK = 2;

/** A row of three cards, each an icon or nothing, a title and a sentence. */
export const equalCards: Look = {
  id: 'equal-cards',
  title: 'Three equal cards',
  description:
    'A row of exactly three rounded cards of one size, side by side with equal gaps, each with a short title and a sentence or two and no picture of its own.',
  remedy:
    'Let the content decide: what matters most gets more room, what is a list becomes a list. Three reasons are seldom equally strong.',
  suggestion: 'Give the blocks the room that their content asks for.',
  stock: 0.35,
  sightings: ({ layout }) => {
    const { parent } = treeOf(layout);
    const groups = new Map<number, Element[]>();
    for (const element of elementsOf(layout)) {
      if (!isCard(layout, element)) continue;
      // A card may stand in a column of its own.
      const row = parent[element.index]!;
      groups.set(row, [...(groups.get(row) ?? []), element]);
    }
    return [...groups.values()].filter(isRowOfThree).map(([first, , last]) => {
      const [x, y, , height] = first!.box;
      const width = last!.box[0] + last!.box[2] - x;
      return {
        element: parent[first!.index]!,
        box: [x, y, width, height],
        message: `Three cards of one size in a row, the first of them “${textOf(layout, first!.index).slice(0, 40)}”.`,
        measured: { cards: COUNT, width: Math.round(first!.box[2]) },
      };
    });
  },
};

function isRowOfThree(cards: readonly Element[]): boolean {
  const [a, b, c] = cards.map(({ box }) => box);
  if (!a || !b || !c || cards.length !== COUNT) return false;
  const near = (one: number, other: number) => Math.abs(one - other) <= SLACK;
  const alike = [b, c].every(
    ([, y, width, height]) => near(y, a[1]) && near(width, a[2]) && near(height, a[3]),
  );
  const gaps = [b[0] - a[0] - a[2], c[0] - b[0] - b[2]];
  return alike && gaps[0]! > 0 && near(gaps[0]!, gaps[1]!);
}

function isCard(layout: Layout, element: Element): boolean {
  const { box, index } = element;
  if (box[2] < LEAST.width || box[3] < LEAST.height || radiusOf(element) < LEAST.radius) return false;
  if (!isSurface(element)) return false;
  const { length } = textOf(layout, index);
  if (length < TEXT.least || length > TEXT.most) return false;
  const inside = descendantsOf(layout, index);
  const size = ({ style }: Element) => px(style.css['font-size']);
  const titled = inside.some(
    (each) => /^h[2-6]$/.test(each.tag) || (Number(each.style.css['font-weight']) >= 600 && size(each) >= 15),
  );
  const pictured = inside.some(
    ({ tag, box: [, , width, height] }) => tag === 'img' && width * height > 96 * 96,
  );
  const form = inside.some(({ tag }) => /^(input|select|textarea|table|canvas|video)$/.test(tag));
  return titled && !pictured && !form;
}
