import type { Box, Layout } from '../render/capture.js';
import { BoxIndex } from './box-index.js';
import { faded, over, paintColor, parseColor, TRANSPARENT, WHITE } from './color.js';
import { area, covers, overlapArea } from './geometry.js';
import { LIMITS } from './limits.js';
import { paintRanks } from './paint-order.js';
import { paintingOf, type Painter } from './painters.js';
import type { Background, Rgba } from './schema.js';
import { styleFacts } from './style.js';
import { treeOf } from './tree.js';

const VARIED: Background = { kind: 'varied', color: null };

/** A plain colour laid on the page, and the opacity group that it belongs to. */
interface Layer {
  color: Rgba;
  group: number;
}

const indexes = new WeakMap<Layout, BoxIndex>();

/**
 * What is painted behind `box` and below the content of a node: the blend of all layers there, or `varied` when a
 * picture, gradient, drawing or filter is among them, or when a layer lies behind only part of the box.
 *
 * @param node an element (its own background counts as behind its content) or a text node
 */
export function effectiveBackground(layout: Layout, node: number, box: Box): Background {
  const layers = layersBehind(layout, node, box);
  if (!layers) return VARIED;
  const [r, g, b] = composite(layout, layers);
  return { kind: 'solid', color: [r, g, b, 1] };
}

/**
 * The colour of a text as it reaches the eye: its own blended with what lies behind it, opacities applied group by
 * group as the browser does. Null when only pixels can tell.
 */
export function displayedTextColor(layout: Layout, node: number, box: Box): Rgba | null {
  const color = textColor(layout, node);
  const layers = color && layersBehind(layout, node, box);
  if (!layers) return null;
  return composite(layout, [...layers, { color, group: paintingOf(layout).group[node]! }]);
}

/**
 * The colour that a node's glyphs are filled with: `fill` in a drawing, else `-webkit-text-fill-color`. Null when they
 * have no plain colour: filled with a gradient, fully transparent (outlined, or a window to the background).
 */
export function textColor(layout: Layout, node: number): Rgba | null {
  const style = styleFacts(layout, layout.nodes[node]!.style);
  if (!style) return null;
  const color = isDrawn(layout, node)
    ? paintColor(style.css, 'fill')
    : parseColor(style.css['-webkit-text-fill-color']);
  return color && color[3] > 0 ? color : null;
}

/** What lies over `box` above the content of a node, lowest first: layers that hide or tint it. */
export function paintersAbove(layout: Layout, node: number, box: Box): Painter[] {
  const { painters } = paintingOf(layout);
  const limit = contentRank(layout, node);
  const found: Painter[] = [];
  indexOf(layout).visit(box, 0, (at) => {
    const painter = painters[at]!;
    if (painter.rank <= limit) return false;
    if (overlapArea(painter.box, box) > 0) found.push(painter);
    return true;
  });
  return found.sort((a, b) => a.rank - b.rank);
}

/** The layers behind `box`, lowest first, down to the topmost opaque one; null when only pixels can tell. */
function layersBehind(layout: Layout, node: number, box: Box): Layer[] | null {
  const { painters, group, distorted } = paintingOf(layout);
  if (distorted[node]) return null;
  const limit = contentRank(layout, node);
  const core = coreOf(box);
  const least = area(core) * LIMITS.partialCover.value;
  const found: Painter[] = [];
  let floor = -1;
  let examined = 0;
  indexOf(layout).visit(core, Math.max(core[2], core[3]) * LIMITS.partialCover.value, (at) => {
    const painter = painters[at]!;
    if (painter.rank < floor || examined++ > LIMITS.candidates.value) return false;
    if (painter.rank > limit || (painter.node === node && isContent(layout, node))) return true;
    const whole = covers(painter.box, core);
    if (!whole && overlapArea(painter.box, core) <= least) return true;
    found.push(painter);
    // A group can make what is opaque in it translucent: then what lies below still counts.
    if (!whole || painter.varied || painter.color[3] < 1 || group[painter.node]! >= 0) return true;
    floor = painter.rank;
    return false;
  });
  if (examined > LIMITS.candidates.value) return null;
  const layers = found.filter((painter) => painter.rank >= floor).sort((a, b) => a.rank - b.rank);
  if (layers.some((painter) => painter.varied || !covers(painter.box, core))) return null;
  return layers.map((painter) => ({ color: painter.color, group: group[painter.node]! }));
}

/** Blends layers from the bottom up on a white canvas; those of one opacity group are blended first, then faded as one. */
function composite(layout: Layout, layers: readonly Layer[]): Rgba {
  const stack: Layer[] = [{ color: WHITE, group: -1 }];
  const close = () => {
    const { color, group } = stack.pop()!;
    const opacity = styleFacts(layout, layout.nodes[group]!.style)!.opacity;
    const below = stack.at(-1)!;
    below.color = over(faded(color, opacity), below.color);
  };
  for (const layer of layers) {
    const path = groupPath(layout, layer.group);
    while (stack.length > path.length || stack.at(-1)!.group !== path[stack.length - 1]) close();
    while (stack.length < path.length) stack.push({ color: TRANSPARENT, group: path[stack.length]! });
    const top = stack.at(-1)!;
    top.color = over(layer.color, top.color);
  }
  while (stack.length > 1) close();
  return stack[0]!.color;
}

/** The opacity groups around a layer, outermost first, after the page itself (-1). */
function groupPath(layout: Layout, group: number): number[] {
  const path: number[] = [];
  const { group: groups } = paintingOf(layout);
  const { parent } = treeOf(layout);
  for (let at = group; at >= 0;) {
    path.push(at);
    const above = parent[at]!;
    at = above < 0 ? -1 : groups[above]!;
  }
  path.push(-1);
  return path.reverse();
}

/** Rank below which everything lies behind the node's content: that of its last own text, else its own. */
function contentRank(layout: Layout, node: number): number {
  const ranks = paintRanks(layout);
  let rank = ranks[node]!;
  if (layout.nodes[node]!.type === 'text') return rank;
  for (const child of treeOf(layout).children(node)) {
    if (layout.nodes[child]!.type === 'text') rank = Math.max(rank, ranks[child]!);
  }
  return rank;
}

/** Elements that are a picture themselves: what they paint is content and not behind it. */
function isContent(layout: Layout, node: number): boolean {
  return CONTENT.has(layout.nodes[node]!.name);
}

const CONTENT = new Set(['img', 'canvas', 'video', 'svg', 'image', 'iframe', 'object', 'embed']);

/** The part of a line where its glyphs are: descenders and ascenders may stick out of a tight box. */
function coreOf([x, y, width, height]: Box): Box {
  return [x + Math.min(1, width / 4), y + height / 5, width - 2 * Math.min(1, width / 4), (height * 3) / 5];
}

function isDrawn(layout: Layout, node: number): boolean {
  for (let at = node; at >= 0; at = layout.nodes[at]!.parent) {
    const { name } = layout.nodes[at]!;
    if (name === 'text' || name === 'svg') return true;
    if (layout.nodes[at]!.type === 'element' && !INSIDE_SVG_TEXT.has(name)) return false;
  }
  return false;
}

const INSIDE_SVG_TEXT = new Set(['tspan', 'textpath', 'a']);

function indexOf(layout: Layout): BoxIndex {
  let index = indexes.get(layout);
  if (!index) {
    index = new BoxIndex(paintingOf(layout).painters.map((painter) => painter.box));
    indexes.set(layout, index);
  }
  return index;
}
