import { parseColor } from '../../../../graph/color.js';
import { px } from '../../../../graph/style.js';
import type { Rgba } from '../../../../graph/schema.js';
import type { Layout } from '../../../../render/capture.js';
import type { CheckContext, Pixels } from '../../../check.js';
import { childrenOf, elementsOf, isSurface, oklchOf, radiusOf, type Element } from '../elements.js';
import type { Look, Sighting } from '../look.js';

/** Smaller surfaces are labels and buttons. */
const LEAST = { width: 140, height: 44, radius: 4 };
/** Thickness of a stripe in px. */
const STRIPE = { least: 2, most: 8 };
/** Share of the card's side that a stripe drawn as an element of its own runs along. */
const ALONG = 0.9;
/** OKLCH chroma from which a stripe has a colour and is no hairline. */
const CHROMA = 0.05;

/** A coloured stripe along one edge of a rounded card. */
export const accentStripe: Look = {
  id: 'accent-stripe',
  title: 'Accent stripe on a rounded card',
  description:
    'A rounded card, notice or quotation with a coloured stripe of 2 to 8 px along its left or top edge, drawn as a thicker border or as a bar of its own. Stripes on square blocks, tabs and menu entries are left out.',
  remedy:
    'Let the content tell what matters: its order, its size, an icon that means something. A card that needs to stand out can have a ground of its own.',
  suggestion: 'Set the card apart by its content or its ground, not by a stripe.',
  stock: 0.35,
  sightings: async (context: CheckContext): Promise<Sighting[]> => {
    const { layout } = context;
    const cards = elementsOf(layout).filter(
      (element) =>
        element.box[2] >= LEAST.width &&
        element.box[3] >= LEAST.height &&
        radiusOf(element) >= LEAST.radius &&
        isSurface(element) &&
        !isEntry(layout, element),
    );
    const picture = cards.length > 0 ? await context.pixels() : null;
    return cards.flatMap((card) => {
      const side = borderStripe(card, picture) ?? barStripe(layout, card);
      return side === null
        ? []
        : [
            {
              element: card.index,
              box: card.box,
              message: `A rounded card with a coloured stripe along its ${side} edge.`,
              measured: { edge: side },
            },
          ];
    });
  },
};

type Side = 'left' | 'top';

/** A stripe made of a border that is thicker than the one opposite. Only the top one's colour is captured: pixels tell the other. */
function borderStripe({ box, style }: Element, picture: Pixels | null): Side | null {
  const width = (side: 'left' | 'right' | 'top' | 'bottom') => px(style.css[`border-${side}-width`]);
  const isStripe = (side: number, opposite: number) =>
    side >= STRIPE.least && side <= STRIPE.most && opposite <= 1 && side - opposite >= 1.5;
  if (isStripe(width('left'), width('right')) && width('top') <= 1) {
    const seen = picture && colorAt(picture, box[0] + width('left') / 2, box[1] + box[3] / 2);
    return seen && isVivid(seen) ? 'left' : null;
  }
  const top = parseColor(style.css['border-top-color']);
  if (isStripe(width('top'), width('bottom')) && width('left') <= 1)
    return top && isVivid(top) ? 'top' : null;
  return null;
}

/** A stripe made of an element of its own, along the card's edge. */
function barStripe(layout: Layout, { index, box: [x, y, width, height] }: Element): Side | null {
  for (const { box, style } of childrenOf(layout, index)) {
    const colored = style.pictured
      ? style.css['background-image'].includes('gradient')
      : isVivid(style.background);
    if (!colored || style.placed !== 'absolute') continue;
    const thin = Math.min(box[2], box[3]);
    if (thin < STRIPE.least || thin > STRIPE.most) continue;
    if (box[3] >= ALONG * height && Math.abs(box[0] - x) <= 2) return 'left';
    if (box[2] >= ALONG * width && Math.abs(box[1] - y) <= 2) return 'top';
  }
  return null;
}

const isVivid = (color: Rgba): boolean => color[3] > 0.3 && oklchOf(color).c >= CHROMA;

function colorAt({ width, height, data }: Pixels, x: number, y: number): Rgba | null {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return null;
  const at = 3 * (row * width + column);
  return [data[at]! / 255, data[at + 1]! / 255, data[at + 2]! / 255, 1];
}

/** In tabs and menus a stripe marks the entry that is open. */
function isEntry(layout: Layout, { index, tag }: Element): boolean {
  const { role, 'aria-selected': selected, 'aria-current': current } = layout.nodes[index]!.attributes ?? {};
  return role === 'tab' || selected !== undefined || current !== undefined || ['a', 'button'].includes(tag);
}
