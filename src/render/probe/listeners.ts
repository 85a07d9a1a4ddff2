import type { CdpSession } from '../page/cdp.js';

/** An event listener as the debugger knows it. */
export interface Listener {
  /** The browser's own id of the node it is on, as in a layout draft. */
  backendId: number;
  /** "click", "keydown"... */
  type: string;
  /** "script:line:column" of the function. */
  place: string;
  /** The function's source; empty where it has none. */
  code: string;
}

/** What a page's elements, document and window listen to, frames and shadow trees included. */
export interface Listening {
  elements: Listener[];
  /** What the window listens to. */
  window: Pick<Listener, 'type' | 'code'>[];
}

/** Characters of a function's source that are kept: a whole library may be one function. */
const LONGEST = 20_000;

/** Reads every listener of the page through the debugger, which the page can neither see nor deceive. */
export async function readListeners(session: CdpSession): Promise<Listening> {
  const group = { objectGroup: 'kallos-listeners' };
  const [page, view] = await Promise.all([
    session.send('Runtime.evaluate', { expression: 'document', ...group }),
    session.send('Runtime.evaluate', { expression: 'window', ...group }),
  ]);
  try {
    const [below, above] = await Promise.all([
      session.send('DOMDebugger.getEventListeners', {
        objectId: page.result.objectId!,
        depth: -1,
        pierce: true,
      }),
      session.send('DOMDebugger.getEventListeners', { objectId: view.result.objectId! }),
    ]);
    return {
      elements: below.listeners.flatMap(
        ({ backendNodeId, type, scriptId, lineNumber, columnNumber, handler }) =>
          backendNodeId === undefined
            ? []
            : {
                backendId: backendNodeId,
                type,
                place: `${scriptId}:${lineNumber}:${columnNumber}`,
                code: codeOf(handler),
              },
      ),
      window: above.listeners.map(({ type, handler }) => ({ type, code: codeOf(handler) })),
    };
  } finally {
    await session.send('Runtime.releaseObjectGroup', group);
  }
}

const codeOf = (handler: { description?: string } | undefined) =>
  (handler?.description ?? '').slice(0, LONGEST);
