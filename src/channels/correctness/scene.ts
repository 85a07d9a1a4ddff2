import { parseColor } from '../../graph/color.js';
import { px, styleFacts, type Overflow, type StyleFacts } from '../../graph/style.js';
import { elementOf } from '../../graph/tree.js';
import type { Box, Layout, LayoutNode } from '../../render/capture.js';
import { intersect, isAverted, isRotated } from './geometry.js';

/**
 * An ancestor that clips what is in it. `clip`: what sticks out is lost; `scroll`: a person can scroll to it. Links form
 * a chain from the innermost clip outwards.
 */
export interface Clip {
  /** Index of the clipping element in the layout. */
  element: number;
  /** Its padding box: what remains visible. */
  box: Box;
  x: Overflow;
  y: Overflow;
  outer: Clip | null;
}

/** A visible line of text as the checks see it. */
export interface TextLine {
  /** The text node, and the element that it is in, in the layout. */
  node: number;
  element: number;
  text: string;
  /** The line's inline box. */
  box: Box;
  /** The part of the box that letters without ascenders or descenders would fill: what a reader needs. */
  ink: Box;
  fontSize: number;
  clip: Clip | null;
  paint: number;
  /** Product of the opacities down to the text. */
  opacity: number;
  rotated: boolean;
}

/** What several checks need to know of a layout, worked out in one pass. Arrays are indexed like `layout.nodes`. */
export interface Scene {
  layout: Layout;
  /** Product of the opacities down to a node, in [0,1]. */
  opacity: Float32Array;
  /** 1 for what is drawn: it has a box, is not `visibility: hidden` and not faded out. */
  drawn: Uint8Array;
  /** The innermost clip that applies to a node's own drawing. */
  clip: (Clip | null)[];
  /** The nearest ancestor-or-self that is `position: fixed` or `sticky`; -1 when there is none. */
  pinned: Int32Array;
  /** 1 inside an element that is moved out of the flow or transformed: its place is chosen, not found. */
  placed: Uint8Array;
  /** 1 at and below an element that is turned or skewed. */
  rotated: Uint8Array;
  /** 1 on the far side of a card that is turned over (`rotateY(180deg)`): its back shows, or nothing. */
  averted: Uint8Array;
  /** The text that a reader can see or scroll to. */
  lines: TextLine[];
  /** Text wholly outside the page, where nobody can scroll to. */
  outside: TextLine[];
  /** Index of the root element; -1 for an empty document. */
  root: number;
  /** Overflow of the viewport: `clip` when a person can't scroll to what lies beyond. Not part of any clip chain. */
  viewport: { x: Overflow; y: Overflow };
  rtl: boolean;
}

/** Fainter than this is as good as hidden (AeSlides, arXiv 2604.22840, ignores what is below). */
export const FAINT = 0.05;

const scenes = new WeakMap<Layout, Scene>();

/** The scene of a layout; built on first demand and shared by all checks. */
export function sceneOf(layout: Layout): Scene {
  let scene = scenes.get(layout);
  if (!scene) scenes.set(layout, (scene = buildScene(layout)));
  return scene;
}

/** Facts about the computed style of a node, or null where the capture has none. */
export function factsOf(layout: Layout, index: number): StyleFacts | null {
  return styleFacts(layout, layout.nodes[index]?.style ?? -1);
}

/** The node and its ancestors, innermost first. */
export function* upFrom(layout: Layout, index: number): Generator<number> {
  for (let i = index; i >= 0; i = layout.nodes[i]!.parent) yield i;
}

/** True when `ancestor` is `index` or contains it. */
export function contains(layout: Layout, ancestor: number, index: number): boolean {
  let i = index;
  while (i > ancestor) i = layout.nodes[i]!.parent;
  return i === ancestor;
}

/**
 * Is there, between a node and its window, something that moves, or is transformed and larger than the window? Carousels,
 * marquees and tickers are; what they cut off comes by later.
 *
 * @param window element whose box is the window, or -1 for the viewport
 * @param size width (`axis` x) or height (`axis` y) of the window, px
 */
export function isOnTrack(
  layout: Layout,
  node: number,
  window: number,
  size: number,
  axis: 'x' | 'y',
): boolean {
  for (const i of upFrom(layout, node)) {
    if (i === window) return false;
    const css = factsOf(layout, i)?.css;
    if (!css) continue;
    if (css['animation-name'] !== 'none') return true;
    const { box } = layout.nodes[i]!;
    if (css.transform !== 'none' && box && box[axis === 'x' ? 2 : 3] > size) return true;
  }
  return false;
}

