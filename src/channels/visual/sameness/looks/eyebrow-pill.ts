import { px } from '../../../../graph/style.js';
import type { Layout } from '../../../../render/capture.js';
import { elementsOf, isSurface, quote, radiusOf, textOf, type Element } from '../elements.js';
import type { Look } from '../look.js';

/** Longest label, in characters. */
const LONGEST = 42;
/** px between the label and its heading at most. */
const GAP = 48;
/** Size of the label as a share of its heading's at most. */
const SMALLER = 0.62;
/** em of letter spacing from which capitals are set as a label. */
const SPACED = 0.04;
/** From so many headings with a label, and this share of all headings of their size, it is a habit of the page. */
const HABIT = { count: 3, share: 0.6 };

/** A small label over each heading, often in a pill. */
export const eyebrowPill: Look = {
  id: 'eyebrow-pill',
  title: 'Eyebrow over every heading',
  description:
    'A short label in a pill straight above the largest heading; or such labels, in pills or in spaced capitals, above at least three headings and most of those of their size.',
  remedy:
    'A label over a heading earns its place where it says something that the heading does not: a date, a section of a newspaper. Else leave it out.',
  suggestion: 'Leave the label out, unless it says more than the heading does.',
  stock: 0.3,
  sightings: ({ layout }) => {
    const elements = elementsOf(layout);
    const headings = elements.filter(({ tag, box }) => /^h[1-3]$/.test(tag) && box[2] > 1);
    const largest = Math.max(...headings.map(sizeOf));
    const labels = elements.filter((element) => isLabel(layout, element));
    const found = headings.flatMap((heading) => {
      const label = labels.find((each) => isOver(each, heading));
      return label ? [{ heading, label, pill: isPill(label) }] : [];
    });
    const over = (size: number) => found.filter(({ heading }) => sizeOf(heading) === size);
    const habits = found.filter(({ heading, pill }) => {
      const size = sizeOf(heading);
      const alike = over(size).length;
      const all = headings.filter((each) => sizeOf(each) === size).length;
      return (pill && size === largest) || (alike >= HABIT.count && alike / all >= HABIT.share);
    });
    return habits.map(({ heading, label, pill }) => ({
      element: label.index,
      box: label.box,
      message: `${quote(textOf(layout, label.index))} is a ${pill ? 'pill' : 'label in capitals'} over ${quote(textOf(layout, heading.index))}.`,
      measured: { label: textOf(layout, label.index) },
    }));
  },
};

const sizeOf = ({ style }: Element): number => Math.round(px(style.css['font-size']));

function isPill(element: Element): boolean {
  const [, , width, height] = element.box;
  return height <= 48 && width >= 1.5 * height && radiusOf(element) >= 0.4 * height && isSurface(element);
}

function isLabel(layout: Layout, element: Element): boolean {
  const { box, tag, style } = element;
  if (box[3] > 48 || /^(h[1-6]|a|button|input|svg|img)$/.test(tag)) return false;
  const text = textOf(layout, element.index);
  if (text.length < 3 || text.length > LONGEST || !/\p{L}{2}/u.test(text)) return false;
  const { css } = style;
  const capitals =
    css['text-transform'] === 'uppercase' || (text === text.toUpperCase() && text !== text.toLowerCase());
  return isPill(element) || (capitals && px(css['letter-spacing']) >= SPACED * px(css['font-size']));
}

function isOver({ box, style }: Element, heading: Element): boolean {
  const [x, y, width, height] = box;
  const [left, top, wide] = heading.box;
  const gap = top - (y + height);
  const aligned = Math.abs(x - left) <= 4 || Math.abs(x + width / 2 - (left + wide / 2)) <= 4;
  return gap >= -2 && gap <= GAP && aligned && px(style.css['font-size']) <= SMALLER * sizeOf(heading);
}
