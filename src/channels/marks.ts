import sharp from 'sharp';
import { overlapArea } from '../graph/geometry.js';
import type { GraphNode } from '../graph/schema.js';

type Box = GraphNode['box'];

/** A numbered box to be drawn. */
export interface Mark {
  number: number;
  /** px of the picture. */
  box: Box;
}

/** Colours told apart by hue and lightness, each dark enough for white digits; from OKLCH with L .45 and .55, C .16. */
const COLOURS = ['#a1140e', '#0b5cad', '#0a6b2c', '#8a2a9c', '#8f4a00', '#00666e', '#b0126b', '#4a45c4'];
/** Width of a picture, in px, at which a label is 18 px high: at this width providers show it unscaled. */
const BASE_WIDTH = 1280;
const LABEL = 18;
/**
 * Strokes of the digits on a grid of 2 x 4, since no machine is sure to have a font: "M" moves to a point, the rest are
 * lines.
 */
const DIGITS = [
  'M0 0L2 0L2 4L0 4Z',
  'M0.4 0.7L1.2 0L1.2 4M0.4 4L2 4',
  'M0 0L2 0L2 2L0 2L0 4L2 4',
  'M0 0L2 0L2 4L0 4M0.5 2L2 2',
  'M0 0L0 2L2 2M1.7 0L1.7 4',
  'M2 0L0 0L0 2L2 2L2 4L0 4',
  'M2 0L0 0L0 4L2 4L2 2L0 2',
  'M0 0L2 0L0.8 4',
  'M0 0L2 0L2 4L0 4ZM0 2L2 2',
  'M2 2L0 2L0 0L2 0L2 4L0 4',
];

/**
 * Draws numbered boxes on a copy of a picture; the page is never touched. Labels are put where they hide as little as
 * possible: of the places at the corners of a box the one that overlaps least with other labels, then with other boxes.
 *
 * @param picture PNG, JPEG or WebP
 * @returns a PNG of the same size
 */
export async function drawMarks(picture: Uint8Array, marks: readonly Mark[]): Promise<Uint8Array> {
  const { width, height } = await sharp(picture).metadata();
  const svg = markup(marks, width, height);
  return sharp(picture)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}

/** The boxes and labels as SVG. */
export function markup(marks: readonly Mark[], width: number, height: number): string {
  const unit = Math.max(1, width / BASE_WIDTH);
  const labels = placeLabels(marks, width, height);
  const drawn = marks.map(({ number, box }, i) => {
    const colour = COLOURS[(number - 1) % COLOURS.length]!;
    const [x, y, w, h] = within(box, width, height, 1.5 * unit);
    const frame = `x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(h)}" fill="none"`;
    return (
      `<rect ${frame} stroke="#fff" stroke-width="${r(4 * unit)}" stroke-opacity=".8"/>` +
      `<rect ${frame} stroke="${colour}" stroke-width="${r(2 * unit)}"/>` +
      label(number, labels[i]!, colour)
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`;
}

function label(number: number, [x, y, w, h]: Box, colour: string): string {
  const digits = String(number).split('');
  const scale = (0.56 * h) / 4;
  const start = x + (w - (digits.length * 3 - 1) * scale) / 2;
  const paths = digits.map((digit, i) => {
    const at = `translate(${r(start + i * 3 * scale)} ${r(y + 0.22 * h)}) scale(${r(scale)})`;
    return `<path transform="${at}" d="${DIGITS[Number(digit)]!}" fill="none" stroke="#fff" stroke-width=".8"/>`;
  });
  return `<rect x="${r(x)}" y="${r(y)}" width="${r(w)}" height="${r(h)}" rx="${r(h / 6)}" fill="${colour}" stroke="#fff" stroke-width="${r(h / 18)}"/>${paths.join('')}`;
}

/** Where each label goes: px of the picture, within it. */
export function placeLabels(marks: readonly Mark[], width: number, height: number): Box[] {
  const h = LABEL * Math.max(1, width / BASE_WIDTH);
  const placed: Box[] = [];
  for (const { number, box } of marks) {
    const w = h * (0.5 + 0.45 * String(number).length);
    const [x, y, boxWidth, boxHeight] = box;
    const [right, bottom] = [x + boxWidth, y + boxHeight];
    const places = [
      [x, y - h],
      [right - w, y - h],
      [x - w, y],
      [right, y],
      [x, bottom],
      [right - w, bottom],
      [x, y],
      [right - w, y],
      [x, bottom - h],
      [right - w, bottom - h],
    ].map(([left, top]): Box => [clamp(left!, width - w), clamp(top!, height - h), w, h]);
    const cost = (place: Box) =>
      100 * sum(placed.map((other) => overlapArea(place, other))) +
      sum(marks.map((other) => overlapArea(place, other.box) / (1 + Math.sqrt(other.box[2] * other.box[3]))));
    placed.push(places.reduce((best, place) => (cost(place) < cost(best) ? place : best)));
  }
  return placed;
}

/** A box with its stroke inside the picture. */
function within([x, y, w, h]: Box, width: number, height: number, inset: number): Box {
  const left = Math.max(inset, x);
  const top = Math.max(inset, y);
  return [
    left,
    top,
    Math.max(1, Math.min(width - inset, x + w) - left),
    Math.max(1, Math.min(height - inset, y + h) - top),
  ];
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const r = (value: number) => Math.round(value * 100) / 100;
