import type { Box, Layout } from '../render/capture.js';
import { union } from './geometry.js';
import { LIMITS } from './limits.js';
import type { GraphNode } from './schema.js';
import { styleFacts } from './style.js';
import { treeOf } from './tree.js';

/** An element's child that holds graph nodes, and where they are. */
interface Block {
  layoutNode: number;
  box: Box;
}

/** Deepest nesting of rows in columns in rows that is taken apart before the document's own order decides. */
const MAX_CUTS = 32;

/**
 * Ids of the nodes in the order in which a reader meets them. The children of every element are read row by row, each row
 * along the direction of its text (recursive X-Y cut, Nagy & Seth 1984), or column by column where only that agrees with
 * the document. Children that overlap, and words in a line, keep the document's order.
 */
export function readingOrder(layout: Layout, nodes: readonly GraphNode[]): number[] {
  const { parent } = treeOf(layout);
  const idAt = new Int32Array(layout.nodes.length).fill(-1);
  for (const node of nodes) idAt[node.element] = node.id;
  const extents = extentsOf(layout, nodes);

  const blocks = new Map<number, Block[]>();
  const roots: Block[] = [];
  extents.forEach((box, i) => {
    if (!box) return;
    const siblings = blocks.get(parent[i]!);
    const block = { layoutNode: i, box };
    if (parent[i]! < 0) roots.push(block);
    else if (siblings) siblings.push(block);
    else blocks.set(parent[i]!, [block]);
  });

  const order: number[] = [];
  const pending = roots.reverse();
  while (pending.length > 0) {
    const { layoutNode } = pending.pop()!;
    if (idAt[layoutNode]! >= 0) order.push(idAt[layoutNode]!);
    const children = blocks.get(layoutNode);
    if (!children) continue;
    const sorted =
      children.length > 1 && !hasInlineContent(layout, children)
        ? byEye(layout, layoutNode, children)
        : children;
    for (let i = sorted.length - 1; i >= 0; i--) pending.push(sorted[i]!);
  }
  return order;
}

/** Box around the graph nodes within each layout node; what is positioned absolutely doesn't stretch its ancestors. */
function extentsOf(layout: Layout, nodes: readonly GraphNode[]): (Box | null | undefined)[] {
  const { parent } = treeOf(layout);
  const extents = new Array<Box | null | undefined>(layout.nodes.length);
  for (const node of nodes) extents[node.element] = node.box;
  for (let i = layout.nodes.length - 1; i >= 0; i--) {
    const box = extents[i];
    const above = parent[i]!;
    if (!box || above < 0) continue;
    const placed = styleFacts(layout, layout.nodes[i]!.style)?.placed;
    extents[above] = (placed ? extents[above] : union(extents[above] ? [extents[above], box] : [box])) ?? box;
  }
  return extents;
}

function hasInlineContent(layout: Layout, blocks: readonly Block[]): boolean {
  return blocks.some(
    ({ layoutNode }) => styleFacts(layout, layout.nodes[layoutNode]!.style)?.css.display === 'inline',
  );
}

function byEye(layout: Layout, container: number, blocks: readonly Block[]): Block[] {
  const rtl = styleFacts(layout, layout.nodes[container]!.style)?.css.direction === 'rtl';
  const sorted: Block[] = [];
  const pending: { blocks: readonly Block[]; cuts: number }[] = [{ blocks, cuts: 0 }];
  while (pending.length > 0) {
    const { blocks: group, cuts } = pending.pop()!;
    const parts = group.length > 1 && cuts < MAX_CUTS ? cut(group, rtl) : null;
    if (!parts) sorted.push(...group);
    else for (const part of parts.reverse()) pending.push({ blocks: part, cuts: cuts + 1 });
  }
  return sorted;
}

/** Splits a group at the gaps between rows, or else between columns; null when there are neither. */
function cut(group: readonly Block[], rtl: boolean): Block[][] | null {
  const rows = bands(group, 1);
  const columns = bands(group, 0);
  if (rtl) columns.reverse();
  if (rows.length < 2) return columns.length < 2 ? null : columns;
  const byColumns = columns.length > 1 && follows(columns, group) && !follows(rows, group);
  return byColumns ? columns : rows;
}

/** Groups blocks whose extents along an axis (0: x, 1: y) overlap; each band keeps the document's order. */
function bands(group: readonly Block[], axis: 0 | 1): Block[][] {
  const along = group
    .map((block, i) => ({ i, start: block.box[axis], end: block.box[axis] + block.box[axis + 2]! }))
    .sort((a, b) => a.start - b.start || a.i - b.i);
  const result: number[][] = [];
  let end = -Infinity;
  for (const item of along) {
    if (item.start >= end - LIMITS.edge.value) result.push([]);
    result.at(-1)!.push(item.i);
    end = Math.max(end, item.end);
  }
  return result.map((band) => band.sort((a, b) => a - b).map((i) => group[i]!));
}

/** True when reading the bands one after the other never goes back in the document. */
function follows(parts: readonly Block[][], group: readonly Block[]): boolean {
  const position = new Map(group.map((block, i) => [block, i]));
  let last = -1;
  for (const part of parts) {
    for (const block of part) {
      const at = position.get(block)!;
      if (at < last) return false;
      last = at;
    }
  }
  return true;
}
