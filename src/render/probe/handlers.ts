import type { CdpSession } from '../page/cdp.js';
import type { Path } from './path.js';

/** A handler that a framework keeps for an element, which itself listens to nothing. */
export interface Handler {
  path: Path;
  /** "click"; as the framework names it, "ClickCapture" too. */
  type: string;
  /** Its source, cut to 500 characters; empty where it is no function by itself. */
  code: string;
}

/** A selector by which a listener further up tells whom it answers. */
export interface Delegated {
  type: string;
  selector: string;
}

/**
 * Reads from the page's own objects what frameworks keep there: the props of React (`onClick`, heard at the root), the handlers that
 * Svelte and Solid leave for theirs, and whom jQuery delegates to. What a page tells here makes something be tried, and is no evidence.
 */
export async function readHandlers(
  session: CdpSession,
): Promise<{ handled: Handler[]; delegated: Delegated[] }> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(${collectHandlers.toString()})()`,
    returnByValue: true,
  });
  return (result.value as { handled: Handler[]; delegated: Delegated[] } | undefined) ?? NONE;
}

const NONE = { handled: [], delegated: [] };

/* Run in the page's own world, where these properties are. What the page replaced there can only make it find less. */

function collectHandlers(): { handled: Handler[]; delegated: Delegated[] } {
  type Bag = Record<string, unknown>;
  const MOST = 5000;
  const handled: Handler[] = [];
  const delegated: Delegated[] = [];
  let seen = 0;
  const codeOf = (handler: unknown) => (typeof handler === 'function' ? String(handler).slice(0, 500) : '');
  const read = (bag: Bag, path: Path): void => {
    const add = (type: string, handler: unknown) => {
      handled.push({ path, type, code: codeOf(handler) });
    };
    for (const key in { ...bag }) {
      const value = bag[key];
      if (key.startsWith('__reactProps$') || key.startsWith('__reactEventHandlers$')) {
        const props = { ...(value as Bag) };
        for (const name in props)
          if (name.startsWith('on') && typeof props[name] === 'function') add(name.slice(2), props[name]);
      } else if (typeof value === 'function' || typeof value === 'object') {
        if (key.startsWith('$$')) add(key.slice(2), value);
        else if (/^__(click|input|change)$/.test(key)) add(key.slice(2), value);
        else if (key.startsWith('jQuery')) {
          const events = { ...((value as { events?: Bag } | null)?.events ?? {}) };
          for (const type in events) {
            const list = events[type] as { selector?: unknown }[];
            for (const { selector } of list)
              if (typeof selector === 'string') delegated.push({ type, selector });
          }
        }
      }
    }
  };
  const visit = (root: ParentNode, above: Path): void => {
    let index = 0;
    for (let at = root.firstElementChild; at && seen < MOST; at = at.nextElementSibling) {
      seen++;
      const path: Path = [...above, index++];
      read(at as unknown as Bag, path);
      visit(at, path);
      if (at.shadowRoot) visit(at.shadowRoot, [...path, 's']);
      const inner = at.localName === 'iframe' ? (at as HTMLIFrameElement).contentDocument : null;
      if (inner) visit(inner, [...path, 'f']);
    }
  };
  read(document as unknown as Bag, []);
  visit(document, []);
  return { handled, delegated };
}
