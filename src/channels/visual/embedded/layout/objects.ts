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

/** A picture of at least this part of the canvas on which a text stands is a ground, no object. */
const GROUND = 0.25;

export function objectsOf(graph: DesignGraph): Objects {
  const holders = new Set(graph.nodes.map((node) => node.parent));
  const leaves = graph.nodes.filter((node) => !holders.has(node.id) && isSeen(node));
  const texts = leaves.filter(({ font, text }) => font !== null && text !== '');
  const least = GROUND * graph.canvas[0] * graph.canvas[1];
  const nodes = leaves.filter(
    (node) =>
      node.text !== '' ||
      area(node.clippedBox!) < least ||
      !texts.some((text) => isMiddleIn(text.clippedBox!, node.clippedBox!)),
  );
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

function isMiddleIn([left, top, width, height]: Box, [x, y, wide, high]: Box): boolean {
  const [middle, centre] = [left + width / 2, top + height / 2];
  return middle > x && middle < x + wide && centre > y && centre < y + high;
}
