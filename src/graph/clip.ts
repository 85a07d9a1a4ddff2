import type { Box, Layout, LayoutNode } from '../render/capture.js';
import { clipPathRect, clipRect, type Scale } from './clip-shape.js';
import { boxOf, EVERYWHERE, intersect, isEmpty, NOWHERE, rectOf, type Rect } from './geometry.js';
import { px, styleFacts, type StyleFacts } from './style.js';
import { treeOf } from './tree.js';

/**
 * Where the children of an element can be seen, by how they are positioned: an absolutely positioned child escapes the
 * clips between it and its containing block (CSS Overflow 3, section 3).
 */
interface Window {
  flow: Rect;
  absolute: Rect;
  fixed: Rect;
}

/** What of each node can be seen, and what can be seen once every scroll container is scrolled to it. */
interface Clips {
  seen: (Rect | undefined)[];
  reached: (Rect | undefined)[];
}

const known = new WeakMap<Layout, Clips>();

/** The part of a node's box that is visible, or null when nothing is: clips, scroll containers and page edges applied. */
export function clippedBoxOf(layout: Layout, node: number): Box | null {
  return clipTo(layout.nodes[node]?.box, clipOf(layout, node));
}

/** Like {@link clippedBoxOf}, with every scroll container scrolled to where the node shows. */
export function reachableBoxOf(layout: Layout, node: number): Box | null {
  return clipTo(layout.nodes[node]?.box, clipsOf(layout).reached[node]);
}

/** The rectangle outside of which nothing of this node is painted; empty when nothing of it is. */
export function clipOf(layout: Layout, node: number): Rect {
  return clipsOf(layout).seen[node] ?? NOWHERE;
}

/** The part of any box of this node (a line of its text) that a reader can bring into view. */
export function reachableClipOf(layout: Layout, node: number): Rect {
  return clipsOf(layout).reached[node] ?? NOWHERE;
}

/** What remains of `box` within `clip`, or null. Boxes without area (rules, collapsed wrappers) count as clipped away. */
export function clipTo(box: Box | null | undefined, clip: Rect | undefined): Box | null {
  if (!box || !clip || box[2] <= 0 || box[3] <= 0) return null;
  const rest = intersect(rectOf(box), clip);
  return isEmpty(rest) ? null : boxOf(rest);
}

function clipsOf(layout: Layout): Clips {
  let clips = known.get(layout);
  if (!clips) {
    clips = { seen: walk(layout, false), reached: walk(layout, true) };
    known.set(layout, clips);
  }
  return clips;
}

/** One pass in document order. With `scrolled`, a visible scroll container shows all of what it can scroll to. */
function walk(layout: Layout, scrolled: boolean): (Rect | undefined)[] {
  const { nodes } = layout;
  const { parent } = treeOf(layout);
  const page: Rect = { left: 0, top: 0, right: layout.page[0], bottom: layout.page[1] };
  const top: Window = { flow: page, absolute: page, fixed: page };
  const windows = new Array<Window>(nodes.length);
  const own = new Array<Rect | undefined>(nodes.length);
  const viewports = overflowSources(layout);

  nodes.forEach((node, i) => {
    const outer = windows[parent[i]!] ?? top;
    windows[i] = outer;
    if (node.type === 'document') {
      // A frame's document is clipped to the frame, however its elements are positioned.
      const frame = node.parent < 0 ? page : frameRect(layout, node.parent, outer.flow, scrolled);
      windows[i] = { flow: frame, absolute: frame, fixed: frame };
      own[i] = frame;
      return;
    }
    const style = node.type === 'element' ? styleFacts(layout, node.style) : null;
    if (!style) {
      own[i] = outer.flow;
      return;
    }
    const around = style.placed ? outer[style.placed] : outer.flow;
    const shape = shapeRect(node, style);
    own[i] = intersect(around, shape);
    windows[i] = viewports.has(i)
      ? viewportWindow(layout, i, style, outer)
      : windowOf(node, style, own[i], shape, outer, scrolled);
  });
  return own;
}

function windowOf(
  node: LayoutNode,
  style: StyleFacts,
  own: Rect,
  shape: Rect,
  outer: Window,
  scrolled: boolean,
): Window {
  const clipped = node.box && (style.overflowX !== 'visible' || style.overflowY !== 'visible');
  const flow = clipped ? overflowRect(node, style, own, scrolled) : own;
  if (flow === outer.flow && own === flow && !style.containsAbsolute && shape === EVERYWHERE) return outer;
  return {
    flow,
    absolute: style.containsAbsolute ? flow : intersect(outer.absolute, shape),
    fixed: style.containsFixed ? flow : intersect(outer.fixed, shape),
  };
}

