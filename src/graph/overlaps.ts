import { BoxIndex } from './box-index.js';
import { overlapArea } from './geometry.js';
import { LIMITS } from './limits.js';
import { inkOf } from './nodes.js';
import type { GraphNode, Relation } from './schema.js';

/**
 * Pairs of nodes, neither within the other, whose ink (lines of text, else visible box) shares ground; the one painted
 * above comes first. `value` is the shared area in px².
 */
export function overlaps(nodes: readonly GraphNode[]): Relation[] {
  const inks = nodes.map(inkOf);
  const index = new BoxIndex(inks);
  const last = lastDescendants(nodes);
  const found: Relation[] = [];
  nodes.forEach((node, id) => {
    const ink = inks[id];
    if (!ink) return;
    let count = 0;
    let examined = 0;
    // Each pair is met from its smaller member; among equals, from the later one.
    const side = Math.max(ink[2], ink[3]);
    index.visit(ink, side, (other) => {
      if (++examined > LIMITS.candidates.value) return false;
      const otherInk = inks[other]!;
      const otherSide = Math.max(otherInk[2], otherInk[3]);
      if (otherSide < side || (otherSide === side && other >= id)) return true;
      if (isWithin(last, id, other) || isWithin(last, other, id)) return true;
      const value = overlapArea(ink, otherInk);
      if (value < LIMITS.minArea.value) return true;
      const onTop = node.paint > nodes[other]!.paint;
      found.push({ type: 'overlaps', nodes: onTop ? [id, other] : [other, id], value });
      return ++count < LIMITS.overlapsPerNode.value;
    });
  });
  return found;
}

/** Id of the last node below each node; ids are in document order, so a subtree is a range of ids. */
function lastDescendants(nodes: readonly GraphNode[]): Int32Array {
  const last = Int32Array.from(nodes, (node) => node.id);
  for (let id = nodes.length - 1; id >= 0; id--) {
    const { parent } = nodes[id]!;
    if (parent >= 0) last[parent] = Math.max(last[parent]!, last[id]!);
  }
  return last;
}

function isWithin(last: Int32Array, outer: number, inner: number): boolean {
  return inner > outer && inner <= last[outer]!;
}
