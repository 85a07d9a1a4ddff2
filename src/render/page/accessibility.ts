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
  const told = (id: string | undefined): string | null => {
    let node = id === undefined ? undefined : byId.get(id);
    while (node?.ignored) node = node.parentId === undefined ? undefined : byId.get(node.parentId);
    return node?.nodeId ?? null;
  };
  return nodes.filter((node) => !node.ignored).map((node) => leanAxNode(node, told(node.parentId)));
}

type AxNode = Record<string, { value?: unknown } | undefined> & {
  nodeId: string;
  properties?: { name: string; value: { value?: unknown } }[];
};

/** Keeps of an accessibility node what a reader needs: role, name, value, states, and its place in the tree. */
function leanAxNode(node: unknown, parent: string | null): Record<string, unknown> {
  const { nodeId, role, name, value, properties } = node as AxNode;
  const states = Object.fromEntries(
    (properties ?? []).map((property) => [property.name, property.value.value]),
  );
  return {
    id: nodeId,
    parent,
    role: role?.value ?? '',
    name: name?.value ?? '',
    ...(value?.value === undefined ? {} : { value: value.value }),
    ...(Object.keys(states).length === 0 ? {} : { states }),
  };
}
