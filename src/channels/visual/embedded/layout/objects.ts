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

export function objectsOf(graph: DesignGraph): Objects {
  const holders = new Set(graph.nodes.map((node) => node.parent));
  const nodes = graph.nodes.filter((node) => !holders.has(node.id) && isSeen(node));
  return {
    frame: graph.canvas,
    nodes,
    boxes: nodes.map((node) => node.clippedBox!),
  };
}

/** Everything that draws text of its own, whether or not it holds something. */
export function textsOf(graph: DesignGraph): GraphNode[] {
  return graph.nodes.filter((node) => node.font !== null && node.lines.length > 0 && isSeen(node));
}

const isSeen = ({ clippedBox }: GraphNode) => clippedBox !== null && area(clippedBox) > 0;
