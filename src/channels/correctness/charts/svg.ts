import { paintColor } from '../../../graph/color.js';
import type { Rgba } from '../../../graph/schema.js';
import { isRendered } from '../../../graph/visibility.js';
import type { Box, Layout } from '../../../render/capture.js';
import { area } from '../geometry.js';
import { factsOf, sceneOf, upFrom } from '../scene.js';
import { axesOf } from './axes.js';
import { emptyChart, type Chart, type ChartText, type Mark } from './chart.js';
import { numberOf } from './numbers.js';
import { fullness, outlineOf, pointsOf, type Outline } from '../paths.js';

/** Nodes above which a drawing is a map or an illustration. */
const MAX_NODES = 6000;

/** What an `svg` element draws, as a chart. Null for a drawing of too many nodes. */
export function chartInSvg(layout: Layout, svg: number, box: Box): Chart | null {
  const chart = emptyChart(svg, box);
  const { drawn } = sceneOf(layout);
  let count = 0;
  for (let i = svg + 1; i < layout.nodes.length && layout.nodes[i]!.parent >= svg; i++) {
    const node = layout.nodes[i]!;
    if (++count > MAX_NODES) return null;
    if (!node.box || !drawn[i] || !isRendered(layout, i)) continue;
    if (node.type === 'text') addText(layout, chart, i);
    else if (node.name === 'rect') addBar(layout, chart, i);
    else if (node.name === 'path' || node.name === 'polyline') addPath(layout, chart, i);
  }
  chart.axes = axesOf(chart.texts);
  chart.bars = withoutSigns(chart.bars);
  return chart;
}

/** A square of this size is the sign of a legend, px, unless it stands in line with bars. */
const SIGN = 20;

function withoutSigns(bars: readonly Mark[]): Mark[] {
  const isSign = ({ box }: Mark) => Math.max(box[2], box[3]) <= SIGN && Math.abs(box[2] - box[3]) < 2;
  const [signs, rest] = [bars.filter(isSign), new Set(bars.filter((bar) => !isSign(bar)))];
  const key = (kind: string, base: number, side: number) => `${kind} ${Math.round(base)} ${Math.round(side)}`;
  const keysOf = ({ box: [x, y, width, height] }: Mark) => [
    key('up', y + height, width),
    key('along', x, height),
  ];
  const known = new Set([...rest].flatMap(keysOf));
  const small = new Set(signs.filter((sign) => keysOf(sign).some((one) => known.has(one))));
  return bars.filter((bar) => rest.has(bar) || small.has(bar));
}

function addText(layout: Layout, { texts }: Chart, node: number): void {
  const { parent, text, box } = layout.nodes[node]!;
  const css = factsOf(layout, parent)?.css;
  const words = (text ?? '').replace(/[\u200B-\u200D\u2060\uFEFF]/gu, '').trim();
  if (!css || words === '' || texts.some((other) => isOutlineOf(other, words, box!))) return;
  const number = numberOf(words);
  texts.push({
    node,
    element: parent,
    text: words,
    box: box!,
    fontSize: heightOf(layout, parent, box!, Number.parseFloat(css['font-size'])),
    angle: angleOf(layout, parent),
    value: number?.value ?? null,
    unit: number?.unit ?? '',
    color: paintColor(css, 'fill'),
  });
}

/** Some libraries write a text twice, the first time as an outline behind the second. */
function isOutlineOf(other: ChartText, text: string, box: Box): boolean {
  return other.text === text && Math.abs(other.box[0] - box[0]) < 4 && Math.abs(other.box[1] - box[1]) < 4;
}

/** A drawing may be scaled: the line is some 1.15 font sizes high as it is seen, unless it is turned. */
function heightOf(layout: Layout, element: number, box: Box, size: number): number {
  return angleOf(layout, element) === 0 ? Math.min(size * 4, box[3] / 1.15) : size;
}

function angleOf(layout: Layout, element: number): number {
  let angle = 0;
  for (const i of upFrom(layout, element)) {
    if (layout.nodes[i]!.name === 'svg') break;
    const match = /^matrix\(([-\d.e]+), ([-\d.e]+)/.exec(factsOf(layout, i)?.css.transform ?? '');
    if (match) angle += (Math.atan2(Number(match[2]), Number(match[1])) * 180) / Math.PI;
  }
  return Math.abs(angle) < 1 ? 0 : angle;
}

function fillOf(layout: Layout, element: number, property: 'fill' | 'stroke'): Rgba | null {
  const css = factsOf(layout, element)?.css;
  if (!css || css[property] === 'none') return null;
  // A gradient has no one colour, but a shape filled with it is there.
  const color = css[property].startsWith('url(') ? ([0.5, 0.5, 0.5, 1] as Rgba) : paintColor(css, property);
  return color && color[3] > 0.05 ? color : null;
}

function addBar(layout: Layout, { bars, box: canvas }: Chart, element: number): void {
  const color = fillOf(layout, element, 'fill');
  const box = layout.nodes[element]!.box!;
  if (!color || area(box) > 0.5 * area(canvas) || Math.min(box[2], box[3]) < 1) return;
  bars.push({ element, box, color });
}

function addPath(layout: Layout, chart: Chart, element: number): void {
  const { attributes, name, box } = layout.nodes[element]!;
  const outline =
    name === 'path' ? outlineOf(attributes?.['d'] ?? '') : pointsOf(attributes?.['points'] ?? '');
  if (!outline || outline.steps.length < 3) return;
  const fill = fillOf(layout, element, 'fill');
  if (fill && outline.closed) {
    const share = sliceOf(outline);
    if (share !== null) chart.slices.push({ element, box: box!, color: fill, share });
    else if (fullness(outline) > 0.85) addBar(layout, chart, element);
    return;
  }
  const stroke = fillOf(layout, element, 'stroke');
  // An axis is drawn as a path too, but only up and across.
  const { steps } = outline;
  const slanted = steps.some((step, i) => i > 0 && step.x !== steps[i - 1]!.x && step.y !== steps[i - 1]!.y);
  if (stroke && slanted && steps.length >= 4 && box![2] >= 0.3 * chart.box[2]) {
    chart.lines.push({ element, box: box!, color: stroke });
  }
}

/** The share of the circle of a slice: an outer arc and straight lines to the centre, or back along an inner arc. */
function sliceOf({ steps }: Outline): number | null {
  const arcs = steps.flatMap(({ arc }) => (arc ? [arc] : []));
  if (arcs.length === 0 || steps.some(({ curved, arc }) => curved && !arc)) return null;
  const radius = Math.max(...arcs.map((arc) => arc.radius));
  const outer = arcs.filter((arc) => arc.radius > 0.99 * radius);
  const others = arcs.filter((arc) => arc.radius <= 0.99 * radius);
  // Rounded corners are small arcs that turn the outer one away: the share could only be guessed.
  if (outer.length > 2 || others.length > 2 || others.some((arc) => arc.radius < 0.2 * radius)) return null;
  if (steps.length > 7) return null;
  return Math.abs(outer.reduce((sum, { turn }) => sum + turn, 0)) / (2 * Math.PI);
}
