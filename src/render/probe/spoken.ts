import type { CdpSession, Protocol } from '../page/cdp.js';

/** What assistive technology is told of an element. */
export interface Spoken {
  role: string;
  name: string;
  disabled: boolean;
}

/** Reads the accessibility tree of the page and of the frames in it, by the browser's own ids of nodes. What it ignores is left out. */
export async function readSpoken(session: CdpSession): Promise<Map<number, Spoken>> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const framesOf = (tree: Protocol.Page.FrameTree): string[] => [
    tree.frame.id,
    ...(tree.childFrames ?? []).flatMap(framesOf),
  ];
  const trees = await Promise.all(
    framesOf(frameTree).map((frameId) =>
      // A frame of another origin may live in a process of its own, whose tree is not ours to read.
      session.send('Accessibility.getFullAXTree', { frameId }).catch(() => ({ nodes: [] })),
    ),
  );
  const spoken = new Map<number, Spoken>();
  for (const { nodes } of trees) {
    for (const { ignored, backendDOMNodeId, role, name, properties } of nodes) {
      if (ignored || backendDOMNodeId === undefined) continue;
      spoken.set(backendDOMNodeId, {
        role: String(role?.value ?? ''),
        name: String(name?.value ?? ''),
        disabled: (properties ?? []).some(
          ({ name: property, value }) => property === 'disabled' && value.value === true,
        ),
      });
    }
  }
  return spoken;
}
