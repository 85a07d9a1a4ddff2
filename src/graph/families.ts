import type { Layout } from '../render/capture.js';
import type { GraphNode } from './schema.js';
import { styleFacts } from './style.js';

type Nodes = readonly GraphNode[];

/**
 * Nodes that a designer places with regard to each other, in reading order: the children of one node, and its
 * grandchildren of one kind (the titles of all cards in a row). Words within a text are placed by the text and stand in
 * no family.
 */
export interface Families {
  siblings: GraphNode[][];
  cousins: GraphNode[][];
}

/** @param order ids in reading order */
export function familiesOf(layout: Layout, nodes: Nodes, order: readonly number[]): Families {
  const siblings = new Map<number, GraphNode[]>();
  const cousins = new Map<string, GraphNode[]>();
  for (const id of order) {
    const node = nodes[id]!;
    if (!node.clippedBox || isPhrase(layout, nodes, node)) continue;
    push(siblings, node.parent, node);
    const parent = nodes[node.parent];
    if (parent) push(cousins, `${parent.parent} ${parent.role} ${styleKey(layout, node)}`, node);
  }
  return {
    siblings: [...siblings.values()].filter((family) => family.length > 1),
    cousins: [...cousins.values()].filter(
      (family) => family.length > 1 && family.some((node) => node.parent !== family[0]!.parent),
    ),
  };
}

/** A word or link inside a line of its parent's own text. */
function isPhrase(layout: Layout, nodes: Nodes, node: GraphNode): boolean {
  const parent = nodes[node.parent];
  if (!parent || parent.lines.length === 0) return false;
  return styleFacts(layout, layout.nodes[node.element]!.style)?.css.display === 'inline';
}

/** What two nodes of one style share: role, font and colour of text, or the paint of a box. */
export function styleKey(layout: Layout, node: GraphNode): string {
  const { font, role } = node;
  if (font)
    return [role, font.family, font.size, font.weight, font.italic, node.color?.join() ?? ''].join('|');
  const css = styleFacts(layout, layout.nodes[node.element]!.style)?.css;
  if (!css) return role;
  const paint = [
    css['background-color'],
    css['background-image'],
    css['border-top-width'],
    css['border-top-color'],
    css['border-top-left-radius'],
    css['box-shadow'],
  ];
  return [role, ...paint].join('|');
}

function push<K>(groups: Map<K, GraphNode[]>, key: K, node: GraphNode): void {
  const group = groups.get(key);
  if (group) group.push(node);
  else groups.set(key, [node]);
}
