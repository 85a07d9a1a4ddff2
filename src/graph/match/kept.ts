import { area, overlapArea } from '../geometry.js';
import { LIMITS } from '../limits.js';
import { inkOf } from '../nodes.js';
import type { DesignGraph, GraphNode, Relation, RelationType } from '../schema.js';

/** Whether a relation holds between two nodes, judged by the nodes themselves. */
type Holds = (a: GraphNode, b: GraphNode, order: ReadonlyMap<number, number>) => boolean;

const { edge, sizeRatio, minArea } = LIMITS;
const near = (a: number, b: number) => Math.abs(a - b) <= edge.value;
const aligned =
  (at: (node: GraphNode) => number): Holds =>
  (a, b) =>
    near(at(a), at(b));

/** What a graph need not state for it to hold: it names nearest neighbours only, and groups only among siblings. */
const HOLDS: Partial<Record<RelationType, Holds>> = {
  contains: ({ box: [x, y, width, height] }, { box }) =>
    box[0] >= x - edge.value &&
    box[1] >= y - edge.value &&
    box[0] + box[2] <= x + width + edge.value &&
    box[1] + box[3] <= y + height + edge.value,
  next: (a, b, order) => (order.get(a.id) ?? Infinity) < (order.get(b.id) ?? -Infinity),
  'aligned-left': aligned(({ box }) => box[0]),
  'aligned-right': aligned(({ box }) => box[0] + box[2]),
  'aligned-center-x': aligned(({ box }) => box[0] + box[2] / 2),
  'aligned-top': aligned(({ box }) => box[1]),
  'aligned-bottom': aligned(({ box }) => box[1] + box[3]),
  'aligned-center-y': aligned(({ box }) => box[1] + box[3] / 2),
  'left-of': (a, b) => b.box[0] - a.box[0] - a.box[2] >= -edge.value,
  above: (a, b) => b.box[1] - a.box[1] - a.box[3] >= -edge.value,
  overlaps: (a, b) => {
    const [upper, lower] = [inkOf(a), inkOf(b)];
    return upper !== null && lower !== null && overlapArea(upper, lower) >= minArea.value;
  },
  'same-size': (a, b) =>
    Math.max(area(a.box), area(b.box)) <= (1 + sizeRatio.value) * Math.min(area(a.box), area(b.box)),
  'same-style': (a, b) =>
    a.font?.family === b.font?.family &&
    a.font?.size === b.font?.size &&
    a.font?.weight === b.font?.weight &&
    a.font?.italic === b.font?.italic &&
    a.color?.join() === b.color?.join(),
};

/** How many statements of one graph could be asked of the other, and how many hold there. */
export interface Kept {
  asked: number;
  kept: number;
}

/**
 * Asks of one graph what another one says: for every relation whose members all have a partner, each two neighbours in
 * it. What has no partner is missing, and is not counted a second time here.
 *
 * @param partner id of a node of `from` to the id of its partner in `to`
 */
export function keptRelations(
  from: DesignGraph,
  to: DesignGraph,
  partner: ReadonlyMap<number, number>,
): Kept {
  const order = readingOrderOf(to);
  const stated = new Set(to.relations.flatMap(statements));
  const result: Kept = { asked: 0, kept: 0 };
  for (const { type, nodes } of from.relations) {
    const partners = nodes.flatMap((id) => partner.get(id) ?? []);
    if (partners.length < nodes.length) continue;
    for (let i = 1; i < partners.length; i++) {
      const [a, b] = [to.nodes[partners[i - 1]!]!, to.nodes[partners[i]!]!];
      // Two paragraphs of one text: nothing can be said of them.
      if (a === b) continue;
      result.asked++;
      if (stated.has(statement(type, a.id, b.id)) || HOLDS[type]?.(a, b, order)) result.kept++;
    }
  }
  return result;
}

/** Place of each node in the chain of `next`. */
function readingOrderOf({ relations }: DesignGraph): Map<number, number> {
  const order = new Map<number, number>();
  for (const { type, nodes } of relations) {
    if (type !== 'next') continue;
    for (const id of nodes) if (!order.has(id)) order.set(id, order.size);
  }
  return order;
}

function statements({ type, nodes }: Relation): string[] {
  return nodes.slice(1).map((id, i) => statement(type, nodes[i]!, id));
}

function statement(type: RelationType, a: number, b: number): string {
  return `${type} ${a} ${b}`;
}