/** Overflow that belongs to the viewport: hidden, nothing beyond the first screen can be reached along that axis. */
function viewportWindow(layout: Layout, element: number, style: StyleFacts, outer: Window): Window {
  if (isFramed(layout, element) || (style.overflowX !== 'clip' && style.overflowY !== 'clip')) return outer;
  const screen = {
    ...EVERYWHERE,
    right: style.overflowX === 'clip' ? layout.size[0] : Infinity,
    bottom: style.overflowY === 'clip' ? layout.size[1] : Infinity,
  };
  return {
    flow: intersect(outer.flow, screen),
    absolute: intersect(outer.absolute, screen),
    fixed: intersect(outer.fixed, screen),
  };
}

function isFramed(layout: Layout, element: number): boolean {
  let at = element;
  while (at >= 0 && layout.nodes[at]!.type !== 'document') at = layout.nodes[at]!.parent;
  return at >= 0 && layout.nodes[at]!.parent >= 0;
}

/** `own` narrowed to the padding box along the axes that clip; opened along those that scroll, when asked for. */
function overflowRect(node: LayoutNode, style: StyleFacts, own: Rect, scrolled: boolean): Rect {
  const padding = paddingRect(node, style);
  const window = intersect(own, {
    left: style.overflowX === 'visible' ? -Infinity : padding.left,
    right: style.overflowX === 'visible' ? Infinity : padding.right,
    top: style.overflowY === 'visible' ? -Infinity : padding.top,
    bottom: style.overflowY === 'visible' ? Infinity : padding.bottom,
  });
  if (!scrolled || isEmpty(window)) return window;
  return {
    left: style.overflowX === 'scroll' ? -Infinity : window.left,
    right: style.overflowX === 'scroll' ? Infinity : window.right,
    top: style.overflowY === 'scroll' ? -Infinity : window.top,
    bottom: style.overflowY === 'scroll' ? Infinity : window.bottom,
  };
}

/** The padding box on screen: from the captured client box, else from the borders. */
function paddingRect(node: LayoutNode, style: StyleFacts): Rect {
  const [x, y, width, height] = node.box!;
  const scale = scaleOf(node, style);
  if (node.client) {
    const left = x + node.client[0] * scale.x;
    const top = y + node.client[1] * scale.y;
    return { left, top, right: left + node.client[2] * scale.x, bottom: top + node.client[3] * scale.y };
  }
  const border = (side: 'top' | 'right' | 'bottom' | 'left') => px(style.css[`border-${side}-width`]);
  return {
    left: x + border('left') * scale.x,
    top: y + border('top') * scale.y,
    right: x + width - border('right') * scale.x,
    bottom: y + height - border('bottom') * scale.y,
  };
}

/**
 * How much larger than laid out the box is on screen. Scroll bars make a client box smaller than the border box, so
 * only differences too large for one count as a transform.
 */
function scaleOf(node: LayoutNode, style: StyleFacts): Scale {
  if (!node.client || !node.box) return { x: 1, y: 1 };
  const { css } = style;
  const laidOut = (a: string, size: number, b: string) => px(a) + size + px(b);
  const width = laidOut(css['border-left-width'], node.client[2], css['border-right-width']);
  const height = laidOut(css['border-top-width'], node.client[3], css['border-bottom-width']);
  const ratio = (shown: number, size: number) => {
    const rest = shown - size;
    return size > 0 && (rest < -1 || rest > SCROLL_BAR) ? shown / size : 1;
  };
  return { x: ratio(node.box[2], width), y: ratio(node.box[3], height) };
}

/** Widest classic scroll bar in px. */
const SCROLL_BAR = 17;

function shapeRect(node: LayoutNode, style: StyleFacts): Rect {
  const { css } = style;
  const path = css['clip-path'];
  const legacy = style.placed ? css.clip : 'auto';
  const plain = (value: string) => value === 'none' || value === 'auto';
  if (!node.box || (plain(path) && plain(legacy))) return EVERYWHERE;
  const scale = scaleOf(node, style);
  return intersect(clipPathRect(path, node.box, scale), clipRect(legacy, node.box, scale));
}

function frameRect(layout: Layout, frame: number, own: Rect, scrolled: boolean): Rect {
  const node = layout.nodes[frame]!;
  const style = styleFacts(layout, node.style);
  if (!node.box || !style) return NOWHERE;
  const window = intersect(own, paddingRect(node, style));
  return scrolled && !isEmpty(window) ? EVERYWHERE : window;
}

/** Elements whose overflow is the viewport's and not their own: each root, and its body when the root leaves it to it. */
function overflowSources(layout: Layout): Set<number> {
  const sources = new Set<number>();
  const visibleRoots = new Set<number>();
  layout.nodes.forEach((node, i) => {
    if (node.type !== 'element') return;
    if (layout.nodes[node.parent]?.type === 'document') {
      sources.add(i);
      const style = styleFacts(layout, node.style);
      if (style?.overflowX === 'visible' && style.overflowY === 'visible') visibleRoots.add(i);
    } else if (node.name === 'body' && visibleRoots.has(node.parent)) sources.add(i);
  });
  return sources;
}
