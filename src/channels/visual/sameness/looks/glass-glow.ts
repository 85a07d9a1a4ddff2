import { parseColor } from '../../../../graph/color.js';
import { overlapArea } from '../../../../graph/geometry.js';
import { px } from '../../../../graph/style.js';
import { elementsOf, gradientsOf, isBelow, oklchOf, radiusOf, type Element } from '../elements.js';
import type { Look } from '../look.js';

/** px: smaller panes are labels and buttons. */
const LEAST = { width: 140, height: 60, radius: 6 };
/** A pane is glass when it lets this much through. */
const MOST_ALPHA = 0.5;
/** px of blur from which a shape or a shadow glows. */
const GLOW = 24;
const CHROMA = 0.06;

/** Frosted panes over coloured light. */
export const glassGlow: Look = {
  id: 'glass-glow',
  title: 'Glass on glow',
  description:
    'A rounded, half transparent pane that blurs what is behind it (`backdrop-filter`), over a gradient or over blurred shapes of colour. Bars that blur what scrolls below them are left out.',
  remedy: 'Give a pane a plain ground: text on it is easier to read, and the page draws faster.',
  suggestion: 'Give the pane a plain ground.',
  stock: 0.4,
  sightings: ({ layout }) => {
    const elements = elementsOf(layout);
    const lights = elements.filter(glows);
    return elements
      .filter(
        (element) =>
          element.style.backdrop &&
          element.style.background[3] <= MOST_ALPHA &&
          element.box[2] >= LEAST.width &&
          element.box[3] >= LEAST.height &&
          radiusOf(element) >= LEAST.radius &&
          lights.some(
            (light) =>
              light !== element &&
              !isBelow(layout, light.index, element.index) &&
              overlapArea(light.box, element.box) > 0,
          ),
      )
      .map(({ index, box }) => ({
        element: index,
        box,
        message: 'A pane of frosted glass over coloured light.',
        measured: { panes: 1 },
      }));
  },
};

/** Is it a gradient with colour in it, a blurred shape, or something with a coloured shadow all around? */
function glows({ style: { css, textClip, background } }: Element): boolean {
  const blur = /blur\(([\d.]+)px\)/.exec(css.filter);
  if (blur && px(blur[1]!) >= GLOW && (css['background-image'] !== 'none' || oklchOf(background).c >= CHROMA))
    return true;
  const vivid = gradientsOf(css['background-image']).some((stops) =>
    stops.some((stop) => stop[3] > 0.1 && oklchOf(stop).c >= CHROMA),
  );
  if (vivid && !textClip) return true;
  const shadow = /^(rgba?\([^)]*\)) 0px 0px (\d+(?:\.\d+)?)px/.exec(css['box-shadow']);
  const color = shadow && parseColor(shadow[1]!);
  return color !== null && px(shadow![2]!) >= GLOW && oklchOf(color).c >= CHROMA;
}
