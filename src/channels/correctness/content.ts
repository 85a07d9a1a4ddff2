import type { DesignGraph, GraphNode } from '../../graph/schema.js';
import type { Layout } from '../../render/capture.js';
import { area, intersect } from './geometry.js';
import { upFrom } from './scene.js';
import { THRESHOLDS } from './thresholds.js';

const { minSize, minCanvas } = THRESHOLDS['required-text'];

/** One thing on the page that tells a reader something: a piece of text, a picture, a field. */
export interface Content {
  node: GraphNode;
  /** A heading, or text that is set like one. What follows it is what it promises. */
  isTitle: boolean;
}

const SHOWS = new Set(['image', 'drawing', 'canvas', 'media', 'frame', 'field']);
/** Drawn at once, and nothing in them is known: they may hold any number of things. */
const OPAQUE = new Set(['canvas', 'drawing', 'image', 'media', 'frame']);

/** Everything on the page that says or shows something, in document order. Boxes, rules and icons say nothing. */
export function contentOf({ nodes }: DesignGraph): Content[] {
  return nodes
    .filter((node) => node.clippedBox !== null && (SHOWS.has(node.role) || isLegible(node)))
    .map((node) => ({ node, isTitle: isTitle(node) }))
    .sort((a, b) => a.node.element - b.node.element);
}

/** Set like a heading: by its role, bold, or larger than body text. */
export function isTitle({ role, text, font }: GraphNode): boolean {
  return text !== '' && (role === 'heading' || (font?.weight ?? 0) >= 600 || (font?.size ?? 0) >= 20);
}

/** How many different things the page tells: the same text twice is one. */
export function countContent(content: readonly Content[]): number {
  const texts = new Set<string>();
  let others = 0;
  for (const { node } of content) {
    if (SHOWS.has(node.role) || node.text === '') others++;
    else texts.add(node.text.toLowerCase());
  }
  return texts.size + others;
}

/** What elements say: the words of everything in them that shows something, '' for pictures alone. The others are missing. */
export function wordsOfElements(layout: Layout, content: readonly Content[]): Map<number, string> {
  const says = new Map<number, string>();
  for (const { node } of content) {
    const words = node.text.toLowerCase();
    for (const i of upFrom(layout, node.element)) says.set(i, `${says.get(i) ?? ''} ${words}`.trim());
  }
  return says;
}

/**
 * Does a canvas, a drawing, a picture, a film or a frame take up much of the window? Then what it shows is not known, and
 * nothing that the document lacks is proven to be missing.
 */
export function isDrawnAtOnce({ nodes }: DesignGraph, { size }: Layout): boolean {
  const window = size[0] * size[1];
  return nodes.some(
    ({ role, box }) => OPAQUE.has(role) && area(intersect(box, [0, 0, ...size])) >= minCanvas.value * window,
  );
}

/**
 * Elements that hold something more than one title. A box that merely bears a name, and a heading that nothing follows,
 * promise content and are none.
 */
export function filledElements(layout: Layout, content: readonly Content[]): Set<number> {
  const titles = new Set<number>();
  const filled = new Set<number>();
  for (const { node, isTitle } of content) {
    for (const i of upFrom(layout, node.element)) {
      if (filled.has(i)) break;
      if (!isTitle || titles.has(i)) filled.add(i);
      else titles.add(i);
    }
  }
  return filled;
}

function isLegible({ text, font, opacity }: GraphNode): boolean {
  return /[\p{L}\p{N}]/u.test(text) && (font?.size ?? 0) >= minSize.value && opacity > 0;
}
