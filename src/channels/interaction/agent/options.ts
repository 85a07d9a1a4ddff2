import type { LivePage } from '../../../render/index.js';
import { IsolatedWorld } from '../../../render/page/world.js';
import type { Path } from '../../../render/probe/path.js';

/** What can be chosen in a `<select>`. */
export interface Option {
  text: string;
  chosen: boolean;
}

/** The options of a `<select>`, in their order: a closed one has them nowhere in its layout. */
export async function optionsOf(page: LivePage, select: Path): Promise<Option[]> {
  return (await IsolatedWorld.enter(page.session)).call(readOptions, select);
}

/**
 * Keys that choose an option by its text; null when there is none such. The list is never opened: it is a window of the browser's own,
 * which no frame comes back from.
 */
export function keysFor(options: readonly Option[], wanted: string): string | null {
  const plain = (text: string) => text.trim().toLowerCase();
  const to = options.findIndex(({ text }) => plain(text) === plain(wanted));
  if (to < 0) return null;
  const from = Math.max(
    0,
    options.findIndex(({ chosen }) => chosen),
  );
  const key = to < from ? 'ArrowUp' : 'ArrowDown';
  return Array.from({ length: Math.max(1, Math.abs(to - from)) }, () => key).join(' + ');
}

/* Runs in the page's isolated world. */

function readOptions(path: Path): { text: string; chosen: boolean }[] {
  const MOST = 30;
  const LONGEST = 60;
  let at: Document | ShadowRoot | Element | null = document;
  for (const step of path) {
    if (step === 's') at = (at as Element).shadowRoot;
    else if (step === 'f') at = (at as HTMLIFrameElement).contentDocument;
    else at = at.children[step] ?? null;
    if (!at) return [];
  }
  return [...(at as HTMLSelectElement).options]
    .slice(0, MOST)
    .map(({ text, selected }) => ({ text: text.slice(0, LONGEST), chosen: selected }));
}
