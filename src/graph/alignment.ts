import type { Layout } from '../render/capture.js';
import { styleKey, type Families } from './families.js';
import { area } from './geometry.js';
import { LIMITS } from './limits.js';
import type { GraphNode, Relation, RelationType } from './schema.js';

const EDGES: readonly (readonly [RelationType, (node: GraphNode) => number])[] = [
  ['aligned-left', ({ box }) => box[0]],
  ['aligned-right', ({ box }) => box[0] + box[2]],
  ['aligned-center-x', ({ box }) => box[0] + box[2] / 2],
  ['aligned-top', ({ box }) => box[1]],
  ['aligned-bottom', ({ box }) => box[1] + box[3]],
  ['aligned-center-y', ({ box }) => box[1] + box[3] / 2],
];

/** Groups of siblings, and of cousins, that share an edge or a centre line. `value` is its place in px. */
export function alignments({ siblings, cousins }: Families): Relation[] {
  return [
    ...siblings.flatMap((family) => aligned(family, () => true)),
    // What siblings share is said already.
    ...cousins.flatMap((family) => aligned(family, (group) => !areSiblings(group))),
  ];
}

function aligned(family: readonly GraphNode[], wanted: (group: readonly GraphNode[]) => boolean): Relation[] {
  return EDGES.flatMap(([type, edge]) =>
    clusters(family, edge, (first) => first + LIMITS.edge.value)
      .filter(wanted)
      .map((group) => relation(type, group, edge(group[0]!))),
  );
}

/** Groups of siblings, and of cousins, of one role whose areas differ by no more than 10 %. `value` is the least area in px². */
export function sameSizes({ siblings, cousins }: Families): Relation[] {
  const families = [...siblings.flatMap((family) => groupBy(family, (node) => node.role)), ...cousins];
  const size = (node: GraphNode) => area(node.box);
  return families.flatMap((family) =>
    clusters(family, size, (least) => least * (1 + LIMITS.sizeRatio.value)).map((group) =>
      relation('same-size', group, Math.min(...group.map(size))),
    ),
  );
}

/** All nodes drawn in one style, page-wide. */
export function sameStyles(layout: Layout, nodes: readonly GraphNode[]): Relation[] {
  return groupBy(nodes, (node) => styleKey(layout, node)).map((group) => relation('same-style', group, null));
}

/**
 * Groups of two or more whose measures lie close together: sorted, a group begins with its smallest measure and ends
 * with the last one up to `limit(smallest)`. Members keep the order of `family`.
 */
function clusters(
  family: readonly GraphNode[],
  measure: (node: GraphNode) => number,
  limit: (smallest: number) => number,
): GraphNode[][] {
  const values = family.map(measure);
  const sorted = family.map((_, i) => i).sort((a, b) => values[a]! - values[b]! || a - b);
  const result: GraphNode[][] = [];
  let from = 0;
  for (let to = 1; to <= sorted.length; to++) {
    if (to < sorted.length && values[sorted[to]!]! <= limit(values[sorted[from]!]!)) continue;
    if (to - from > 1) {
      const members = sorted.slice(from, to).sort((a, b) => a - b);
      result.push(members.map((i) => family[i]!));
    }
    from = to;
  }
  return result;
}

function groupBy(nodes: readonly GraphNode[], key: (node: GraphNode) => string): GraphNode[][] {
  const groups = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    const name = key(node);
    const group = groups.get(name);
    if (group) group.push(node);
    else groups.set(name, [node]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function areSiblings(group: readonly GraphNode[]): boolean {
  return group.every((node) => node.parent === group[0]!.parent);
}

function relation(type: RelationType, group: readonly GraphNode[], value: number | null): Relation {
  return { type, nodes: group.map((node) => node.id), value };
}
