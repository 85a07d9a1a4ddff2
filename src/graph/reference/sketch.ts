import type { Box, Layout } from '../../render/capture.js';
import { area } from '../geometry.js';
import { unitsOf } from '../match/units.js';
import { relationsOf } from '../relations.js';
import { roleSchema, type DesignGraph, type GraphNode, type Relation, type Role } from '../schema.js';

/** An element of a design as one can point at it: what it is, what it says, where it is. */
export interface SketchElement {
  id: string;
  role: Role;
  /** "" for what has no words, or none that are known. */
  text: string;
  /** px of the canvas. */
  box: Box;
  /** Id of the element around it, which comes before it. */
  parent: string | null;
}

/** A design as a list of elements: what a picture can tell, or a model can be told. */
export interface Sketch {
  canvas: readonly [number, number];
  elements: SketchElement[];
}

/** Roles that hold others and are worth pointing at themselves. */
const HOLDERS: ReadonlySet<Role> = new Set(roleSchema.extract(['section', 'list', 'table']).options);
/** Characters of an element's text. */
const TEXT = 80;

/**
 * The elements of a graph that weigh most, in document order: paragraphs, pictures, controls, painted shapes, and the
 * sections, lists and tables around them.
 *
 * @param most how many
 */
export function sketchOf(graph: DesignGraph, most: number): Sketch {
  const units = unitsOf(graph).map(({ node, box, words, weight }) => ({ node, box, words, weight }));
  const holders = graph.nodes
    .filter(({ role, clippedBox, text }) => HOLDERS.has(role) && text === '' && clippedBox)
    // By its outline: a section of one line is no larger than the line.
    .map((node) => ({ node, box: node.clippedBox!, words: '', weight: Math.sqrt(area(node.clippedBox!)) }));
  const known = new Set<number>();
  const elements = [...units, ...holders]
    .sort((a, b) => b.weight - a.weight)
    // Of a text in several paragraphs, the largest stands for all.
    .filter(({ node }) => !known.has(node.id) && known.add(node.id))
    .slice(0, most)
    .sort((a, b) => a.node.id - b.node.id)
    .map(({ node, box, words }): SketchElement => {
      const [x, y, width, height] = box.map(Math.round) as Box;
      return {
        id: `e${node.id}`,
        role: node.role,
        text: words.length > TEXT ? `${words.slice(0, TEXT)}…` : words,
        box: [x, y, Math.max(1, width), Math.max(1, height)],
        parent: null,
      };
    });
  const ids = new Set(elements.map(({ id }) => id));
  for (const element of elements) {
    let at = graph.nodes[Number(element.id.slice(1))]!.parent;
    while (at >= 0 && !ids.has(`e${at}`)) at = graph.nodes[at]!.parent;
    if (at >= 0) element.parent = `e${at}`;
  }
  return { canvas: graph.canvas, elements };
}

/** Relations that somebody sees, and that hold among elements of a sketch of this graph. */
export function relationsAmong(
  graph: DesignGraph,
  { elements }: Sketch,
): { type: Relation['type']; ids: string[] }[] {
  const ids = new Set(elements.map(({ id }) => id));
  return graph.relations.flatMap(({ type, nodes }) => {
    if (type === 'contains' || type === 'next') return [];
    const named = nodes.map((node) => `e${node}`).filter((id) => ids.has(id));
    return named.length > 1 ? { type, ids: named } : [];
  });
}

/**
 * The design graph of a sketch. What a sketch cannot know is left open: colours, fonts, sources. Relations are found as
 * they are in pages, from the boxes.
 */
export function graphOfSketch({ canvas, elements }: Sketch): DesignGraph {
  const at = new Map(elements.map(({ id }, i) => [id, i]));
  const parentOf = ({ parent }: SketchElement) => (parent === null ? -1 : (at.get(parent) ?? -1));
  const size: [number, number] = [canvas[0], canvas[1]];
  const nodes = elements.map((element, i): GraphNode => ({
    id: i,
    element: i,
    parent: parentOf(element),
    role: element.role,
    tag: 'div',
    text: element.text,
    box: element.box,
    clippedBox: element.box,
    lines: element.text === '' ? [] : [{ box: element.box, text: element.text }],
    paint: i,
    opacity: 1,
    color: null,
    background: { kind: 'varied', color: null },
    font: null,
    placeholder: false,
    direction: 'ltr',
    source: null,
  }));
  const layout: Layout = {
    viewport: 'reference',
    size,
    page: size,
    nodes: nodes.map(({ parent, tag, box, paint }) => ({
      parent,
      type: 'element',
      name: tag,
      box,
      paint,
      style: -1,
    })),
    styles: [],
    images: [],
    cut: false,
  };
  return {
    schema: 'kallos.graph/1',
    viewport: 'reference',
    canvas: size,
    nodes,
    relations: relationsOf(layout, nodes),
  };
}
