import type { Layout } from '../render/capture.js';
import { alignments, sameSizes, sameStyles } from './alignment.js';
import { familiesOf } from './families.js';
import { labels } from './labels.js';
import { neighbours } from './neighbours.js';
import { overlaps } from './overlaps.js';
import { readingOrder } from './reading-order.js';
import type { GraphNode, Relation } from './schema.js';

/** All relations among the nodes of a graph. Near-linear in their number: neighbours and groups instead of all pairs. */
export function relationsOf(layout: Layout, nodes: readonly GraphNode[]): Relation[] {
  const order = readingOrder(layout, nodes);
  const families = familiesOf(layout, nodes, order);
  const inOrder = order.map((id) => nodes[id]!);
  return [
    ...contains(nodes),
    ...next(inOrder),
    ...alignments(families),
    ...neighbours(families.siblings),
    ...overlaps(nodes),
    ...sameSizes(families),
    ...sameStyles(layout, inOrder),
    ...labels(layout, nodes),
  ];
}

function contains(nodes: readonly GraphNode[]): Relation[] {
  return nodes
    .filter((node) => node.parent >= 0)
    .map((node) => ({ type: 'contains', nodes: [node.parent, node.id], value: null }));
}

/** Links what a reader takes in one after the other: texts and pictures, not the boxes around them. */
function next(inOrder: readonly GraphNode[]): Relation[] {
  const holders = new Set(inOrder.map((node) => node.parent));
  const read = inOrder.filter((node) => node.text !== '' || (node.role !== 'box' && !holders.has(node.id)));
  return read.slice(1).map((node, i) => ({ type: 'next', nodes: [read[i]!.id, node.id], value: null }));
}
