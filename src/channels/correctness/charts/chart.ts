import type { Rgba } from '../../../graph/schema.js';
import type { Box } from '../../../render/capture.js';
import type { Axis } from './axes.js';

/** A text of a drawing. */
export interface ChartText {
  /** The text node, and its element, in the layout. */
  node: number;
  element: number;
  text: string;
  box: Box;
  fontSize: number;
  /** Degrees, 0 for upright. */
  angle: number;
  /** The number that it is, with what surrounds it ("$1.2k" is 1200 with "$"); null for words. */
  value: number | null;
  unit: string;
  color: Rgba | null;
}

/** A shape of a drawing that may stand for a value. */
export interface Mark {
  element: number;
  box: Box;
  color: Rgba;
}

/** A slice of a pie: how much of the circle it takes, in [0,1]. */
export interface Slice extends Mark {
  share: number;
}

/** A drawing that shows numbers. */
export interface Chart {
  /** The `svg` element. */
  element: number;
  box: Box;
  texts: ChartText[];
  /** Upright rectangles, background and grid aside. */
  bars: Mark[];
  slices: Slice[];
  /** Drawn lines of several points. */
  lines: Mark[];
  /** Small marks of a legend, where the library that draws on a canvas tells them; in SVG they are elements like others. */
  signs: Mark[];
  axes: Axis[];
  /** The data itself, by series, where the library that draws tells it. */
  data: { series: string; points: readonly (readonly [name: string, value: number])[] }[];
}

/** A chart of which nothing is known yet. */
export const emptyChart = (element: number, box: Box): Chart => ({
  element,
  box,
  texts: [],
  bars: [],
  slices: [],
  lines: [],
  signs: [],
  axes: [],
  data: [],
});
