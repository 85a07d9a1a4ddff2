import { isVisible } from '../../../graph/visibility.js';
import type { Layout } from '../../../render/capture.js';
import { textIn } from './texts.js';

/** A key that a page listens to wherever the focus is. */
export interface Shortcut {
  /** As it is pressed: "Escape", "/", "Control+k". */
  key: string;
  /** The element that names it; null where only the code does. */
  node: number | null;
  /** What the page says that it does: "new note". */
  says: string;
}

/** Names of keys in texts, with what `keydown` calls them. */
const NAMES: Readonly<Record<string, string>> = {
  esc: 'Escape',
  escape: 'Escape',
  enter: 'Enter',
  return: 'Enter',
  '↵': 'Enter',
  space: ' ',
  spacebar: ' ',
  backspace: 'Backspace',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
};
const KNOWN = /^(Escape|Enter|Backspace|Space|Arrow(Left|Right|Up|Down)|Key[A-Z]|Digit\d)$/;
/** Held with another key; the apple key stands for either. */
const HELD: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  control: 'Control',
  '⌃': 'Control',
  cmd: 'Meta',
  command: 'Meta',
  '⌘': 'Meta',
  alt: 'Alt',
  option: 'Alt',
  '⌥': 'Alt',
  shift: 'Shift',
  '⇧': 'Shift',
};
/** A comparison with a key, a case of it, or a list or table of keys. */
const COMPARED = /(?:(?:key|code)\w*\)?\s*[!=]==?\s*|\bcase\s*|[[,{]\s*)(['"`])([^'"`\s]{1,12}| )\1/g;
/** Keys of the browser or of the system. */
const TAKEN = /^(Control\+[acvxzfrwtnp]|Tab|F\d+)$/i;
const MOST = { named: 8, unnamed: 3 };
const ANY = 'a';

/**
 * Keys that the whole page answers, first those that it names (`<kbd>`, `aria-keyshortcuts`, "press / to search"). A page that writes
 * about the keys of something else is told by its code, which knows hardly any of them.
 */
export function shortcutsOf(layout: Layout, code: readonly string[]): Shortcut[] {
  if (code.length === 0) return [];
  const all = code.join('\n');
  const known = keysIn(all);
  const named = namedIn(layout, all).filter(({ key }) => !TAKEN.test(key));
  const heard = named.filter(({ key }) => known.has(key)).length;
  // What functions further in ask for can't be read here.
  const isOwn = known.size === 0 || heard * 2 >= named.length;
  const shown = isOwn ? named.slice(0, MOST.named) : [];
  const told = new Set(shown.map(({ key }) => key));
  // What asks for no key by name may take any.
  const heardOf = known.size + named.length === 0 ? [ANY] : [...known];
  const others = heardOf.filter((key) => !told.has(key) && !TAKEN.test(key)).slice(0, MOST.unnamed);
  return [...shown, ...others.map((key): Shortcut => ({ key, node: null, says: '' }))];
}

/** Keys that code compares with, as they are pressed. */
function keysIn(code: string): Set<string> {
  const keys = new Set<string>();
  for (const { 2: quoted, index } of code.matchAll(COMPARED)) {
    const name = quoted!;
    if (name.length > 1 && !KNOWN.test(name)) continue;
    const key =
      name === 'Space'
        ? ' '
        : name.replace(/^(Key|Digit)(.)$/, (_, kind: string, char: string) =>
            kind === 'Key' ? char.toLowerCase() : char,
          );
    const around = code.slice(Math.max(0, index - 60), index + 60).replace(/!\s*\w+\.(ctrl|meta)Key/g, '');
    const held = /ctrlKey/.test(around) ? 'Control+' : /metaKey/.test(around) ? 'Meta+' : '';
    keys.add(held + key);
  }
  if (/\\d|0-9/.test(code)) keys.add('7');
  return keys;
}

function namedIn(layout: Layout, code: string): Shortcut[] {
  const found: Shortcut[] = [];
  const add = (text: string, node: number, says: string) => {
    const key = keyOf(text, code);
    if (key !== null && !found.some((one) => one.key === key)) found.push({ key, node, says });
  };
  layout.nodes.forEach(({ name, type, attributes, text, parent }, i) => {
    if (type === 'text' && text !== undefined && isVisible(layout, i)) {
      for (const [, key, says] of text.matchAll(
        /\b(?:press|hit)\s+(?:the\s+)?["“'‘]?([^\s"”'’]{1,10})["”'’]?(?:\s+key)?\s+to\s+([^.,;]{2,40})/gi,
      ))
        add(key!, parent, says!.trim());
    }
    if (type !== 'element' || !isVisible(layout, i)) return;
    if (name === 'kbd' && layout.nodes[parent]?.name !== 'kbd') {
      // Each key of a chord may stand in a mark of its own: "<kbd>Ctrl</kbd> + <kbd>K</kbd>".
      const before = previousKey(layout, i);
      if (before === 'held') return;
      const own = textIn(layout, i);
      const says = textIn(layout, parent).replace(own, '').trim();
      add(before === null ? own : `${before}+${own}`, i, says);
    }
    const spoken = attributes?.['aria-keyshortcuts']?.split(/\s+/)[0];
    if (spoken) add(spoken, i, '');
  });
  return found;
}

/** The key to be held that stands right before a mark, "held" where the mark is such a one itself and another follows; null else. */
function previousKey(layout: Layout, mark: number): string | null {
  const own = textIn(layout, mark).toLowerCase();
  const { parent } = layout.nodes[mark]!;
  const siblings = layout.nodes.flatMap((node, i) => (node.parent === parent ? i : []));
  const at = siblings.indexOf(mark);
  const next = siblings.slice(at + 1).find((i) => layout.nodes[i]!.type === 'element');
  if (own in HELD && next !== undefined && layout.nodes[next]!.name === 'kbd') return 'held';
  const previous = siblings.slice(0, at).findLast((i) => layout.nodes[i]!.type === 'element');
  if (previous === undefined || layout.nodes[previous]!.name !== 'kbd') return null;
  const held = textIn(layout, previous);
  return held.toLowerCase() in HELD ? held : null;
}

/** "Ctrl + K" as it is pressed, or null where it is no key. */
function keyOf(text: string, code: string): string | null {
  const parts = text
    .trim()
    .replace(/^([⌘⌃⌥⇧])\s*\+?\s*(?=.)/, '$1+')
    .split(/\s*\+\s*(?=.)/);
  const last = parts.pop()!.trim();
  const key = NAMES[last.toLowerCase()] ?? (/^\S$/.test(last) ? last : KNOWN.test(last) ? last : null);
  if (key === null) return null;
  const held = parts.map((part) => HELD[part.trim().toLowerCase()]);
  if (held.some((one) => one === undefined) || held.length > 1) return null;
  if (held.length === 0) return /^[A-Z]$/.test(key) && !code.includes(`'${key}'`) ? key.toLowerCase() : key;
  // Pages that speak of the apple key mean Control on other machines, where they know of it.
  const modifier = held[0] === 'Meta' && /ctrlKey/.test(code) ? 'Control' : held[0]!;
  return `${modifier}+${key.length === 1 ? key.toLowerCase() : key}`;
}
