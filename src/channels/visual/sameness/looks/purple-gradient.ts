import type { Rgba } from '../../../../graph/schema.js';
import { elementsOf, gradientsOf, oklchOf } from '../elements.js';
import type { Look } from '../look.js';

/** Share of the first screen that a ground covers to be its hero. */
const SHARE = 0.12;
/** OKLCH hues in degrees: from blue over indigo and violet to magenta; at least one stop is indigo or violet. */
const RANGE = { from: 250, to: 360 };
const VIOLET = { from: 268, to: 322 };
/** OKLCH chroma from which a stop counts as a colour; darker and greyer stops are ground. */
const CHROMA = 0.07;

/** The gradient from indigo to violet behind the top of the page. */
export const purpleGradient: Look = {
  id: 'purple-gradient',
  title: 'Purple gradient at the top',
  description:
    'A large surface in the first screen, or the page itself, is filled with a gradient from indigo or blue to violet or magenta: at least two such stops, no other hue, over an eighth of the screen.',
  remedy:
    'Take the colour from the subject: the brand, a photograph, the material that the page is about. A plain ground with one strong colour says more.',
  suggestion: 'Choose a ground that comes from the subject.',
  stock: 0.45,
  sightings: ({ layout }) => {
    const [width, height] = layout.size;
    return elementsOf(layout)
      .filter(({ style, box }) => {
        if (style.textClip || !style.pictured) return false;
        const seen = Math.min(box[1] + box[3], height) - Math.max(box[1], 0);
        const share = (Math.max(0, seen) * Math.min(box[2], width)) / (width * height);
        return share >= SHARE && gradientsOf(style.css['background-image']).some(isPurple);
      })
      .slice(0, 1)
      .map(({ index, box }) => ({
        element: index,
        box,
        message: 'The top of the page lies on a gradient of indigo and violet.',
        measured: { gradient: 'indigo to violet' },
      }));
  },
};

function isPurple(stops: readonly Rgba[]): boolean {
  const hues = stops
    .filter((stop) => stop[3] >= 0.5)
    .map(oklchOf)
    .filter(({ c }) => c >= CHROMA)
    .map(({ h }) => h);
  const distinct = new Set(hues.map((hue) => Math.round(hue / 4)));
  return (
    distinct.size >= 2 &&
    hues.every((hue) => hue >= RANGE.from && hue <= RANGE.to) &&
    hues.some((hue) => hue >= VIOLET.from && hue <= VIOLET.to)
  );
}
