import type { DesignGraph } from '../../graph/schema.js';
import type { Pixels } from '../check.js';
import { findJudgeTalk } from './guard.js';

/** Grey of the covers. Judges that read are told what it means. */
export const COVER = 128;
/** Pixels added around a box: letters reach over the boxes of their lines. */
const MARGIN = 3;

/**
 * Covers text that certainly speaks to a judge, in a copy of the picture; the same picture where there is none. The page
 * is never touched.
 */
export function coverJudgeTalk(pixels: Pixels, graph: DesignGraph): Pixels {
  const boxes = findJudgeTalk(graph).flatMap((talk) => (talk.certainty === 'certain' ? talk.boxes : []));
  if (boxes.length === 0) return pixels;
  const { width, height } = pixels;
  const data = Uint8Array.from(pixels.data);
  const within = (px: number, most: number) => Math.max(0, Math.min(most, px));
  for (const [x, y, w, h] of boxes) {
    const left = within(Math.floor(x - MARGIN), width);
    const right = within(Math.ceil(x + w + MARGIN), width);
    const bottom = within(Math.ceil(y + h + MARGIN), height);
    for (let row = within(Math.floor(y - MARGIN), height); row < bottom; row++) {
      data.fill(COVER, 3 * (row * width + left), 3 * (row * width + right));
    }
  }
  return { width, height, data };
}
