import { area } from '../../../../graph/geometry.js';
import type { DesignGraph } from '../../../../graph/schema.js';
import { objectsOf, textsOf } from './objects.js';

export type AmountMeasure =
  'things' | 'characters' | 'thingsPerScreen' | 'charactersPerScreen' | 'pictureArea';

/** Height of a screen, px. */
const SCREEN = 960;

/** How much there is on the page. Counts are log2 of 1 + what is there. */
export function amountMeasures(graph: DesignGraph): Record<AmountMeasure, number> {
  const { nodes } = objectsOf(graph);
  const texts = textsOf(graph);
  const screens = Math.max(1, graph.canvas[1] / SCREEN);
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const pictures = graph.nodes.filter(
    ({ role, clippedBox }) => clippedBox !== null && ['image', 'drawing', 'canvas', 'media'].includes(role),
  );
  return {
    things: Math.log2(1 + nodes.length),
    characters: Math.log2(1 + characters),
    thingsPerScreen: Math.log2(1 + nodes.length / screens),
    charactersPerScreen: Math.log2(1 + characters / screens),
    pictureArea:
      pictures.reduce((sum, { clippedBox }) => sum + area(clippedBox!), 0) /
      (graph.canvas[0] * graph.canvas[1]),
  };
}
