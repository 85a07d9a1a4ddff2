import { LIMITS } from './limits.js';
import type { GraphNode, Relation } from './schema.js';

/** Axis along which neighbours follow each other: 0 is x (left-of), 1 is y (above). */
type Axis = 0 | 1;

/**
 * Who stands next to whom among siblings: `left-of` and `above` with the nearest sibling that lies beyond and faces the
 * node, `value` the gap in px; and `equal-gap` for rows and columns of three or more at one distance, `value` the gap.
 */
export function neighbours(siblings: readonly (readonly GraphNode[])[]): Relation[] {
  return siblings.flatMap((family) => [...along(family, 0), ...along(family, 1)]);
}

function along(family: readonly GraphNode[], axis: Axis): Relation[] {
  const type = axis === 0 ? 'left-of' : 'above';
  const pairs = nearest(family, axis);
  return [
    ...pairs.map(({ from, to, gap }): Relation => ({ type, nodes: [from.id, to.id], value: gap })),
    ...equalGaps(family, pairs),
  ];
}

interface Pair {
  from: GraphNode;
  to: GraphNode;
  gap: number;
}

function nearest(family: readonly GraphNode[], axis: Axis): Pair[] {
  const sorted = family.toSorted((a, b) => a.box[axis] - b.box[axis] || a.id - b.id);
  const pairs: Pair[] = [];
  sorted.forEach((from, i) => {
    const end = from.box[axis] + from.box[axis + 2]!;
    const last = Math.min(sorted.length, i + 1 + LIMITS.neighbourWindow.value);
    for (let j = i + 1; j < last; j++) {
      const to = sorted[j]!;
      const gap = to.box[axis] - end;
      if (gap < -LIMITS.edge.value || !faces(from, to, axis)) continue;
      pairs.push({ from, to, gap });
      return;
    }
  });
  return pairs;
}

/** True when two boxes share part of the other axis. */
function faces(a: GraphNode, b: GraphNode, axis: Axis): boolean {
  const other = axis === 0 ? 1 : 0;
  const start = Math.max(a.box[other], b.box[other]);
  const end = Math.min(a.box[other] + a.box[other + 2]!, b.box[other] + b.box[other + 2]!);
  return end - start > LIMITS.edge.value;
}

/** Runs of three or more where each is the nearest to the next, in both directions, at the same distance. */
function equalGaps(family: readonly GraphNode[], pairs: readonly Pair[]): Relation[] {
  // The nearest that comes before each node: pairs that aren't mutual don't make a row.
  const before = new Map<GraphNode, Pair>();
  for (const pair of pairs) {
    const known = before.get(pair.to);
    if (!known || pair.gap < known.gap) before.set(pair.to, pair);
  }
  const after = new Map([...before.values()].map((pair) => [pair.from, pair]));
  const position = new Map(family.map((node, i) => [node, i]));
  const result: Relation[] = [];
  for (const start of family) {
    let pair = after.get(start);
    const previous = before.get(start);
    if (!pair || (previous && isSame(previous.gap, pair.gap))) continue;
    const run = [start];
    const { gap } = pair;
    while (pair && isSame(pair.gap, gap)) {
      run.push(pair.to);
      pair = after.get(pair.to);
    }
    if (run.length < 3) continue;
    const members = run.sort((a, b) => position.get(a)! - position.get(b)!);
    result.push({ type: 'equal-gap', nodes: members.map((node) => node.id), value: gap });
  }
  return result;
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= LIMITS.edge.value;
}
