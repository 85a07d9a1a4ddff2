import type { CaptureData } from '../capture.js';
import type { CdpSession } from './cdp.js';

/** Reads what assistive technology is told of the page: the accessibility tree without what it ignores. */
export async function readAccessibility(
  session: CdpSession,
): Promise<NonNullable<CaptureData['accessibility']>> {
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  return nodes.filter((node) => !node.ignored).map(leanAxNode);
}

type AxNode = Record<string, { value?: unknown } | undefined> & {
  nodeId: string;
  parentId?: string;
  properties?: { name: string; value: { value?: unknown } }[];
};

/** Keeps of an accessibility node what a reader needs: role, name, value, states, and its place in the tree. */
function leanAxNode(node: unknown): Record<string, unknown> {
  const { nodeId, parentId, role, name, value, properties } = node as AxNode;
  const states = Object.fromEntries(
    (properties ?? []).map((property) => [property.name, property.value.value]),
  );
  return {
    id: nodeId,
    parent: parentId ?? null,
    role: role?.value ?? '',
    name: name?.value ?? '',
    ...(value?.value === undefined ? {} : { value: value.value }),
    ...(Object.keys(states).length === 0 ? {} : { states }),
  };
}
