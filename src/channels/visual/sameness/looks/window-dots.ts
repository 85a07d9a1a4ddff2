import { elementsOf, oklchOf, radiusOf, textOf, type Element } from '../elements.js';
import type { Look } from '../look.js';

/** px across. */
const SIZE = { least: 6, most: 18 };
/** OKLCH hues in degrees of the three dots, left to right: red, yellow, green. */
const HUES = [
  [5, 45],
  [60, 110],
  [125, 170],
] as const;

/** Three dots in red, yellow and green: a window drawn around code or a picture. */
export const windowDots: Look = {
  id: 'window-dots',
  title: 'Drawn window dots',
  description:
    'Three small discs in red, yellow and green side by side, as in the corner of a window: a frame around code or a picture that is no window.',
  remedy: 'Show the code or the picture itself, with a caption that says what it is.',
  suggestion: 'Leave the drawn window out.',
  stock: 0.25,
  sightings: ({ layout }) => {
    const dots = elementsOf(layout).filter(
      (element) => isDot(element) && textOf(layout, element.index) === '',
    );
    return dots.flatMap((dot, i) => {
      const three = dots.slice(i, i + 3);
      const level = three.every(({ box }) => Math.abs(box[1] - dot.box[1]) <= 2);
      const colored = HUES.every(([from, to], k) => {
        const color = three[k] && oklchOf(three[k].style.background);
        return color !== undefined && color.c >= 0.08 && color.h >= from && color.h <= to;
      });
      if (!level || !colored) return [];
      const [x, y, , height] = dot.box;
      const width = three[2]!.box[0] + three[2]!.box[2] - x;
      return {
        element: dot.index,
        box: [x, y, width, height],
        message: 'Three dots in red, yellow and green draw a window.',
        measured: { dots: three.length },
      };
    });
  },
};

function isDot(element: Element): boolean {
  const [, , width, height] = element.box;
  return (
    Math.abs(width - height) <= 1 &&
    width >= SIZE.least &&
    width <= SIZE.most &&
    radiusOf(element) >= 0.45 * width &&
    element.style.background[3] > 0.5
  );
}
