import { oklchOf } from './spaces.js';
import { faded, paintColor } from '../../../graph/color.js';
import type { DesignGraph, Rgba } from '../../../graph/schema.js';
import { isRendered, opacityOf } from '../../../graph/visibility.js';
import type { Box, Layout } from '../../../render/capture.js';
import { area } from '../geometry.js';
import { hex } from '../contrast.js';
import { factsOf, sceneOf, upFrom, type TextLine } from '../scene.js';

/** A shape of a chart that is painted in a colour of its own. */
export interface Mark {
  /** The shape, in the layout. */
  element: number;
  tag: string;
  box: Box;
  /** Its fill or its stroke, with all opacities. */
  color: Rgba;
  /** All that the shape is painted in: `color`, and its outline or its filling. */
  colors: Rgba[];
  dash: string;
}

/** A chart drawn as SVG. */
export interface Chart {
  /** The `svg`, in the layout. */
  element: number;
  box: Box;
  /** The coloured shapes that show data, by colour (hex); grey ones are axes and grids. */
  series: Map<string, Mark[]>;
  /** What a legend says: the colour (hex) of a swatch and the text beside it. */
  legend: { color: string; text: string }[];
  /** All texts in and around it but those of the legend. */
  texts: string[];
}

/** px; smaller drawings are icons and sparklines. */
const MIN_SIZE = 100;
/** Numbers in a drawing from which it shows data. */
const MIN_VALUES = 3;
/** Chroma in OKLCH from which a colour is one: axes, grids and labels are grey. */
export const MIN_CHROMA = 0.05;

const SHAPES = new Set(['rect', 'circle', 'ellipse', 'path', 'polygon', 'polyline', 'line']);

const known = new WeakMap<DesignGraph, Chart[]>();

/** The charts of a page: large drawings in some colour, with numbers in them or a legend. */
export function chartsOf(layout: Layout, graph: DesignGraph): Chart[] {
  let charts = known.get(graph);
  if (!charts) known.set(graph, (charts = readCharts(layout, graph)));
  return charts;
}

function readCharts(layout: Layout, graph: DesignGraph): Chart[] {
  return graph.nodes.flatMap(({ element, role, box }): Chart[] => {
    if (role !== 'drawing' || Math.min(box[2], box[3]) < MIN_SIZE) return [];
    const scope = scopeOf(layout, element, box);
    const lines = sceneOf(layout).lines.filter((line) => isBelow(layout, line.element, scope));
    const marks = marksOf(layout, element);
    const swatches = swatchesOf(layout, scope, lines);
    const legendary = new Set(swatches.map(({ element: swatch }) => swatch));
    const said = new Set(swatches.map(({ line }) => line));
    const series = new Map<string, Mark[]>();
    for (const mark of marks) {
      if (legendary.has(mark.element) || area(mark.box) >= 0.9 * area(box)) continue;
      if (oklchOf(mark.color).c < MIN_CHROMA) continue;
      const key = hex(mark.color);
      const others = series.get(key);
      if (others) others.push(mark);
      else series.set(key, [mark]);
    }
    const legend = swatches.filter(({ color }) => series.has(color));
    const values = lines.filter(
      (line) => /\d/.test(line.text) && isBelow(layout, line.element, element),
    ).length;
    if (series.size === 0 || (legend.length < 2 && values < MIN_VALUES)) return [];
    return [
      {
        element,
        box,
        series,
        legend: legend.map(({ color, line }) => ({ color, text: line.text })),
        texts: lines.filter((line) => !said.has(line)).map(({ text }) => text),
      },
    ];
  });
}

/** The element around a drawing that may hold its legend: at most three levels up, and not much larger. */
function scopeOf(layout: Layout, svg: number, box: Box): number {
  let scope = svg;
  let levels = 0;
  for (const i of upFrom(layout, layout.nodes[svg]!.parent)) {
    const { type, box: around, name } = layout.nodes[i]!;
    if (type !== 'element' || levels++ === 3 || name === 'body') break;
    if (around && area(around) > 2.5 * area(box)) break;
    scope = i;
  }
  return scope;
}

/** Subtrees are contiguous: the indices of everything in an element, without it. */
function* inside(layout: Layout, element: number): Generator<number> {
  for (let i = element + 1; i < layout.nodes.length && layout.nodes[i]!.parent >= element; i++) yield i;
}

function isBelow(layout: Layout, node: number, ancestor: number): boolean {
  for (const i of upFrom(layout, node)) if (i === ancestor) return true;
  return false;
}

/** The painted shapes in an element. */
function marksOf(layout: Layout, around: number): Mark[] {
  const marks: Mark[] = [];
  for (const element of inside(layout, around)) {
    const { name: tag, box } = layout.nodes[element]!;
    if (!SHAPES.has(tag) || !box || !isRendered(layout, element)) continue;
    const { css } = factsOf(layout, element)!;
    const colors = (['fill', 'stroke'] as const).flatMap((property): Rgba[] => {
      const own = tag === 'line' && property === 'fill' ? null : paintColor(css, property);
      const color = own && faded(own, opacityOf(layout, element));
      return color && color[3] > 0 ? [color] : [];
    });
    marks.push(
      ...colors.map((color) => ({ element, tag, box, color, colors, dash: css['stroke-dasharray'] })),
    );
  }
  return marks;
}

interface Swatch {
  element: number;
  color: string;
  box: Box;
  line: TextLine;
}

/** px: sides of a swatch at most (lines are longer than boxes), and how far its text is. */
const SWATCH = { long: 40, short: 26 } as const;
const BESIDE = 40;

/** Small coloured boxes with a text beside, two or more of a size in one row or column. */
function swatchesOf(layout: Layout, scope: number, lines: readonly TextLine[]): Swatch[] {
  const drawn = marksOf(layout, scope).map(({ element, color, box }) => ({ element, color, box }));
  const painted = [...inside(layout, scope)].flatMap((element) => {
    const { box, type } = layout.nodes[element]!;
    const background = type === 'element' ? factsOf(layout, element)?.background : undefined;
    return box && background && background[3] > 0.5 && isRendered(layout, element)
      ? [{ element, color: background, box }]
      : [];
  });
  const swatches = [...drawn, ...painted].flatMap(({ element, color, box }): Swatch[] => {
    const [short, long] = [Math.min(box[2], box[3]), Math.max(box[2], box[3])];
    if (long > SWATCH.long || short > SWATCH.short || long < 4) return [];
    const [line] = lines
      .filter((other) => isBeside(box, other.box))
      .sort((a, b) => gapTo(box, a.box) - gapTo(box, b.box));
    return line ? [{ element, color: hex(color), box, line }] : [];
  });
  return swatches.filter((swatch) => swatches.some((other) => areEntries(swatch, other)));
}

function gapTo([x, , width]: Box, [left, , length]: Box): number {
  return Math.max(left - (x + width), x - (left + length));
}

function isBeside(swatch: Box, text: Box): boolean {
  const gap = gapTo(swatch, text);
  const middle = swatch[1] + swatch[3] / 2;
  return gap >= -1 && gap <= BESIDE && middle > text[1] && middle < text[1] + text[3];
}

function areEntries(a: Swatch, b: Swatch): boolean {
  const alike = (i: 0 | 1 | 2 | 3) => Math.abs(a.box[i] - b.box[i]) < 2;
  return a.color !== b.color && a.line !== b.line && alike(2) && alike(3) && (alike(0) || alike(1));
}
