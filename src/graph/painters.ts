import type { Box, Layout, LayoutNode } from '../render/capture.js';
import { clipOf, clipTo } from './clip.js';
import { paintColor, TRANSPARENT } from './color.js';
import { paintRanks } from './paint-order.js';
import type { Rgba } from './schema.js';
import { styleFacts, type StyleFacts } from './style.js';
import { linesOf } from './text.js';
import { treeOf, type Tree } from './tree.js';
import { isRendered } from './visibility.js';

/** Something that lays colour on the page: a background, a picture, a shape. */
export interface Painter {
  /** Index of the element in the layout. */
  node: number;
  rank: number;
  /** Where it paints, clipped. */
  box: Box;
  /** Its own colour, before group opacities. */
  color: Rgba;
  /** True when `color` is not all that it paints there, so that only pixels can tell. */
  varied: boolean;
}

/** The painters of a layout, lowest first, and what changes colours on the way to the screen. */
export interface Painting {
  painters: readonly Painter[];
  /** Nearest ancestor-or-self with an opacity of its own, or -1: what is painted in it fades as one. */
  group: Int32Array;
  /** 1 where a filter, mask or blend mode of the node or an ancestor changes colours. */
  distorted: Uint8Array;
}

const known = new WeakMap<Layout, Painting>();

export function paintingOf(layout: Layout): Painting {
  let painting = known.get(layout);
  if (!painting) known.set(layout, (painting = read(layout)));
  return painting;
}

function read(layout: Layout): Painting {
  const { nodes } = layout;
  const tree = treeOf(layout);
  const ranks = paintRanks(layout);
  const group = new Int32Array(nodes.length).fill(-1);
  const distorted = new Uint8Array(nodes.length);
  const painters: Painter[] = [];
  const inlines: number[] = [];
  const canvases = canvasSources(layout);

  nodes.forEach((node, i) => {
    const above = tree.parent[i]!;
    const style = node.type === 'element' ? styleFacts(layout, node.style) : null;
    group[i] = style && style.opacity < 1 ? i : above < 0 ? -1 : group[above]!;
    distorted[i] = style?.distorts ? 1 : above < 0 ? 0 : distorted[above]!;
    if (!style || !isRendered(layout, i) || ranks[i]! < 0) return;
    const paint = paintOf(layout, tree, node, i, style);
    if (!paint) return;
    const varied = paint.varied || distorted[i] === 1;
    const canvas = canvases.get(i);
    const box = canvas ? canvas.box : clipTo(node.box, clipOf(layout, i));
    if (!box) return;
    if (style.css.display === 'inline' && !isReplaced(node.name) && !canvas) inlines.push(painters.length);
    painters.push({ node: i, rank: ranks[canvas ? canvas.root : i]!, box, color: paint.color, varied });
  });
  return {
    painters: byLine(layout, tree, painters, inlines).sort((a, b) => a.rank - b.rank),
    group,
    distorted,
  };
}

/** What an element lays on the page, or null for nothing. */
function paintOf(
  layout: Layout,
  tree: Tree,
  node: LayoutNode,
  index: number,
  style: StyleFacts,
): { color: Rgba; varied: boolean } | null {
  const shape = SHAPES.get(node.name);
  if (shape) {
    const { fill } = style.css;
    const color = paintColor(style.css, 'fill');
    if (!color) return fill.startsWith('url') ? { color: TRANSPARENT, varied: true } : null;
    return color[3] === 0 ? null : { color, varied: shape === 'outlined' };
  }
  const framed = FRAMES.has(node.name) && tree.children(index).length > 0;
  const color = style.textClip ? TRANSPARENT : style.background;
  const varied = style.pictured || (style.backdrop && color[3] < 1) || (PICTURES.has(node.name) && !framed);
  return varied || color[3] > 0 ? { color, varied } : null;
}

const FRAMES = new Set(['iframe', 'object', 'embed']);
/** What `use` shows is defined elsewhere: only its pixels tell. */
const PICTURES = new Set(['img', 'canvas', 'video', 'image', 'use', 'iframe', 'object', 'embed']);
/** Shapes of a drawing: a `rect` fills its box, the others only part of it. */
const SHAPES = new Map<string, 'boxed' | 'outlined'>([
  ['rect', 'boxed'],
  ['circle', 'outlined'],
  ['ellipse', 'outlined'],
  ['path', 'outlined'],
  ['polygon', 'outlined'],
]);

function isReplaced(name: string): boolean {
  return PICTURES.has(name) || name === 'svg';
}

/** An inline background follows the text from line to line: one painter for each line instead of one around all. */
function byLine(layout: Layout, tree: Tree, painters: Painter[], inlines: readonly number[]): Painter[] {
  if (inlines.length === 0) return painters;
  const lines = new Map<number, Box[]>(inlines.map((at) => [painters[at]!.node, []]));
  layout.nodes.forEach((node, i) => {
    if (node.type !== 'text') return;
    let own: Box[] | undefined;
    for (let at = tree.parent[i]!; at >= 0; at = tree.parent[at]!) {
      if (styleFacts(layout, layout.nodes[at]!.style)?.css.display !== 'inline') break;
      lines.get(at)?.push(...(own ??= linesOf(layout, i).map((line) => line.box)));
    }
  });
  return painters.flatMap((painter) => {
    const boxes = lines.get(painter.node);
    if (!boxes || boxes.length < 2) return [painter];
    const clip = clipOf(layout, painter.node);
    return boxes.flatMap((line) => {
      const box = clipTo(line, clip);
      return box ? [{ ...painter, box }] : [];
    });
  });
}

/** A background that covers a whole canvas, and the root element in whose place it is painted. */
interface Canvas {
  box: Box;
  root: number;
}

/**
 * Elements whose background covers a whole canvas: the root, or its body when the root has none (CSS Backgrounds 3,
 * section 2.11.2). The canvas is the page or a frame's box.
 */
function canvasSources(layout: Layout): Map<number, Canvas> {
  const sources = new Map<number, Canvas>();
  const bareRoots = new Map<number, Canvas>();
  layout.nodes.forEach((node, i) => {
    if (node.type !== 'element') return;
    const isRoot = layout.nodes[node.parent]?.type === 'document';
    if (!isRoot && !(node.name === 'body' && bareRoots.has(node.parent))) return;
    const style = styleFacts(layout, node.style);
    const paints = style !== null && (style.pictured || style.background[3] > 0);
    const canvas = isRoot ? canvasOf(layout, i) : bareRoots.get(node.parent);
    if (canvas) (paints ? sources : bareRoots).set(i, canvas);
  });
  return sources;
}

function canvasOf(layout: Layout, root: number): Canvas | null {
  const frame = layout.nodes[layout.nodes[root]!.parent]!.parent;
  const box: Box | null =
    frame < 0
      ? [0, 0, Math.max(layout.page[0], layout.size[0]), Math.max(layout.page[1], layout.size[1])]
      : clipTo(layout.nodes[frame]!.box, clipOf(layout, frame));
  return box && { box, root };
}
