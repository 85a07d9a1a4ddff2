import type { Box, Layout } from '../../../render/capture.js';
import { factsOf, sceneOf, upFrom } from '../scene.js';
import { controlOf } from './arrows.js';
import type { Paragraph } from './paragraphs.js';
import { RTL_THRESHOLDS } from './thresholds.js';

const { minWords, minLetters, slack } = RTL_THRESHOLDS['text-direction'];
const { minWidth } = RTL_THRESHOLDS['rtl-mirroring'];

/** Is this element's text set against the left edge? */
export function isLeft(layout: Layout, element: number): boolean {
  return /^(?:left|end|-webkit-left)$/.test(factsOf(layout, element)!.css['text-align']);
}

/** Where text is set to the far edge by custom: cells, signatures, dates. */
const AT_END = new Set(['td', 'th', 'cite', 'footer', 'figcaption', 'time', 'address', 'nav']);

/**
 * Headings and texts of one line that are set against the left edge by name, in a box as wide as its column and with room at
 * the right. `end` is the far edge by wish, in any direction.
 */
export function isShortAndLeft(layout: Layout, { block, text, rtlLetters }: Paragraph): boolean {
  const { element, level, lines } = block;
  const { parent, box } = layout.nodes[element]!;
  const column = layout.nodes[parent]?.box;
  const css = factsOf(layout, element)!.css;
  if (!box || !column || !/^(?:-webkit-)?left$/.test(css['text-align'])) return false;
  if (!/^(?:block|list-item|flow-root)$/.test(css.display) || box[2] < column[2] * minWidth.value)
    return false;
  const right = Math.max(...lines.map((line) => line.box[0] + line.box[2]));
  if (box[0] + box[2] - right <= slack.value || controlOf(layout, element) >= 0) return false;
  if (level > 0) return true;
  const isText = rtlLetters >= minLetters.value && text.trim().split(/\s+/).length >= minWords.value;
  return (
    isText &&
    !/^\s*[-–—]/.test(text) &&
    !endsRow(layout, block.box) &&
    ![...upFrom(layout, element)].some((i) => AT_END.has(layout.nodes[i]!.name))
  );
}

/** Is there text beside it on the right? Then it stands at the end of a row. */
function endsRow(layout: Layout, [x, y, width, height]: Box): boolean {
  return sceneOf(layout).lines.some(
    ({ box }) => box[0] >= x + width && box[1] < y + height && y < box[1] + box[3],
  );
}
