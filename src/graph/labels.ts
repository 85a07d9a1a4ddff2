import type { Layout } from '../render/capture.js';
import type { GraphNode, Relation, Role } from './schema.js';
import { treeOf } from './tree.js';

const PICTURED = new Set<Role>(['image', 'drawing', 'canvas', 'media', 'frame', 'table', 'icon']);

/**
 * What names what, as the code says it: `label-of` (label[for], a label around its field, aria-labelledby), `caption-of`
 * (figcaption and the figure's picture, caption and table) and `legend-of` (legend and fieldset).
 */
export function labels(layout: Layout, nodes: readonly GraphNode[]): Relation[] {
  const byElement = new Map(nodes.map((node) => [node.element, node]));
  const byId = elementsById(layout);
  const scopes = scopesOf(layout);
  const result: Relation[] = [];
  const relate = (type: Relation['type'], name: GraphNode, target: GraphNode | undefined) => {
    if (target && target !== name) result.push({ type, nodes: [name.id, target.id], value: null });
  };
  const named = (element: number, id: string) => {
    const found = byId.get(`${scopes[element]!} ${id}`);
    return found === undefined ? undefined : byElement.get(found);
  };

  for (const node of nodes) {
    const attributes = layout.nodes[node.element]!.attributes ?? {};
    for (const id of attributes['aria-labelledby']?.trim().split(/\s+/) ?? []) {
      const name = named(node.element, id);
      if (name) relate('label-of', name, node);
    }
    if (node.tag === 'label') {
      const target =
        attributes.for === undefined
          ? first(nodes, node, ({ role }) => role === 'field' || role === 'button')
          : named(node.element, attributes.for);
      relate('label-of', node, target);
    } else if (node.tag === 'figcaption') {
      const figure = around(layout, byElement, node, 'figure');
      relate(
        'caption-of',
        node,
        figure && (first(nodes, figure, ({ role }) => PICTURED.has(role)) ?? figure),
      );
    } else if (node.tag === 'caption') {
      relate('caption-of', node, around(layout, byElement, node, 'table'));
    } else if (node.tag === 'legend') {
      relate('legend-of', node, around(layout, byElement, node, 'fieldset'));
    }
  }
  return result;
}

/** The first node within `outer` that is wanted. Ids are in document order, so a subtree is a range of ids. */
function first(
  nodes: readonly GraphNode[],
  outer: GraphNode,
  wanted: (node: GraphNode) => boolean,
): GraphNode | undefined {
  const inside = new Set([outer.id]);
  for (let id = outer.id + 1; id < nodes.length && inside.has(nodes[id]!.parent); id++) {
    if (wanted(nodes[id]!)) return nodes[id];
    inside.add(id);
  }
  return undefined;
}

function around(
  layout: Layout,
  byElement: ReadonlyMap<number, GraphNode>,
  node: GraphNode,
  tag: string,
): GraphNode | undefined {
  const { parent } = treeOf(layout);
  let at = parent[node.element]!;
  while (at >= 0 && layout.nodes[at]!.name !== tag) at = parent[at]!;
  return byElement.get(at);
}

/** Root of each node's tree (document or shadow root): ids mean something within one tree only. */
function scopesOf(layout: Layout): Int32Array {
  const scopes = new Int32Array(layout.nodes.length).fill(-1);
  layout.nodes.forEach((node, i) => {
    scopes[i] = node.type === 'document' || node.type === 'shadow' ? i : (scopes[node.parent] ?? -1);
  });
  return scopes;
}

function elementsById(layout: Layout): Map<string, number> {
  const scopes = scopesOf(layout);
  const result = new Map<string, number>();
  layout.nodes.forEach(({ attributes }, i) => {
    const key = attributes?.id && `${scopes[i]!} ${attributes.id}`;
    if (key && !result.has(key)) result.set(key, i);
  });
  return result;
}
