import type { Layout, LayoutNode } from '../render/capture.js';

/** The layout's nodes as a tree: children in document order, flat where shadow roots have slots. */
export interface Tree {
  /** Parent in the flat tree (slotted nodes belong to their slot), or -1. */
  readonly parent: Int32Array;
  /** Children in document order. */
  children: (node: number) => Int32Array;
}

const known = new WeakMap<Layout, Tree>();

export function treeOf(layout: Layout): Tree {
  let tree = known.get(layout);
  if (!tree) known.set(layout, (tree = buildTree(layout)));
  return tree;
}

function buildTree(layout: Layout): Tree {
  const { nodes } = layout;
  const parent = Int32Array.from(nodes, (node) => node.parent);
  if (nodes.some((node) => node.type === 'shadow')) flatten(nodes, parent);

  const start = new Int32Array(nodes.length + 1);
  for (const above of parent) if (above >= 0) start[above + 1]!++;
  for (let i = 0; i < nodes.length; i++) start[i + 1]! += start[i]!;
  const fill = start.slice();
  const list = new Int32Array(start[nodes.length]!);
  parent.forEach((above, node) => {
    if (above >= 0) list[fill[above]!++] = node;
  });
  return { parent, children: (node) => list.subarray(start[node], start[node + 1]) };
}

/** Hangs the light children of shadow hosts below the slots that show them. */
function flatten(nodes: readonly LayoutNode[], parent: Int32Array): void {
  const rootOf = new Map<number, number>();
  const slots = new Map<string, number>();
  const scope = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    if (node.type === 'shadow') rootOf.set(node.parent, i);
    scope[i] = node.type === 'element' || node.type === 'text' ? (scope[node.parent] ?? -1) : i;
    if (node.name === 'slot') {
      const key = `${scope[i]} ${node.attributes?.name ?? ''}`;
      if (!slots.has(key)) slots.set(key, i);
    }
  });
  nodes.forEach((node, i) => {
    const root = node.type === 'shadow' || node.name.startsWith('::') ? undefined : rootOf.get(node.parent);
    const slot = root === undefined ? undefined : slots.get(`${root} ${node.attributes?.slot ?? ''}`);
    // Passes over the nodes rely on parents coming first.
    if (slot !== undefined && slot < i) parent[i] = slot;
  });
}

/** The element that a node belongs to: itself, or the parent of a text; documents and shadow roots give their host. -1 at the top. */
export function elementOf(layout: Layout, node: number): number {
  let at = node;
  while (at >= 0 && layout.nodes[at]!.type !== 'element') at = layout.nodes[at]!.parent;
  return at;
}

/** The tag of an element, "" for other nodes. */
export function tagOf(layout: Layout, node: number): string {
  const at = layout.nodes[node];
  return at?.type === 'element' ? at.name : '';
}
