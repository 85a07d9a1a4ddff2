import { px } from '../../../../graph/style.js';
import type { Layout } from '../../../../render/capture.js';
import { descendantsOf, elementsOf, oklchOf, radiusOf, textOf, type Element } from '../elements.js';
import type { Look } from '../look.js';

/** px: side of a tile. */
const SIDE = { least: 28, most: 88 };
/** px between a tile and its title at most. */
const GAP = 36;
/** So many alike make it a habit of the page. */
const LEAST = 3;

/** A small rounded square with an icon, over the title of each card. */
export const iconTile: Look = {
  id: 'icon-tile',
  title: 'Icon tile over each title',
  description:
    'At least three rounded, coloured squares of one size, each with nothing but an icon in it, each straight above the title of its block.',
  remedy:
    'Show the thing itself: a picture, a figure, an example. Where an icon helps to find an entry, set it beside the title without a tile.',
  suggestion: 'Show something of the subject in place of an icon in a tile.',
  stock: 0.35,
  sightings: ({ layout }) => {
    const titles = elementsOf(layout).filter((element) => isTitle(layout, element));
    const tiles = elementsOf(layout).filter((element) => isTile(layout, element));
    const topped = tiles.flatMap((tile) => {
      const title = titles.find((each) => isUnder(each, tile));
      return title ? [{ tile, text: textOf(layout, title.index) }] : [];
    });
    const alike = topped.filter(
      ({ tile }) => topped.filter((other) => Math.abs(other.tile.box[2] - tile.box[2]) <= 1).length >= LEAST,
    );
    return alike.map(({ tile, text }) => ({
      element: tile.index,
      box: tile.box,
      message: `An icon in a rounded tile over “${text.slice(0, 40)}”.`,
      measured: { tiles: alike.length },
    }));
  },
};

function isTile(layout: Layout, element: Element): boolean {
  const [, , width, height] = element.box;
  const square = width >= SIDE.least && width <= SIDE.most && Math.abs(width - height) <= 2;
  if (!square || radiusOf(element) < 5 || /^(img|button|a|input)$/.test(element.tag)) return false;
  const { background, pictured, css } = element.style;
  const colored = pictured
    ? css['background-image'].includes('gradient')
    : background[3] > 0.05 && oklchOf(background).c > 0.02;
  if (!colored) return false;
  const text = textOf(layout, element.index);
  return text === '' ? descendantsOf(layout, element.index).length > 0 : isSign(text);
}

/** One sign that is no letter or digit: a pictogram, or a character of an icon font. */
const isSign = (text: string): boolean => Array.from(text).length <= 3 && !/[\p{L}\p{N}]/u.test(text);

function isTitle(layout: Layout, { tag, index, style }: Element): boolean {
  const bold = Number(style.css['font-weight']) >= 600 && px(style.css['font-size']) >= 14;
  if (!/^h[2-6]$/.test(tag) && !bold) return false;
  const { length } = textOf(layout, index);
  return length >= 3 && length <= 60;
}

function isUnder({ box: [x, y, width] }: Element, { box: [left, top, wide, high] }: Element): boolean {
  const gap = y - (top + high);
  const aligned = Math.abs(x - left) <= 4 || Math.abs(x + width / 2 - (left + wide / 2)) <= 4;
  return gap >= 0 && gap <= GAP && aligned;
}
