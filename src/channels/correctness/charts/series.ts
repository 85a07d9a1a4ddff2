import { parseColor } from '../../../graph/color.js';
import type { Rgba } from '../../../graph/schema.js';
import type { Box, Layout } from '../../../render/capture.js';
import { factsOf, sceneOf } from '../scene.js';
import { containerOf, textsAround } from './container.js';
import type { Chart, Mark } from './chart.js';

/** The marks of one colour that stand for one series. */
export interface Series {
  color: Rgba;
  marks: Mark[];
}

/** What names a series: a sign of its colour with words, words in its colour, or words at the end of its line. */
export interface LegendEntry {
  series: Series;
  /** Box of the words. */
  box: Box;
  text: string;
  /** Index of the element that draws the words. */
  element: number;
}

const MAX_SERIES = 12;

/**
 * The series of a chart with axes, when there are several: lines of different colours, or bars that stand side by side or
 * on each other in different colours, equally many of each. Bars that only differ in colour (one is set off, each has its
 * own) are one series.
 */
export function seriesOf({ bars, lines }: Chart): Series[] {
  const drawn = byColor(lines);
  if (drawn.length >= 2) return drawn.length <= MAX_SERIES ? drawn : [];
  const groups = byColor(bars).filter(({ marks }) => marks.length >= 2);
  const counts = groups.map(({ marks }) => marks.length);
  const even = groups.length >= 2 && Math.max(...counts) === Math.min(...counts);
  if (!even || groups.length > MAX_SERIES) return [];
  return groups.every((group) => varies(group) && alternates(group, groups)) ? groups : [];
}

/** Bars that are all as long are no data: a track behind others, or the part of each up to a limit. */
function varies({ marks }: Series): boolean {
  const range = (side: 2 | 3) => {
    const lengths = marks.map(({ box }) => box[side]);
    return Math.max(...lengths) - Math.min(...lengths);
  };
  return Math.max(range(2), range(3)) > 2;
}

/** Is there a bar of another series beside or above each of its bars? A colour for a stretch of bars is no series. */
function alternates({ marks }: Series, groups: readonly Series[]): boolean {
  const others = groups.flatMap((group) => (group.marks === marks ? [] : group.marks));
  return marks.every(({ box: [x, y, width, height] }) =>
    others.some(({ box }) => {
      const beside = Math.min(Math.abs(box[0] - x - width), Math.abs(x - box[0] - box[2])) < 0.6 * width;
      const upright = Math.min(Math.abs(box[1] - y - height), Math.abs(y - box[1] - box[3])) < 0.6 * height;
      const sameColumn = Math.abs(box[0] - x) < 1 && Math.abs(box[2] - width) < 1;
      const sameRow = Math.abs(box[1] - y) < 1 && Math.abs(box[3] - height) < 1;
      return (
        sameColumn ||
        sameRow ||
        (beside && Math.abs(box[2] - width) < 1) ||
        (upright && Math.abs(box[3] - height) < 1)
      );
    }),
  );
}

function byColor(marks: readonly Mark[]): Series[] {
  const series: Series[] = [];
  for (const mark of marks) {
    const known = series.find(({ color }) => isSame(color, mark.color));
    if (known) known.marks.push(mark);
    else series.push({ color: mark.color, marks: [mark] });
  }
  return series;
}

/** The same colour to a reader; how transparent it is drawn doesn't matter. */
export function isSame(a: Rgba, b: Rgba): boolean {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) < 0.06;
}

/** Signs of a legend are at most so large, px, and stand so close to their words. */
const SIGN = { width: 48, height: 28 } as const;
export const CLOSE = 40;

/** The entries that name a chart's series, in the drawing and around it. */
export function legendOf(layout: Layout, chart: Chart, series: readonly Series[]): LegendEntry[] {
  const container = containerOf(layout, chart);
  // A series may be called by a number ("2024"), where the library tells its name.
  const names = new Set(chart.data.map((one) => one.series));
  const words = [
    ...chart.texts.filter(({ value, text }) => value === null || names.has(text)),
    ...textsAround(layout, chart, container).map((line) => ({
      ...line,
      color: colorOf(layout, line.element),
    })),
  ].filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const signs = signsIn(layout, container);
  return series.flatMap((one) => {
    const marks = new Set(one.marks.map(({ element }) => element));
    const own = [...signs.filter(({ element }) => !marks.has(element)), ...chart.signs].filter(({ color }) =>
      isSame(color, one.color),
    );
    const entries = words.flatMap(({ box, text, element, color }) => {
      const distances = own.map((sign) => distance(sign.box, box));
      if (color && isSame(color, one.color)) distances.push(0);
      if (one.marks.some((mark) => endsAt(mark.box, box))) distances.push(CLOSE - 1);
      const nearest = Math.min(...distances);
      return nearest < CLOSE ? [{ series: one, box, text, element, nearest }] : [];
    });
    return entries.toSorted((a, b) => a.nearest - b.nearest).slice(0, 1);
  });
}

function colorOf(layout: Layout, element: number): Rgba | null {
  return parseColor(factsOf(layout, element)?.css.color ?? '');
}

/** Small things of one colour: squares, dots, dashes; backgrounds, borders, fills and strokes. */
function signsIn(layout: Layout, container: number): Mark[] {
  const signs: Mark[] = [];
  const { drawn } = sceneOf(layout);
  for (let i = container + 1; i < layout.nodes.length && layout.nodes[i]!.parent >= container; i++) {
    const { type, box } = layout.nodes[i]!;
    if (type !== 'element' || !box || !drawn[i] || box[2] > SIGN.width || box[3] > SIGN.height) continue;
    const css = factsOf(layout, i)?.css;
    for (const value of [css?.['background-color'], css?.fill, css?.stroke, css?.['border-top-color']]) {
      const color = value === undefined ? null : parseColor(value);
      if (color && color[3] > 0.05) signs.push({ element: i, box, color });
    }
  }
  return signs;
}

/** Px between a sign and the words on its level; infinite on another. */
export function distance(sign: Box, text: Box): number {
  const middle = sign[1] + sign[3] / 2;
  if (middle < text[1] - 4 || middle > text[1] + text[3] + 4) return Infinity;
  return Math.max(0, text[0] - sign[0] - sign[2], sign[0] - text[0] - text[2]);
}

/** Words at the right end of a line name it. */
function endsAt([x, y, width, height]: Box, text: Box): boolean {
  const gap = text[0] - x - width;
  const middle = text[1] + text[3] / 2;
  return width > 60 && gap > -4 && gap < CLOSE && middle > y - 12 && middle < y + height + 12;
}
