import type { CheckContext } from '../../../check.js';
import { area } from '../../../../graph/geometry.js';
import { elementsOf, isBelow, oklchOf, radiusOf, type Element } from '../elements.js';
import type { Look, Sighting } from '../look.js';

/** Share of the page's letters that stand in the card. */
const HOLDS = 0.9;
/** Share of the viewport's width. */
const WIDTH = { least: 0.2, most: 0.94 };
/** OKLCH lightness: a white card on a pale grey ground. */
const PALE = 0.9;

/** The whole page in one white card on a pale ground. */
export const loneCard: Look = {
  id: 'lone-card',
  title: 'Whole page in one card',
  description:
    'One rounded white card with a shadow, centred on a pale ground, holds the page: at least nine tenths of its text. Components are left out: a card may be what was asked for.',
  remedy:
    'Use the page as the ground: a frame around everything sets nothing apart. Keep cards for things that are several.',
  suggestion: 'Let the page itself be the ground.',
  stock: 0.25,
  sightings: ({ layout, graph, kind }: CheckContext): Sighting[] => {
    if (kind === 'component') return [];
    const letters = graph.nodes.filter(({ text }) => text.trim() !== '');
    const total = letters.reduce((sum, { text }) => sum + text.length, 0);
    const [width] = layout.size;
    const card = elementsOf(layout).find((element) => {
      if (!isPaleCard(element, width)) return false;
      const within = letters.filter(
        (node) => node.element === element.index || isBelow(layout, node.element, element.index),
      );
      return total > 0 && within.reduce((sum, { text }) => sum + text.length, 0) >= HOLDS * total;
    });
    if (!card) return [];
    return [
      {
        element: card.index,
        box: card.box,
        message: 'The whole page stands in one white card with a shadow.',
        measured: { share: Number((area(card.box) / (layout.page[0] * layout.page[1])).toFixed(2)) },
      },
    ];
  },
};

function isPaleCard(element: Element, width: number): boolean {
  const { box, style } = element;
  const centred = Math.abs(box[0] + box[2] / 2 - width / 2) <= 12;
  const fits = box[2] >= WIDTH.least * width && box[2] <= WIDTH.most * width;
  if (!centred || !fits || radiusOf(element) < 4 || !style.shadowed) return false;
  return style.background[3] > 0.9 && oklchOf(style.background).l >= PALE;
}
