import { area } from '../../../graph/geometry.js';
import type { Control, ControlKind } from '../trace.js';
import type { Found } from './find.js';

/** A control with its place among the others. */
export interface Ranked extends Found {
  alike: number;
  weight: number;
  /** How many equal ones come before it. */
  turn: number;
  /** How many of these have its name too. */
  twins: number;
}

/**
 * How much a kind matters to whoever came to use the page, in (0,1]: what a page is for comes before its links, and a field counts
 * through its form. Chosen here.
 */
const KIND_WEIGHT: Readonly<Partial<Record<ControlKind, number>>> = {
  game: 1,
  canvas: 0.9,
  form: 1,
  search: 0.9,
  filter: 0.9,
  sort: 0.9,
  anchor: 0.6,
  link: 0.5,
  text: 0.4,
  select: 0.6,
  tooltip: 0.4,
  keys: 0.5,
  scroll: 0.6,
};
const OTHERS = 0.8;
/** Each further screen down the page counts this much less. */
const DEEPER = 0.85;
const SMALLEST = 0.05;

/**
 * Orders controls by how much they matter: by kind, size, place on the page, and whether the brief speaks of them. Equal ones (the
 * same kind, classes and handlers) come one after all others.
 */
export function rank(found: readonly Found[], screen: readonly [number, number], prompt: string): Ranked[] {
  const words = new Set(wordsOf(prompt));
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const list = groups.get(one.likeness);
    if (list) list.push(one);
    else groups.set(one.likeness, [one]);
  }
  const ranked = found.map((one): Ranked => {
    const group = groups.get(one.likeness)!;
    return {
      ...one,
      alike: group.length,
      weight: weightOf(one, screen, words),
      turn: group.indexOf(one),
      twins: group.slice(0, group.indexOf(one)).filter(({ control }) => control.name === one.control.name)
        .length,
    };
  });
  // Of equals the first stands for all; later ones show whether they are equal in what they do.
  const rankOf = ({ weight, turn }: Ranked) => weight * 0.5 ** Math.min(turn, 3);
  return ranked.sort((a, b) => rankOf(b) - rankOf(a) || a.node - b.node);
}

function weightOf(
  { control, place }: Found,
  [width, height]: readonly [number, number],
  words: ReadonlySet<string>,
): number {
  const kind = KIND_WEIGHT[control.kind] ?? OTHERS;
  const screens = Math.max(0, Math.floor(place[1] / height));
  // From a quarter for an icon to one for a button as large as they usually are (160 x 44).
  const size = Math.min(1, Math.max(0.25, area(place) / (160 * 44)) ** 0.25);
  const asked = wordsOf(`${control.name} ${control.kind}`).some((word) => words.has(word)) ? 1.5 : 1;
  const share = kind * DEEPER ** screens * size * asked * (place[0] < width ? 1 : 0.5);
  return Math.round(Math.min(1, Math.max(SMALLEST, share)) * 1000) / 1000;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/** Words that ask for something to use; a menu may be a list of dishes, a form that of a leaf: those are left out. */
const ACTING =
  /\b(click(able|ing|s)?|buttons?|toggles?|interactive|filter(s|ing|able)?|sort(able|ing)|accordions?|carousels?|modals?|games?|playable|draggable|drag and drop|hover|keyboard|calculators?|dropdowns?|contact form|sign-?up form|search (bar|box|field))\b/i;

/** True when a brief asks for something to act on. */
export function asksForAction(prompt: string): boolean {
  return ACTING.test(prompt);
}

/** A control as the trace tells of it. */
export function asControl({ control, alike, weight }: Ranked): Control {
  return { ...control, alike, weight };
}
