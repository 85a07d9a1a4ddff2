import type { Box, Layout } from '../render/capture.js';
import { clipOf, clipTo, reachableClipOf } from './clip.js';
import { area } from './geometry.js';
import { LIMITS } from './limits.js';
import { styleFacts } from './style.js';
import { linesOf } from './text.js';
import { tagOf, treeOf } from './tree.js';

interface Visibility {
  opacity: Float64Array;
  rendered: Uint8Array;
}

const known = new WeakMap<Layout, Visibility>();

/** Product of the opacities of a node and its ancestors, in [0,1]. */
export function opacityOf(layout: Layout, node: number): number {
  return visibilityOf(layout).opacity[node] ?? 0;
}

/**
 * True when a node takes part in painting: it has a box or shows its children's, is not hidden by `display`,
 * `visibility` or opacity, and is no part of a closed picker, nor of what a drawing only defines. It may still be clipped away: see {@link isVisible}.
 */
export function isRendered(layout: Layout, node: number): boolean {
  return visibilityOf(layout).rendered[node] === 1;
}

/** True when a reader sees something of the node's box (an element) or lines (a text) without scrolling inside the page. */
export function isVisible(layout: Layout, node: number): boolean {
  if (!isRendered(layout, node)) return false;
  const clip = clipOf(layout, node);
  return boxesOf(layout, node).some((box) => isSizeable(clipTo(box, clip)));
}

/** True when a reader sees the node or can bring it into view by scrolling some container. */
export function isReachable(layout: Layout, node: number): boolean {
  if (!isRendered(layout, node)) return false;
  const clip = reachableClipOf(layout, node);
  return boxesOf(layout, node).some((box) => isSizeable(clipTo(box, clip)));
}

/** Text nodes that draw something and are not clipped away, in document order. */
export function textNodes(layout: Layout): number[] {
  const result: number[] = [];
  layout.nodes.forEach((node, i) => {
    if (node.type === 'text' && isVisible(layout, i)) result.push(i);
  });
  return result;
}

function boxesOf(layout: Layout, node: number): Box[] {
  const { type, box } = layout.nodes[node]!;
  if (type === 'text') return linesOf(layout, node).map((line) => line.box);
  return box ? [box] : [];
}

function isSizeable(box: Box | null): boolean {
  return box !== null && area(box) >= LIMITS.minArea.value;
}

function visibilityOf(layout: Layout): Visibility {
  let visibility = known.get(layout);
  if (!visibility) known.set(layout, (visibility = walk(layout)));
  return visibility;
}

function walk(layout: Layout): Visibility {
  const { nodes } = layout;
  const { parent } = treeOf(layout);
  const opacity = new Float64Array(nodes.length);
  const rendered = new Uint8Array(nodes.length);
  const defined = new Uint8Array(nodes.length);
  nodes.forEach((node, i) => {
    const above = parent[i]!;
    // What `use` shows of a symbol stands in a shadow tree of its own.
    const defines = DEFINITIONS.has(node.name) && nodes[above]?.type !== 'shadow';
    defined[i] = defines || (above >= 0 && defined[above]) ? 1 : 0;
    const outer = above < 0 ? 1 : opacity[above]!;
    const style = styleFacts(layout, node.style);
    if (node.type !== 'element') {
      opacity[i] = outer;
      // The text of an option is drawn by the picker, which is closed.
      const drawn = node.type === 'text' && node.box && style?.visible && outer >= LIMITS.minOpacity.value;
      rendered[i] = drawn && !defined[i] && !isPicker(tagOf(layout, above)) ? 1 : 0;
      return;
    }
    opacity[i] = outer * (style?.opacity ?? 1);
    const shown = style?.visible && (node.box !== null || style.css.display === 'contents');
    const opaque = opacity[i] >= LIMITS.minOpacity.value;
    rendered[i] = shown && opaque && !defined[i] && !isPicker(node.name) ? 1 : 0;
  });
  return { opacity, rendered };
}

/** Parts of a drawing that are drawn only where something refers to them; they have boxes all the same. */
const DEFINITIONS = new Set([
  'defs',
  'clippath',
  'mask',
  'pattern',
  'symbol',
  'marker',
  'lineargradient',
  'radialgradient',
]);

function isPicker(tag: string): boolean {
  return tag === 'option' || tag === 'optgroup';
}