/** The part of a box that clipping ancestors let through; null when nothing is left. */
export function shown(box: Box, clip: Clip | null): Box | null {
  let rest: Box | null = box;
  for (let c = clip; c && rest; c = c.outer) {
    const [x, y, width, height] = c.box;
    const free = 1e7;
    rest = intersect(rest, [
      c.x === 'visible' ? -free : x,
      c.y === 'visible' ? -free : y,
      c.x === 'visible' ? 2 * free : width,
      c.y === 'visible' ? 2 * free : height,
    ]);
  }
  return rest;
}

/** The clips that apply to children by their `position`: each kind escapes others. */
interface Clips {
  flow: Clip | null;
  absolute: Clip | null;
  fixed: Clip | null;
}

function buildScene(layout: Layout): Scene {
  const { nodes } = layout;
  const count = nodes.length;
  const scene: Scene = {
    layout,
    opacity: new Float32Array(count),
    drawn: new Uint8Array(count),
    clip: new Array<Clip | null>(count).fill(null),
    pinned: new Int32Array(count).fill(-1),
    placed: new Uint8Array(count),
    rotated: new Uint8Array(count),
    averted: new Uint8Array(count),
    lines: [],
    outside: [],
    root: nodes.findIndex((node) => node.type === 'element'),
    viewport: { x: 'visible', y: 'visible' },
    rtl: false,
  };
  const viewportClipper = clipperOfViewport(layout, scene.root);
  const viewportStyle = factsOf(layout, viewportClipper);
  if (viewportStyle) scene.viewport = { x: viewportStyle.overflowX, y: viewportStyle.overflowY };
  const inner = new Array<Clips>(count);
  scene.rtl = directionOfViewport(layout, scene.root) === 'rtl';
  for (let i = 0; i < count; i++) {
    const node = nodes[i]!;
    const { parent } = node;
    const outer = inner[parent] ?? { flow: null, absolute: null, fixed: null };
    const style = node.type === 'element' ? factsOf(layout, i) : null;
    scene.opacity[i] = parent < 0 ? 1 : scene.opacity[parent]!;
    scene.pinned[i] = parent < 0 ? -1 : scene.pinned[parent]!;
    scene.placed[i] = parent < 0 ? 0 : scene.placed[parent]!;
    scene.rotated[i] = parent < 0 ? 0 : scene.rotated[parent]!;
    scene.averted[i] = parent < 0 ? 0 : scene.averted[parent]!;
    if (!style) {
      inner[i] = outer;
      scene.clip[i] = outer.flow;
      if (node.type === 'text' && node.box) addLines(scene, i);
      else if (node.type !== 'text') scene.drawn[i] = node.box ? 1 : 0;
      continue;
    }
    const { position, transform } = style.css;
    scene.opacity[i]! *= style.opacity;
    if (position === 'fixed' || position === 'sticky') scene.pinned[i] = i;
    if (isPlaced(style)) scene.placed[i] = 1;
    if (isRotated(transform)) scene.rotated[i] = 1;
    if (isAverted(transform)) scene.averted[i]! ^= 1;
    const own = position === 'fixed' ? outer.fixed : position === 'absolute' ? outer.absolute : outer.flow;
    scene.clip[i] = own;
    scene.drawn[i] = node.box && style.visible && scene.opacity[i]! >= FAINT && !scene.averted[i] ? 1 : 0;
    inner[i] = clipsInside(i, node, style, own, outer, viewportClipper);
  }
  return scene;
}

function clipsInside(
  index: number,
  node: LayoutNode,
  style: StyleFacts,
  own: Clip | null,
  outer: Clips,
  viewportClipper: number,
): Clips {
  const link = index === viewportClipper ? null : clipOf(index, node, style, own);
  const flow = link ?? own;
  // `clip` and `clip-path` cut everything inside, whatever its containing block.
  const cutsAll = link !== null && (style.css['clip-path'] !== 'none' || style.css.clip !== 'auto');
  return {
    flow,
    absolute: style.containsAbsolute || cutsAll ? flow : outer.absolute,
    fixed: style.containsFixed || cutsAll ? flow : outer.fixed,
  };
}

function clipOf(index: number, node: LayoutNode, style: StyleFacts, outer: Clip | null): Clip | null {
  if (!node.box) return null;
  if (style.css.clip !== 'auto' || hidesByClipPath(style.css['clip-path'])) {
    return { element: index, box: [node.box[0], node.box[1], 0, 0], x: 'clip', y: 'clip', outer };
  }
  const { overflowX: x, overflowY: y } = style;
  if (x === 'visible' && y === 'visible') return null;
  return { element: index, box: paddingBox(node, style), x, y, outer };
}

