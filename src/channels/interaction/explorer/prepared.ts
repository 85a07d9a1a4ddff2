import type { Layout } from '../../../render/capture.js';
import { HANDING } from '../oracle/group.js';
import { partsOf } from '../oracle/lists.js';
import type { ControlKind } from '../trace.js';
import type { Act, Question } from './actions.js';
import { fillingOf } from './filling.js';
import { clickOn } from './play.js';
import type { Ranked } from './rank.js';

/* What is asked of a control a second time, in another state of the page or in another way. */

/** Fields that are filled in, and buttons that are clicked, before a control is asked again. */
const MOST_FIELDS = 3;
const MOST_BUTTONS = 1;
const WRITTEN: ReadonlySet<ControlKind> = new Set(['text', 'search']);
/** Kinds of which one of several is chosen: the last is the least likely to show the same as the one that is asked. */
const CHOOSING: ReadonlySet<ControlKind> = new Set(['filter', 'sort']);
/** What takes back or holds what something else has begun, and what begins it. */
export const UNDOING = /\b(reset|clear|undo|pause|stop|resume|lap)\b/i;
const BEGINNING = /\b(start|play|begin|go|run|add|new|draw|roll|spin|generate|create)\b|▶/i;
/** Virtual ms for which what was begun goes on. */
const GOING_MS = '1000';

/**
 * Asked of a button that did not answer: a page with nothing in it may have nothing to clear, to generate from or to move to. Something
 * is entered, and in both runs another button clicked: of what takes something back the nearest that begins something, else the most
 * prominent one.
 */
export function preparedQuestion(
  layout: Layout,
  one: Ranked,
  all: readonly Ranked[],
  question: Question,
): Question | null {
  const isOther = ({ node, disabled }: Ranked) => node !== one.node && !disabled;
  // A field in a frame may be gone once one outside of it was written into.
  const fields = all
    .filter(({ control, disabled, path }) => WRITTEN.has(control.kind) && !disabled && !path.includes('f'))
    .slice(0, MOST_FIELDS)
    .flatMap(({ node }) => fillingOf(layout, node));
  const drawing = all.find(({ control }) => control.kind === 'canvas');
  const strokes = drawing ? [strokeOn(drawing)] : [];
  const isChoosing = CHOOSING.has(one.control.kind);
  const enabled = all.filter(isOther);
  const beginner = UNDOING.test(one.control.name) ? nearestNamed(BEGINNING, one, enabled) : undefined;
  // What is listed may have to be entered first.
  const adder = isChoosing ? nearestNamed(HANDING, one, enabled) : undefined;
  const buttons: Act[] = beginner
    ? [clickOn(beginner), { deed: { do: 'wait', what: GOING_MS, on: null }, path: null }]
    : (adder ? [adder] : enabled.filter(isPlainButton).slice(0, MOST_BUTTONS)).map(clickOn);
  // The first of several choices may be the one that is chosen, though nothing marks it.
  const others = isChoosing
    ? inListOf(one, enabled).slice(-1)
    : enabled.filter(({ likeness }) => likeness === one.likeness).slice(0, 1);
  if (fields.length + strokes.length + buttons.length + others.length === 0) return null;
  const first = [...fields, ...strokes, ...buttons];
  const choices = others.map(clickOn);
  return {
    ...question,
    asks: 'answers-prepared',
    before: isChoosing
      ? [...first, ...question.before, ...choices]
      : [...first, ...choices, ...question.before],
  };
}

const isPlainButton = ({ control: { kind, tag, name } }: Ranked) =>
  kind === 'button' && tag !== 'a' && !/clear|reset|delete|remove|cancel|close/i.test(name);

/** The others of its kind in its list, in the order of the document. */
function inListOf({ control, path }: Ranked, others: readonly Ranked[]): Ranked[] {
  const list = path.slice(0, -1).join();
  return others
    .filter((other) => other.control.kind === control.kind && other.path.slice(0, -1).join() === list)
    .sort((a, b) => a.node - b.node);
}

/** The one by such a name that stands nearest to a control in the document, links left out. */
function nearestNamed(name: RegExp, { node }: Ranked, others: readonly Ranked[]): Ranked | undefined {
  return others
    .filter(({ control }) => control.tag !== 'a' && name.test(control.name))
    .sort((a, b) => Math.abs(a.node - node) - Math.abs(b.node - node))[0];
}

/** Asked of a button that did not answer, on a page that is drawn on: what it chooses may show by the next stroke only. */
export function strokeQuestion(one: Ranked, all: readonly Ranked[], question: Question): Question | null {
  const drawing = all.find(({ control, hears }) => control.kind === 'canvas' && hears.mouse);
  return drawing && drawing !== one
    ? { ...question, asks: 'answers-prepared', after: [strokeOn(drawing)] }
    : null;
}

const strokeOn = ({ control, path }: Ranked): Act => ({
  deed: { do: 'drag', what: 'down', on: control.selector },
  path,
});

/** What is clicked in passing, or grabbed, drawn on and written into, is not expected to be reached by the Tab key as well. */
const BY_KEYS: ReadonlySet<ControlKind> = new Set([
  'button',
  'tab',
  'disclosure',
  'menu',
  'dialog',
  'toggle',
  'filter',
  'sort',
  'carousel',
  'stepper',
  'copy',
  'theme',
]);

/**
 * Asked of what answered to a click, and is no button by itself nor stops the Tab key: the same by Enter. Only the first of its like is
 * asked, and nothing that holds or lies in what the keyboard reaches. Null for what needs no such question.
 */
export function keysQuestion(
  layout: Layout,
  { control, node, path, turn }: Ranked,
  question: Question,
): Question | null {
  if (!BY_KEYS.has(control.kind) || control.name === '' || !control.bound || turn > 0) return null;
  if (!/^(div|span|li|p|h[1-6]|th|td|i|a|article|section)$/.test(control.tag)) return null;
  if (isReached(layout, node)) return null;
  return {
    ...question,
    asks: 'keyboard',
    before: [...question.before, { deed: { do: 'focus', what: null, on: null }, path }],
    acts: [{ deed: { do: 'press', what: 'Enter', on: null }, path: null }],
    hovers: false,
  };
}

/** True where the Tab key stops at an element, in it or around it. */
function isReached(layout: Layout, node: number): boolean {
  const { nodes } = layout;
  const stops = (i: number) => {
    const { name, attributes = {} } = nodes[i]!;
    return (
      /^(button|input|select|textarea|summary|label)$/.test(name) ||
      (name === 'a' && attributes['href'] !== undefined) ||
      attributes['tabindex'] !== undefined
    );
  };
  for (let at = node; at >= 0; at = nodes[at]!.parent) if (stops(at)) return true;
  return partsOf(layout, node).some(stops);
}
