import sharp from 'sharp';
import type { DesignGraph, GraphNode } from '../graph/schema.js';
import type { Pixels } from './check.js';
import { findJudgeTalk } from './guard.js';

type Box = GraphNode['box'];

/** Grey of the covers. Judges that read are told what it means. */
export const COVER = 128;
/** Pixels added around a box: letters reach over the boxes of their lines. */
const MARGIN = 3;

/**
 * Covers text that certainly speaks to a judge, in a copy of the picture; the same picture where there is none. The page
 * is never touched.
 */
export function coverJudgeTalk(pixels: Pixels, graph: DesignGraph): Pixels {
  return covered(pixels, certainTalk(graph));
}

/**
 * {@link coverJudgeTalk} for a picture of the viewport, which shows the page from `scroll` on.
 *
 * @param picture PNG, scale 1
 * @param scroll of the window, CSS px
 * @returns a PNG of the same size: the same bytes where there is nothing to cover
 */
export async function coverInViewport(
  picture: Uint8Array,
  graph: Pick<DesignGraph, 'nodes'>,
  [scrollX, scrollY]: readonly [number, number],
): Promise<Uint8Array> {
  const boxes = certainTalk(graph).map(([x, y, w, h]): Box => [x - scrollX, y - scrollY, w, h]);
  if (boxes.length === 0) return picture;
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return sharp(covered({ width, height, data }, boxes).data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** The lines of text that certainly speaks to a judge, in CSS px of the page. */
function certainTalk(graph: Pick<DesignGraph, 'nodes'>): Box[] {
  return findJudgeTalk(graph).flatMap((talk) => (talk.certainty === 'certain' ? talk.boxes : []));
}

function covered(pixels: Pixels, boxes: readonly Box[]): Pixels {
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
