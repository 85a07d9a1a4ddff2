import { px } from '../../../../graph/style.js';
import { elementsOf, quote, textOf } from '../elements.js';
import type { Look } from '../look.js';

/** px: smaller text is a label. */
const LEAST_SIZE = 18;

/** Letters filled with a gradient. */
export const gradientText: Look = {
  id: 'gradient-text',
  title: 'Gradient text',
  description:
    'A heading or a large word whose letters are filled with a gradient (`background-clip: text`).',
  remedy: 'One plain colour with good contrast; weight and size give a heading its rank.',
  suggestion: 'Fill the letters with one colour.',
  stock: 0.35,
  sightings: ({ layout }) =>
    elementsOf(layout)
      .filter(
        ({ style: { textClip, css } }) =>
          textClip && css['background-image'].includes('gradient(') && px(css['font-size']) >= LEAST_SIZE,
      )
      .flatMap(({ index, box }) => {
        const text = textOf(layout, index);
        // An icon of one sign is no word.
        if (text.length < 2) return [];
        const message = `${quote(text)} is filled with a gradient.`;
        return [{ element: index, box, message, measured: { text: text.slice(0, 80) } }];
      }),
};
