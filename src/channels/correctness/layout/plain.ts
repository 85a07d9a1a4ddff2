import type { Box } from '../../../render/capture.js';
import type { Pixels } from '../../check.js';

/** Distance of samples, px. */
const STEP = 4;
/** Sum of the differences of red, green and blue, of 255 each, that an eye takes for an edge. */
const EDGE = 24;

/**
 * Is there nothing to see in a part of the picture: one colour, or a gradient without edges? Samples are compared with
 * their neighbours; up to `maxEdges` of them may differ. Parts outside of the picture are not looked at; with nothing
 * left of the box the answer is no.
 */
export function isPlain(pixels: Pixels, box: Box, maxEdges = 0.003): boolean {
  return hasFewEdges(pixels, box, maxEdges, [STEP, STEP * pixels.width]);
}

/** Does nothing begin or end in it from top to bottom? Grounds and borders beside each other may run through it. */
export function runsThrough(pixels: Pixels, box: Box, maxEdges = 0.003): boolean {
  return hasFewEdges(pixels, box, maxEdges, [STEP * pixels.width]);
}

/** Part of a box's width along which a ground begins or ends where one part of a page ends. */
const SEAM = 0.1;

/**
 * The highest part of a box that no ground begins or ends in: what lies between the end of one part of a page and the beginning of
 * the next.
 */
export function betweenSeams(pixels: Pixels, [x, y, width, height]: Box): Box {
  const seams: number[] = [];
  for (let at = Math.ceil(y); at + STEP < y + height; at += STEP)
    if (!hasFewEdges(pixels, [x, at, width, 2 * STEP], SEAM, [STEP * pixels.width])) seams.push(at);
  const ends = [...seams, y + height];
  const parts = ends.map((end, i): Box => {
    const start = i === 0 ? y : seams[i - 1]! + STEP;
    return [x, start, width, Math.max(0, end - start)];
  });
  return parts.reduce((a, b) => (b[3] > a[3] ? b : a));
}

/** @param neighbours distance of the pixels that a sample is compared with, in pixels of the picture's data */
function hasFewEdges(
  { width, height, data }: Pixels,
  box: Box,
  maxEdges: number,
  neighbours: readonly number[],
): boolean {
  const [left, top] = [Math.max(0, Math.ceil(box[0])), Math.max(0, Math.ceil(box[1]))];
  const right = Math.min(width, Math.floor(box[0] + box[2])) - STEP;
  const bottom = Math.min(height, Math.floor(box[1] + box[3])) - STEP;
  const differ = (a: number, b: number) =>
    Math.abs(data[a]! - data[b]!) +
      Math.abs(data[a + 1]! - data[b + 1]!) +
      Math.abs(data[a + 2]! - data[b + 2]!) >
    EDGE;
  let samples = 0;
  let edges = 0;
  for (let y = top; y < bottom; y += STEP) {
    for (let x = left; x < right; x += STEP) {
      const at = (y * width + x) * 3;
      samples++;
      if (neighbours.some((distance) => differ(at, at + distance * 3))) edges++;
    }
  }
  return samples > 0 && edges <= maxEdges * samples;
}
