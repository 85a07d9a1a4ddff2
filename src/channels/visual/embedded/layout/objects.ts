import { area } from '../../../../graph/geometry.js';
import type { DesignGraph, GraphNode } from '../../../../graph/schema.js';
import type { Box } from '../../../../render/capture.js';

/** What the measures of layout count: the visible things that hold nothing else, and the frame that they stand in. */
export interface Objects {
  /** Width and height of the canvas, CSS px. */
  frame: readonly [number, number];
  nodes: readonly GraphNode[];
  boxes: readonly Box[];
}

/** Fewer things than this make no layout. */
export const MIN_OBJECTS = 4;

export function objectsOf(graph: DesignGraph): Objects {
  const holders = new Set(graph.nodes.map((node) => node.parent));
  const nodes = graph.nodes.filter(
    (node) => !holders.has(node.id) && node.clippedBox !== null && area(node.clippedBox) > 0,
  );
  return { frame: graph.canvas, nodes, boxes: nodes.map((node) => node.clippedBox!) };
}
