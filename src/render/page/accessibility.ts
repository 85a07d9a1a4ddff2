import type { CaptureData } from '../capture.js';
import type { CdpSession } from './cdp.js';

/**
 * Reads what assistive technology is told of the page: the accessibility tree without what it ignores. The children of an ignored
 * node belong to the nearest node above that isn't.
 */
export async function readAccessibility(
  session: CdpSession,
): Promise<NonNullable<CaptureData['accessibility']>> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const kept = nodes.filter((node) => !node.ignored);
  // The browser's own ids depend on what it did before: nodes are numbered by their order.
  const numbers = new Map(kept.map((node, i) => [node.nodeId, i]));
  const parentOf = (id: string | undefined): number | null => {
    let node = id === undefined ? undefined : byId.get(id);
    while (node?.ignored) node = node.parentId === undefined ? undefined : byId.get(node.parentId);
    return node ? numbers.get(node.nodeId)! : null;
  };
  return kept.map((node, i) => leanAxNode(node, i, parentOf(node.parentId)));
}

type AxNode = Record<string, { value?: unknown } | undefined> & {
  properties?: { name: string; value: { value?: unknown } }[];
};

/** Keeps of an accessibility node what a reader needs: role, name, value, states, and its place in the tree. */
function leanAxNode(node: unknown, id: number, parent: number | null): Record<string, unknown> {
  const { role, name, value, properties } = node as AxNode;
  const states = Object.fromEntries(
    (properties ?? []).map((property) => [property.name, property.value.value]),
  );
  return {
    id,
    parent,
    role: role?.value ?? '',
    name: name?.value ?? '',
    ...(value?.value === undefined ? {} : { value: value.value }),
    ...(Object.keys(states).length === 0 ? {} : { states }),
  };
}
