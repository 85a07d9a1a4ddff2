import { inkOf } from '../../../../graph/nodes.js';
import type { DesignGraph } from '../../../../graph/schema.js';
import type { Box } from '../../../../render/capture.js';
import { median } from '../pixels/statistics.js';
import { textsOf, type Objects } from './objects.js';
import { bodySize } from './type.js';

export type RoomMeasure = 'crowding' | 'gapSize' | 'tightShare' | 'nearMisses';

/** Edges that differ by more than the first and less than the second were meant to be one, px. */
const MISSES = [2, 24] as const;
/** A gap smaller than this part of the letters' size is tight. */
const TIGHT = 0.5;
/** Two things closer than this stand too close, px. */
const CLOSE = 6;
/** Of fewer neighbours a share says little. */
const FEW = 5;

/**
 * How much room there is between things that hold nothing else, from ink to ink: sections and boxes may touch, since their room
 * is inside; and whether edges agree.
 */
export function roomMeasures(graph: DesignGraph, objects: Objects): Record<RoomMeasure, number> {
  const { beside, below } = gapsOf(graph, objects);
  const letters = below.map((gap) => gap / bodySize(textsOf(graph)));
  return {
    crowding: share([...beside, ...below], (gap) => gap < CLOSE),
    gapSize: median(letters),
    tightShare: share(letters, (gap) => gap < TIGHT),
    nearMisses: nearMisses(graph),
  };
}

const share = (values: readonly number[], is: (value: number) => boolean) =>
  values.filter(is).length / Math.max(FEW, values.length);

/** px between the ink of neighbours that stand beside and below each other. */
function gapsOf({ nodes, relations }: DesignGraph, objects: Objects): { beside: number[]; below: number[] } {
  const counted = new Set(objects.nodes.map(({ id }) => id));
  const gaps = { beside: [] as number[], below: [] as number[] };
  for (const { type, nodes: members } of relations) {
    if (type !== 'left-of' && type !== 'above') continue;
    if (!members.every((id) => counted.has(id))) continue;
    const [first, second] = members.map((id) => inkOf(nodes[id]!)) as [Box | null, Box | null];
    if (!first || !second) continue;
    const axis = type === 'left-of' ? 0 : 1;
    gaps[axis === 0 ? 'beside' : 'below'].push(second[axis] - first[axis] - first[axis + 2]!);
  }
  return gaps;
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
  return near / Math.max(FEW, all);
}
