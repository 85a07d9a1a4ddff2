import { KallosError } from '../errors.js';
import type { Capture } from '../render/capture.js';
import { nodesOf } from './nodes.js';
import { relationsOf } from './relations.js';
import type { DesignGraph } from './schema.js';

/**
 * The design graph of one viewport of a capture: its visible elements and how they stand to each other. Pure: the same
 * capture gives the same graph.
 *
 * @param viewport name of a captured layout; the primary one when absent
 * @throws KallosError KALLOS_CAPTURE_INVALID when the capture holds no such layout
 */
export function buildGraph(capture: Capture, viewport?: string): DesignGraph {
  const { layouts } = capture.data;
  const layout = viewport === undefined ? layouts[0] : layouts.find((one) => one.viewport === viewport);
  if (!layout) {
    throw new KallosError(
      'KALLOS_CAPTURE_INVALID',
      viewport === undefined
        ? 'The capture holds no layout.'
        : `The capture holds no layout of viewport "${viewport}".`,
      `Captured viewports: ${layouts.map((one) => one.viewport).join(', ') || 'none'}.`,
    );
  }
  const nodes = nodesOf(layout);
  return {
    schema: 'kallos.graph/1',
    viewport: layout.viewport,
    canvas: layout.page,
    nodes,
    relations: relationsOf(layout, nodes),
  };
}
