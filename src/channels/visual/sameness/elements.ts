import { converter, type Oklch } from 'culori';
import { parseColor } from '../../../graph/color.js';
import type { Rgba } from '../../../graph/schema.js';
import { px, styleFacts, type StyleFacts } from '../../../graph/style.js';
import { treeOf } from '../../../graph/tree.js';
import type { Box, Layout } from '../../../render/capture.js';

/** An element that is drawn, with its computed style. */
export interface Element {
  /** Index in the layout's nodes. */
  index: number;
  /** Tag, or "::before" and "::after" for what a style sheet adds. */
  tag: string;
  box: Box;
  style: StyleFacts;
}

/** Fainter than this is as good as hidden (AeSlides, arXiv 2604.22840). */
const FAINT = 0.05;

const known = new WeakMap<Layout, ReadonlyMap<number, Element>>();

/** The elements of a layout that are drawn and have an area, in document order. */
export function elementsOf(layout: Layout): Element[] {
  return [...drawn(layout).values()];
}

function drawn(layout: Layout): ReadonlyMap<number, Element> {
  let elements = known.get(layout);
  if (!elements) known.set(layout, (elements = find(layout)));
  return elements;
}

function find(layout: Layout): Map<number, Element> {
  const found = new Map<number, Element>();
  layout.nodes.forEach(({ type, name, box, style, paint }, index) => {
    const facts = type === 'element' && paint >= 0 ? styleFacts(layout, style) : null;
    if (!facts?.visible || facts.opacity < FAINT || !box || box[2] < 1 || box[3] < 1) return;
    found.set(index, { index, tag: name, box, style: facts });
  });
  return found;
}

/** The drawn elements straight below one. */
export function childrenOf(layout: Layout, element: number): Element[] {
  return [...treeOf(layout).children(element)].flatMap((index) => drawn(layout).get(index) ?? []);
}

/** The drawn elements anywhere below one. */
export function descendantsOf(layout: Layout, element: number): Element[] {
  return childrenOf(layout, element).flatMap((child) => [child, ...descendantsOf(layout, child.index)]);
}

/** Is an element below another one? */
export function isBelow(layout: Layout, element: number, ancestor: number): boolean {
  const { parent } = treeOf(layout);
  let at = parent[element]!;
  while (at > ancestor) at = parent[at]!;
  return at === ancestor;
}

/** All text of an element and of what is below it, white space collapsed. */
export function textOf(layout: Layout, element: number): string {
  const parts: string[] = [];
  const collect = (node: number) => {
    parts.push(layout.nodes[node]!.text ?? '');
    treeOf(layout).children(node).forEach(collect);
  };
  collect(element);
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/** Radius of the top left corner in px; of an element rounded by percent, its share of the smaller side. */
export function radiusOf({ style, box }: Element): number {
  const [first = '0'] = style.css['border-top-left-radius'].split(' ');
  const side = Math.min(box[2], box[3]);
  return first.endsWith('%') ? (Number.parseFloat(first) / 100) * side : px(first);
}

/** Is something drawn that makes an element stand out from its ground: a fill, a border or a shadow? */
export function isSurface({ style }: Element): boolean {
  return style.background[3] > FAINT || style.pictured || style.bordered || style.shadowed;
}

const toOklch = converter('oklch');

/** A colour in OKLCH: lightness in [0,1], chroma from 0, hue in degrees (0 for greys). */
export function oklchOf([r, g, b]: Rgba): { l: number; c: number; h: number } {
  const { l, c, h = 0 }: Oklch = toOklch({ mode: 'rgb', r, g, b });
  return { l, c, h };
}

const COLOR = /(?:rgba?|hsla?|oklch|oklab|lab|lch|color)\([^()]*\)|#[0-9a-f]{3,8}\b/gi;

/** The colours of each gradient that a `background-image` holds. */
export function gradientsOf(image: string): Rgba[][] {
  return image
    .split(/(?=(?:repeating-)?(?:linear|radial|conic)-gradient\()/)
    .filter((part) => part.includes('-gradient('))
    .map((part) =>
      [...part.matchAll(COLOR)].map(([css]) => parseColor(css)).filter((color) => color !== null),
    );
}

/** The beginning of a text, in quotes, for messages. */
export function quote(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 40 ? `“${text}”` : `“${characters.slice(0, 39).join('')}…”`;
}
