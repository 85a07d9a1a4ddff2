import type { DesignGraph } from '../../../../graph/schema.js';
import { median } from '../pixels/statistics.js';
import { textsOf } from './objects.js';
import { bodySize } from './type.js';

export type RoomMeasure = 'gapSize' | 'tightShare' | 'nearMisses';

/** Edges that differ by more than the first and less than the second were meant to be one, px. */
const MISSES = [2, 24] as const;
/** A gap smaller than this part of the letters' size is tight. */
const TIGHT = 0.5;

/** How much room there is between what stands one below the other, in sizes of the body's letters, and whether its edges agree. */
export function roomMeasures(graph: DesignGraph): Record<RoomMeasure, number> {
  const gaps = stackedGaps(graph).map((gap) => gap / bodySize(textsOf(graph)));
  return {
    gapSize: median(gaps),
    tightShare: gaps.filter((gap) => gap < TIGHT).length / Math.max(1, gaps.length),
    nearMisses: nearMisses(graph),
  };
}

/** px between what stands one below the other. */
function stackedGaps({ nodes, relations }: DesignGraph): number[] {
  return relations
    .filter(({ type }) => type === 'above')
    .map(({ nodes: [first, second] }) => {
      const [upper, lower] = [nodes[first!]!.box, nodes[second!]!.box];
      return lower[1] - upper[1] - upper[3];
    });
}

/** Share of the neighbours, one below the other, whose left edges nearly agree, of those that agree or nearly do. */
function nearMisses({ nodes, relations }: DesignGraph): number {
  let near = 0;
  let all = 0;
  for (const { type, nodes: members } of relations) {
    if (type !== 'above') continue;
    const apart = Math.abs(nodes[members[0]!]!.box[0] - nodes[members[1]!]!.box[0]);
    if (apart >= MISSES[1]) continue;
    all++;
    if (apart > MISSES[0]) near++;
  }
  return near / Math.max(1, all);
}
