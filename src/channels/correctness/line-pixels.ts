import type { Rgba } from '../../graph/schema.js';
import type { Box } from '../../render/capture.js';
import type { Pixels } from '../check.js';
import { contrastRatio } from './contrast.js';

/** Width of the pieces of a line that are looked at one by one, as a multiple of its height. */
const PIECE = 3;
/** Pixels read of one piece at most. */
const MAX_SAMPLES = 300;

/** Pixels of an area, part by part, each in 0..255. */
interface Samples {
  red: Uint8Array;
  green: Uint8Array;
  blue: Uint8Array;
}

/** What lies behind one piece of a line, and how well the text stands out there. */
export interface Piece {
  background: Rgba;
  /** Contrast ratio of the text colour with it. */
  ratio: number;
}

/**
 * The local background of a line of text, piece by piece from left to right. Letters fill less than half of their line,
 * so the median of each part of the colour is the background's: exact on plain ground, local on gradients, typical on
 * photographs.
 *
 * @param box the line's box, px of the picture
 * @param text the text's own colour, opaque
 * @returns empty when the box is outside the picture, or when the text's colour is nowhere in it, so that nothing can be
 *   said about it
 */
export function piecesOf(pixels: Pixels, box: Box, text: Rgba): Piece[] {
  const area = inPicture(pixels, box);
  if (!area || !showsInk(pixels, box, text)) return [];
  const count = Math.max(1, Math.round(area[2] / (PIECE * area[3])));
  const pieces: Piece[] = [];
  for (let i = 0; i < count; i++) {
    const left = area[0] + Math.floor((i * area[2]) / count);
    const right = area[0] + Math.floor(((i + 1) * area[2]) / count);
    const background = groundOf(pixels, [left, area[1], right - left, area[3]]);
    if (background) pieces.push({ background, ratio: contrastRatio(text, background) });
  }
  return pieces;
}

/** Width of the spots that a line is looked at for its worst part, as a multiple of its height: a letter or two. */
const SPOT = 0.75;
/** Part of a spot that letters leave free at least; where less is, the ground has the colour of the text. */
const FREE = 0.15;

/**
 * What lies behind the letters, spot by spot: like {@link piecesOf}, but fine enough to see where a picture swallows a
 * letter, and without the pixels of the letters themselves. Spots without a pixel in the text's colour are the gaps
 * between words, and left out.
 */
export function spotsOf(pixels: Pixels, box: Box, text: Rgba): Piece[] {
  const area = inPicture(pixels, box);
  if (!area) return [];
  const count = Math.max(1, Math.round(area[2] / (SPOT * area[3])));
  const spots: Piece[] = [];
  for (let i = 0; i < count; i++) {
    const left = area[0] + Math.floor((i * area[2]) / count);
    const right = area[0] + Math.floor(((i + 1) * area[2]) / count);
    if (right <= left) continue;
    const samples = samplesOf(pixels, [left, area[1], right - left, area[3]]);
    const free = samplesWithout(samples, text);
    const total = samples.red.length;
    if (free.red.length > total * (1 - INK_SHARE)) continue;
    const { red, green, blue } = free.red.length < total * FREE ? samples : free;
    const background: Rgba = [median(red), median(green), median(blue), 1];
    spots.push({ background, ratio: contrastRatio(text, background) });
  }
  return spots;
}

/** The samples that are not near a colour. */
function samplesWithout({ red, green, blue }: Samples, [r, g, b]: Rgba): Samples {
  const isFar = (i: number) =>
    Math.max(Math.abs(red[i]! / 255 - r), Math.abs(green[i]! / 255 - g), Math.abs(blue[i]! / 255 - b)) >=
    INK_DISTANCE;
  const part = (from: Uint8Array) => from.filter((_, i) => isFar(i));
  return { red: part(red), green: part(green), blue: part(blue) };
}

/** The typical colour of a box, or null when it lies outside the picture. */
export function groundOf(pixels: Pixels, box: Box): Rgba | null {
  const area = inPicture(pixels, box);
  if (!area) return null;
  const { red, green, blue } = samplesOf(pixels, area);
  return [median(red), median(green), median(blue), 1];
}

/**
 * Part of the pixels in a box that stand out from the text's colour by at least `ratio`. Letters with a shadow or an
 * outline are legible when enough of what touches them does.
 */
