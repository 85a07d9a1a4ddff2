import { area } from '../../../../graph/geometry.js';
import type { DesignGraph } from '../../../../graph/schema.js';
import { median } from '../pixels/statistics.js';
import { objectsOf, textsOf } from './objects.js';
import { bodySize } from './type.js';

export type AmountMeasure =
  | 'things'
  | 'characters'
  | 'thingsPerScreen'
  | 'charactersPerScreen'
  | 'pictureArea'
  | 'gapSize'
  | 'tightShare'
  | 'nearMisses';

/** Height of a screen, px. */
const SCREEN = 960;
/** Edges that differ by more than the first and less than the second were meant to be one, px. */
const MISSES = [2, 24] as const;
/** A gap smaller than this part of the letters' size is tight. */
const TIGHT = 0.5;

/** How much there is on the page, and how much room it has. Counts are log2 of 1 + what is there. */
export function amountMeasures(graph: DesignGraph): Record<AmountMeasure, number> {
  const { nodes, boxes } = objectsOf(graph);
  const texts = textsOf(graph);
  const screens = Math.max(1, graph.canvas[1] / SCREEN);
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const pictures = boxes.filter((_, i) => ['image', 'drawing', 'canvas', 'media'].includes(nodes[i]!.role));
  const gaps = stackedGaps(graph).map((gap) => gap / bodySize(texts));
  return {
    things: Math.log2(1 + nodes.length),
    characters: Math.log2(1 + characters),
    thingsPerScreen: Math.log2(1 + nodes.length / screens),
    charactersPerScreen: Math.log2(1 + characters / screens),
    pictureArea: pictures.reduce((sum, box) => sum + area(box), 0) / (graph.canvas[0] * graph.canvas[1]),
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
