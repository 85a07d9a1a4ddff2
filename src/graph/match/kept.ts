import type { Box } from '../../render/capture.js';
import { area, overlapArea } from '../geometry.js';
import { LIMITS } from '../limits.js';
import type { DesignGraph, Relation, RelationType } from '../schema.js';
import type { Unit } from './units.js';

/** Whether a relation is seen between two units. */
type Holds = (a: Unit, b: Unit, order: ReadonlyMap<number, number>) => boolean;

const { edge, sizeRatio, minArea } = LIMITS;
const near = (a: number, b: number) => Math.abs(a - b) <= edge.value;
const aligned =
  (at: (box: Box) => number): Holds =>
  (a, b) =>
    near(at(a.box), at(b.box));

/**
 * What can be seen by the ink alone. A graph states it between boxes, and of nearest neighbours and siblings only: both
 * hang on how a page is marked up, so it is asked of the ink, and only where the ink of the other page shows it.
 */
const SEEN: Partial<Record<RelationType, Holds>> = {
  next: (a, b, order) => (order.get(a.node.id) ?? Infinity) < (order.get(b.node.id) ?? -Infinity),
  'aligned-left': aligned(([x]) => x),
  'aligned-right': aligned(([x, , width]) => x + width),
  'aligned-center-x': aligned(([x, , width]) => x + width / 2),
  'aligned-top': aligned(([, y]) => y),
  'aligned-bottom': aligned(([, y, , height]) => y + height),
  'aligned-center-y': aligned(([, y, , height]) => y + height / 2),
  'left-of': ({ box: a }, { box: b }) => b[0] - a[0] - a[2] >= -edge.value,
  above: ({ box: a }, { box: b }) => b[1] - a[1] - a[3] >= -edge.value,
  overlaps: ({ box: a }, { box: b }) => overlapArea(a, b) >= minArea.value,
  'same-size': ({ box: a }, { box: b }) =>
    Math.max(area(a), area(b)) <= (1 + sizeRatio.value) * Math.min(area(a), area(b)),
  'same-style': ({ node: a }, { node: b }) =>
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
 * @param pairs units of `from` with their partners in `to`
 */
export function keptRelations(
  from: DesignGraph,
  to: DesignGraph,
  pairs: readonly (readonly [Unit, Unit])[],
): Kept {
  const [orderThere, order] = [readingOrderOf(from), readingOrderOf(to)];
  const paired = new Map(pairs.map(([unit, partner]) => [unit.node.id, { unit, partner }]));
  const stated = new Set(to.relations.filter(({ type }) => !(type in SEEN)).flatMap(statements));
  const result: Kept = { asked: 0, kept: 0 };
  for (const { type, nodes } of from.relations) {
    const members = nodes.flatMap((id) => paired.get(id) ?? []);
    if (members.length < nodes.length) continue;
    const seen = SEEN[type];
    for (let i = 1; i < members.length; i++) {
      const [a, b] = [members[i - 1]!, members[i]!];
      // Two paragraphs of one text: nothing can be said of them.
      if (a.partner.node === b.partner.node) continue;
      if (seen && !seen(a.unit, b.unit, orderThere)) continue;
      result.asked++;
      const holds = seen
        ? seen(a.partner, b.partner, order)
        : stated.has(statement(type, a.partner.node.id, b.partner.node.id));
      if (holds) result.kept++;
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