export function shareStandingOut(pixels: Pixels, box: Box, text: Rgba, ratio: number): number {
  return shareOf(pixels, box, (sample) => contrastRatio(sample, text) >= ratio);
}

/** In [0,1] of each part; antialiasing leaves thin strokes of small text that far from their colour. */
const INK_DISTANCE = 0.22;
const INK_SHARE = 0.02;
/** In [0,1] of each part; colours nearer to each other than this can't be told apart by the pixels between them. */
const ALIKE = 0.04;

/** True when the picture shows letters of this colour in a box: enough pixels near it. */
export function showsInk(pixels: Pixels, box: Box, text: Rgba): boolean {
  return shareOf(pixels, box, (sample) => distance(sample, text) < INK_DISTANCE) >= INK_SHARE;
}

/**
 * True when the picture shows letters of this colour although something of a plain colour should cover them. The cover
 * may be nearly of the colour of the letters, so only pixels nearer to theirs count; where the two are too alike for
 * that, letters leave some of their ground free, and a cover does not.
 */
export function showsInkOver(pixels: Pixels, box: Box, text: Rgba, cover: Rgba): boolean {
  const isInk = (sample: Rgba) => distance(sample, text) < INK_DISTANCE;
  if (distance(text, cover) < ALIKE)
    return showsInk(pixels, box, text) && shareOf(pixels, box, (sample) => !isInk(sample)) >= INK_SHARE;
  const ink = shareOf(pixels, box, (s) => isInk(s) && distance(s, text) < distance(s, cover));
  return ink >= INK_SHARE;
}

/** The largest difference of red, green or blue between two colours. */
function distance(a: Rgba, b: Rgba): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}

/**
 * Is there nothing at all in a box that could be a letter: no spot of it in which enough pixels stand out from the ground by `ratio`?
 * False where part of the box is outside the picture: nothing can be said of that.
 */
export function isFlat(pixels: Pixels, box: Box, ratio: number): boolean {
  const area = inPicture(pixels, box);
  if (!area || area[2] < Math.floor(box[2]) || area[3] < Math.floor(box[3])) return false;
  const count = Math.max(1, Math.round(area[2] / (SPOT * area[3])));
  for (let i = 0; i < count; i++) {
    const left = area[0] + Math.floor((i * area[2]) / count);
    const right = area[0] + Math.floor(((i + 1) * area[2]) / count);
    const spot: Box = [left, area[1], right - left, area[3]];
    const ground = groundOf(pixels, spot);
    if (ground && shareStandingOut(pixels, spot, ground, ratio) >= INK_SHARE) return false;
  }
  return true;
}

/** Part of the pixels in a box that meet a condition; 0 outside the picture. */
function shareOf(pixels: Pixels, box: Box, test: (sample: Rgba) => boolean): number {
  const area = inPicture(pixels, box);
  if (!area) return 0;
  const { red, green, blue } = samplesOf(pixels, area);
  let count = 0;
  for (let i = 0; i < red.length; i++) {
    if (test([red[i]! / 255, green[i]! / 255, blue[i]! / 255, 1])) count++;
  }
  return count / red.length;
}

/** Pixels of an area that is not empty: all of them, or an even choice. */
function samplesOf({ width, data }: Pixels, [x, y, w, h]: Box): Samples {
  const step = Math.max(1, Math.floor(Math.sqrt((w * h) / MAX_SAMPLES)));
  const count = Math.ceil(w / step) * Math.ceil(h / step);
  const samples: Samples = {
    red: new Uint8Array(count),
    green: new Uint8Array(count),
    blue: new Uint8Array(count),
  };
  let i = 0;
  for (let row = y; row < y + h; row += step) {
    for (let column = x; column < x + w; column += step) {
      const at = (row * width + column) * 3;
      samples.red[i] = data[at]!;
      samples.green[i] = data[at + 1]!;
      samples.blue[i++] = data[at + 2]!;
    }
  }
  return samples;
}

/** Median of one part, in [0,1]. */
function median(part: Uint8Array): number {
  const sorted = part.toSorted();
  return sorted[sorted.length >> 1]! / 255;
}

/** The box in whole pixels, cut to the picture; null when nothing is left. */
function inPicture({ width, height }: Pixels, [x, y, w, h]: Box): Box | null {
  const left = Math.max(0, Math.round(x));
  const top = Math.max(0, Math.round(y));
  const right = Math.min(width, Math.round(x + w));
  const bottom = Math.min(height, Math.round(y + h));
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : null;
}
