import { area } from '../../../../graph/geometry.js';
import { inkOf } from '../../../../graph/nodes.js';
import type { DesignGraph, GraphNode } from '../../../../graph/schema.js';
import { textsOf } from './objects.js';

export type WholeMeasure = 'cut' | 'covered';

/** What is lost of a line through rounding and the tails of letters, as a share. */
const SLACK = 0.08;
/** What is fainter than this hides nothing. */
const HIDING = 0.3;

/** Whether texts can be seen whole: shares of them that an edge cuts off, and of their area that something lies over. */
export function wholeMeasures(graph: DesignGraph): Record<WholeMeasure, number> {
  const texts = textsOf(graph);
  const cut = texts.filter((text) => lost(text) > SLACK).length;
  const areas = new Map(texts.map((text) => [text.id, inkArea(text)]));
  const hidden = new Map<number, number>();
  for (const { type, nodes, value } of graph.relations) {
    if (type !== 'overlaps') continue;
    const [over, under] = [graph.nodes[nodes[0]!]!, nodes[1]!];
    if (areas.has(under) && over.opacity > HIDING) hidden.set(under, (hidden.get(under) ?? 0) + value!);
  }
  let covered = 0;
  for (const [id, by] of hidden) covered += Math.min(by, areas.get(id)!);
  return {
    cut: cut / Math.max(1, texts.length),
    covered:
      covered /
      Math.max(
        1,
        [...areas.values()].reduce((sum, one) => sum + one, 0),
      ),
  };
}

const inkArea = (text: GraphNode) => area(inkOf(text) ?? [0, 0, 0, 0]);

/** The share of a text's lines that is cut off: of their width, and whole lines whose middle is not seen. */
function lost({ lines, clippedBox }: GraphNode): number {
  const [left, top, width, height] = clippedBox!;
  let all = 0;
  let seen = 0;
  for (const { box } of lines) {
    all += box[2];
    // Tight lines are higher than the room that they take; that is no cut.
    const middle = box[1] + box[3] / 2;
    if (middle < top || middle > top + height) continue;
    seen += Math.max(0, Math.min(box[0] + box[2], left + width) - Math.max(box[0], left));
  }
  return all > 0 ? 1 - seen / all : 0;
}