/** `inset(50%)` and `circle(0)`: the ways to hide text from the eye alone. Other shapes are left to the picture. */
function hidesByClipPath(path: string): boolean {
  return /^inset\((?:50|100)%|^circle\(0/.test(path);
}

/** Overflow of the root, or else of the body, belongs to the viewport (CSS Overflow 3, section 3.3). */
function clipperOfViewport(layout: Layout, root: number): number {
  const style = factsOf(layout, root);
  if (!style) return -1;
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible') return root;
  return bodyOf(layout, root);
}

function directionOfViewport(layout: Layout, root: number): string {
  const body = bodyOf(layout, root);
  return (factsOf(layout, body) ?? factsOf(layout, root))?.css.direction ?? 'ltr';
}

function bodyOf(layout: Layout, root: number): number {
  return layout.nodes.findIndex((node) => node.parent === root && node.name === 'body');
}

function paddingBox(node: LayoutNode, { css }: StyleFacts): Box {
  const [x, y, width, height] = node.box!;
  const left = px(css['border-left-width']);
  const top = px(css['border-top-width']);
  const sides = left + px(css['border-right-width']);
  const ends = top + px(css['border-bottom-width']);
  return [x + left, y + top, Math.max(0, width - sides), Math.max(0, height - ends)];
}

function isPlaced({ placed, css }: StyleFacts): boolean {
  return placed !== null || css.transform !== 'none' || css['animation-name'] !== 'none';
}

/** Text inside these is drawn by the browser, which scrolls or cuts it as the platform does. */
const CONTROLS = new Set(['input', 'textarea', 'select', 'option']);

/**
 * Families that draw words as icons, and the classes that ask for them: where the font didn't arrive, the word is not
 * what the author shows.
 */
const ICON_FONT =
  /material[ -](icons|symbols)|font ?awesome|glyphicons|bootstrap-icons|icomoon|remixicon|ionicons/i;

function isIcon(layout: Layout, element: number): boolean {
  const family = factsOf(layout, element)?.css['font-family'] ?? '';
  return ICON_FONT.test(family) || ICON_FONT.test(layout.nodes[element]!.attributes?.['class'] ?? '');
}

function addLines(scene: Scene, index: number): void {
  const { layout } = scene;
  const node = layout.nodes[index]!;
  const element = elementOf(layout, node.parent);
  const style = factsOf(layout, element);
  const text = node.text ?? '';
  if (element < 0 || !style || text.trim() === '' || !scene.drawn[element]) return;
  if (!style.visible || CONTROLS.has(layout.nodes[element]!.name)) return;
  const fontSize = px(style.css['font-size']);
  if (!(fontSize > 0) || isIcon(layout, element) || isTransparent(layout, element)) return;
  scene.drawn[index] = 1;
  const lines = node.lines ?? [];
  // A text node of one line is its box; SVG text has no other reliable one.
  const single = lines.length <= 1 ? node.box : null;
  for (const line of lines) {
    const part = text.slice(line.start, line.start + line.length);
    if (part.trim() === '') continue;
    const box = single ?? line.box;
    const vertical = style.css['writing-mode'] !== 'horizontal-tb';
    (isOutside(scene, box) ? scene.outside : scene.lines).push({
      node: index,
      element,
      text: part.trim(),
      box,
      ink: inkBox(box, vertical),
      fontSize,
      clip: scene.clip[index] ?? null,
      paint: node.paint,
      opacity: scene.opacity[index]!,
      rotated: scene.rotated[index] === 1,
    });
  }
}

/** Transparent letters show nothing, unless a background is painted through them. */
function isTransparent(layout: Layout, element: number): boolean {
  const fill = factsOf(layout, element)!.css['-webkit-text-fill-color'];
  if ((parseColor(fill)?.[3] ?? 1) >= FAINT) return false;
  for (const i of upFrom(layout, element)) if (factsOf(layout, i)?.textClip) return false;
  return true;
}

/** Nobody can scroll above the page, nor before the edge at which its lines begin. */
function isOutside({ layout, rtl }: Scene, [x, y, width, height]: Box): boolean {
  const [viewport] = layout.size;
  return y + height <= 0 || (rtl ? x >= viewport : x + width <= 0);
}

/**
 * Where the letters are within an inline box. A box is as high as the font's ascent and descent; of Arimo, Inter, Noto
 * Sans and Noto Sans CJK the x-height begins at 34-38% of it and the baseline lies at 79-81%.
 */
const INK = { from: 0.32, to: 0.8 } as const;

function inkBox([x, y, width, height]: Box, vertical: boolean): Box {
  const { from, to } = INK;
  return vertical
    ? [x + width * 0.2, y, width * 0.6, height]
    : [x, y + height * from, width, height * (to - from)];
}
