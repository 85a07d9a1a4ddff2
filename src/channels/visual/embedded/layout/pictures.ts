import type { DesignGraph } from '../../../../graph/schema.js';
import type { Pixels } from '../../../check.js';

export type PictureMeasure = 'pictureContrast';

/** px between the pixels that are read. */
const STEP = 8;

/**
 * Distance between the twentieth darkest and the twentieth lightest part of all pictures on the page, 0 to 255; 255 where there
 * are none, since none is too pale.
 */
export function pictureMeasures(graph: DesignGraph, pixels: Pixels): Record<PictureMeasure, number> {
  const scale = pixels.width / graph.canvas[0];
  const counts = new Uint32Array(256);
  let all = 0;
  for (const { role, clippedBox, placeholder } of graph.nodes) {
    if (role !== 'image' || !clippedBox || placeholder) continue;
    const [left, top, width, height] = clippedBox.map((value) => Math.round(value * scale)) as [
      number,
      number,
      number,
      number,
    ];
    for (let y = Math.max(0, top); y < Math.min(pixels.height, top + height); y += STEP) {
      for (let x = Math.max(0, left); x < Math.min(pixels.width, left + width); x += STEP) {
        const at = (y * pixels.width + x) * 3;
        counts[(pixels.data[at]! * 77 + pixels.data[at + 1]! * 150 + pixels.data[at + 2]! * 29) >> 8]!++;
        all++;
      }
    }
  }
  return { pictureContrast: all > 0 ? span(counts, all / 20) : 255 };
}

function span(counts: Uint32Array, share: number): number {
  let low = 0;
  let high = 255;
  for (let sum = counts[0]!; sum < share;) sum += counts[++low]!;
  for (let sum = counts[255]!; sum < share;) sum += counts[--high]!;
  return Math.max(0, high - low);
}
