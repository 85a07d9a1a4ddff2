import type { CdpSession } from '../page/cdp.js';
import type { IsolatedWorld } from '../page/world.js';
import { readHandlers } from './handlers.js';
import { readListeners, type Listening } from './listeners.js';
import type { Path } from './path.js';
import { placeSelectors, type Reveal } from './reveals.js';
import { readSpoken, type Spoken } from './spoken.js';

/** Events that a framework or a delegating listener handles for an element. */
export interface Handled {
  path: Path;
  types: string[];
}

/** What tells, beside the layout, what of a page can be acted on. */
export interface Clues {
  listening: Listening;
  /** By the browser's own id of the node. */
  spoken: ReadonlyMap<number, Spoken>;
  /** What frameworks and delegating listeners handle for elements. */
  handled: readonly Handled[];
  /** What style sheets show while the mouse is over something. */
  reveals: readonly Reveal[];
  /** What style sheets know to be pressed. */
  pressed: readonly Path[];
}

/** Selectors that a delegating listener asks its targets for. */
const ASKED = /\.(?:closest|matches)\(\s*(['"`])([^'"`$]{1,200})\1\s*\)/g;
const HEARD = /^(click|mouse|pointer|touch|key|change|input|submit)/;

/** Reads the clues of a page at rest. */
export async function readClues(session: CdpSession, world: IsolatedWorld): Promise<Clues> {
  const [listening, spoken, { handled, delegated }] = await Promise.all([
    readListeners(session),
    readSpoken(session),
    readHandlers(session),
  ]);
  const asked = [
    ...delegated,
    ...[...listening.elements, ...listening.window].flatMap(({ type, code }) =>
      HEARD.test(type)
        ? [...code.matchAll(ASKED)].map(([, , selector]) => ({ type, selector: selector! }))
        : [],
    ),
  ];
  const { reveals, pressed, named } = await world.call(
    placeSelectors,
    asked.map(({ selector }) => selector),
  );
  const byPath = new Map<string, { path: Path; types: Set<string> }>();
  const add = (path: Path, type: string) => {
    const known = byPath.get(path.join()) ?? { path, types: new Set() };
    known.types.add(typeOf(type));
    byPath.set(path.join(), known);
  };
  for (const { path, type, code } of handled) if (!isGuard(code)) add(path, type);
  named.forEach((paths, i) => paths.forEach((path) => add(path, asked[i]!.type)));
  return {
    listening,
    spoken,
    handled: [...byPath.values()].map(({ path, types }) => ({ path, types: [...types] })),
    reveals,
    pressed,
  };
}

/** "ClickCapture" of a prop is the event "click". */
const typeOf = (name: string) => name.replace(/Capture$/, '').toLowerCase();

const KEEPING = /\w+\.(stopPropagation|stopImmediatePropagation|preventDefault)\(\)/g;

/** True of a handler that only keeps an event from others: it answers nobody. */
export function isGuard(code: string): boolean {
  const body = code.replace(KEEPING, '');
  return body !== code && /^[^{=]*(=>)?\s*\{?[\s;,]*\}?$/.test(body);
}
