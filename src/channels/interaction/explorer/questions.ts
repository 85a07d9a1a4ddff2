import type { Layout } from '../../../render/capture.js';
import { selectorOf } from '../../../graph/selector.js';
import { isReachable, isVisible } from '../../../graph/visibility.js';
import { pathOf, type Path } from '../../../render/probe/path.js';
import { isChosen } from '../oracle/lists.js';
import type { ControlKind, Deed } from '../trace.js';
import type { Act, Question } from './actions.js';
import type { Ranked } from './rank.js';
import { formOf, isSubmit } from './kinds.js';
import { nameOf } from './texts.js';

/** A word that stands on no page: a filter that works finds nothing. */
const NOWHERE = 'zzqx';
/** Keys that move something in most games; none is undone by a later one. */
const KEYS_OF_PLAY = 'ArrowRight + ArrowRight + d + Space + ArrowUp + ArrowUp + w + ArrowDown';

/** Px of three clicks of a usual wheel. */
const WHEEL = '360';

/** What is asked of a control, by its kind. */
export function questionsFor(layout: Layout, one: Ranked, all: readonly Ranked[]): Question[] {
  const { control, node, path } = one;
  const act = (deed: Deed['do'], what: string | null = null): Act => ({
    deed: { do: deed, what, on: null },
    path,
  });
  const answers = (acts: Act[], more: Partial<Question> = {}): Question => ({
    asks: 'answers',
    before: [],
    acts,
    patience: 'quick',
    hovers: true,
    ...more,
  });
  const attributes = layout.nodes[node]!.attributes ?? {};
  const tag = layout.nodes[node]!.name;
  // Its palette is a window of the browser's own, which no frame ever comes back from.
  if (tag === 'input' && attributes['type'] === 'color') return [];
  const focused = { before: [act('focus')], hovers: false };

  switch (control.kind) {
    case 'select':
    case 'sort':
    case 'filter':
      if (tag !== 'select') break;
      // A click would open the browser's own list, which hangs the next frame; keys choose without it.
      return [answers([{ ...act('press', optionKeys(layout, node)), path: null }], focused)];
    case 'slider':
      if (tag !== 'input' && attributes['tabindex'] === undefined) return [answers([act('drag')])];
      return [answers([{ ...act('press', 'ArrowRight + ArrowRight + ArrowRight'), path: null }], focused)];
    case 'text':
      return [answers([{ ...act('type', wordFor(layout, node)), path: null }], focused)];
    case 'search':
      return [
        answers(
          [
            { ...act('type', NOWHERE), path: null },
            { ...act('press', 'Enter'), path: null },
          ],
          {
            ...focused,
            patience: 'slow',
          },
        ),
      ];
    case 'form':
      return formQuestions(layout, one);
    case 'drag':
      return [answers([{ ...act('drag', 'down'), to: dropOf(one, all) }])];
    case 'tooltip':
      // Some are opened by a click.
      return [answers([act('hover'), act('click')], { hovers: false })];
    case 'game': {
      const base = { before: startOf(one, all), hovers: false };
      const keys = answers([{ ...act('hold', KEYS_OF_PLAY), path: null }], { ...base, asks: 'plays' });
      const mouse = answers([act('hover'), act('click'), act('drag')], { ...base, asks: 'plays' });
      if (!one.hears.keys) return [mouse];
      return one.hears.mouse ? [keys, mouse] : [keys];
    }
    case 'canvas': {
      const wheel = one.hears.wheel ? [answers([act('wheel', WHEEL)])] : [];
      return [answers([act('hover'), act('click'), act('drag')], { hovers: false }), ...wheel];
    }
  }
  // What is chosen already has nothing to do when it is chosen again: another one is chosen first.
  const other = isChosen(layout, node) ? siblingOf(layout, one, all) : undefined;
  const first: Act[] = other ? [clickOn(other)] : [];
  if (
    control.kind === 'stepper' &&
    /^[−–-]$|minus|decre/i.test(`${control.name} ${attributes['id']} ${attributes['class']}`)
  ) {
    // At its lowest a number can't become lower.
    const plus = all.find(
      (two) =>
        two.control.kind === 'stepper' &&
        /^\+$|plus|incre/i.test(`${two.control.name} ${two.control.selector}`),
    );
    if (plus) first.push(clickOn(plus));
  }
  const game = all.find((two) => two.control.kind === 'game');
  if (game && AGAIN.test(control.name)) first.push(...startOf(game, all));
  const asked = [answers([act('click')], { before: first })];
  // What is no button by itself has to be made one for the keyboard too.
  if (!/^(a|button|input|summary|label|select|textarea)$/.test(tag) && attributes['tabindex'] !== undefined) {
    asked.push(answers([{ ...act('press', 'Enter'), path: null }], { ...focused, asks: 'keyboard' }));
  }
  return asked;
}

const START = /\b(start|play|begin|new game|go)\b|▶/i;
const AGAIN = /\b(restart|again|reset|new game|retry)\b/i;

/** What brings a game to life: its start button, or a click on it and the usual keys. */
function startOf({ path, control }: Ranked, all: readonly Ranked[]): Act[] {
  const start = all.find(
    (two) => two.control.kind === 'button' && START.test(two.control.name) && !two.disabled,
  );
  // The click on the field takes the focus from the button, which keys would press again.
  const field: Act = { deed: { do: 'click', what: null, on: control.selector }, path };
  if (start) return [clickOn(start), field];
  return [field, { deed: { do: 'press', what: 'Enter + Space', on: null }, path: null }];
}

const clickOn = ({ control, path }: Ranked): Act => ({
  deed: { do: 'click', what: null, on: control.selector },
  path,
});

/** Where something that can be dragged may be dropped: on what listens for it, else on the last one of its kind. */
function dropOf(one: Ranked, all: readonly Ranked[]): Path | null {
  if (one.drop) return one.drop;
  const others = all.filter(({ node, control }) => node !== one.node && control.kind === 'drag');
  return others.sort((a, b) => b.node - a.node)[0]?.path ?? null;
}

/** Asked once of a page: whether the first stop of the Tab key can be seen. */
export function focusQuestion(): Question {
  return {
    asks: 'shows-focus',
    before: [],
    acts: [{ deed: { do: 'press', what: 'Tab', on: null }, path: null }],
    patience: 'quick',
    hovers: false,
  };
}

/** Fields that are filled in, and buttons that are clicked, before a control is asked again. */
const MOST_FIELDS = 3;
const WRITTEN: ReadonlySet<ControlKind> = new Set(['text', 'search']);
const MOST_BUTTONS = 1;

/**
 * Asked of a button that did not answer: a page with nothing in it may have nothing to clear, to generate from or to move to. Something
 * is entered, and the most prominent other button clicked, in both runs.
 */
export function preparedQuestion(
  layout: Layout,
  one: Ranked,
  all: readonly Ranked[],
  question: Question,
): Question | null {
  // A field in a frame may be gone once one outside of it was written into.
  const fields = all
    .filter(({ control, disabled, path }) => WRITTEN.has(control.kind) && !disabled && !path.includes('f'))
    .slice(0, MOST_FIELDS)
    .flatMap(({ node }) => fillingOf(layout, node));
  const drawing = all.find(({ control }) => control.kind === 'canvas');
  const strokes: Act[] = drawing
    ? [{ deed: { do: 'drag', what: 'down', on: drawing.control.selector }, path: drawing.path }]
    : [];
  const buttons = all
    .filter(({ control, node, disabled }) => control.kind === 'button' && node !== one.node && !disabled)
    .filter(
      ({ control }) =>
        !/^a$/.test(control.tag) && !/clear|reset|delete|remove|cancel|close/i.test(control.name),
    )
    .slice(0, MOST_BUTTONS)
    .map(clickOn);
  if (fields.length + strokes.length + buttons.length === 0) return null;
  return {
    ...question,
    asks: 'answers-prepared',
    before: [...fields, ...strokes, ...buttons, ...question.before],
  };
}

/** True when something lies hidden beside a control, as a menu does that opens by hovering. */
export function hasHiddenBeside(layout: Layout, { node }: Ranked): boolean {
  const parent = layout.nodes[node]!.parent;
  const within = new Set([parent]);
  let hidden = 0;
  for (let i = parent + 1; i < layout.nodes.length; i++) {
    const { parent: above, type, name } = layout.nodes[i]!;
    if (!within.has(above)) break;
    within.add(i);
    if (
      type === 'element' &&
      !/^(script|style|template|option|br|path|svg)$/.test(name) &&
      !isReachable(layout, i)
    )
      hidden++;
  }
  return hidden >= 2;
}

/** Asked of a control that did not answer to a click: some menus open by hovering alone. */
export function hoverQuestion({ path }: Ranked): Question {
  return {
    asks: 'opens-by-hover',
    before: [],
    acts: [{ deed: { do: 'hover', what: null, on: null }, path }],
    patience: 'quick',
    hovers: false,
  };
}

/** True of the name of what closes a dialog. */
export const isClosing = (name: string) => CLOSING.test(name);

const CLOSING = /^(×|✕|✖|x|close|cancel|dismiss|ok|got it|done)\b|^[×✕✖]$|close/i;

/** How what a probe opened is closed again: by its own button, else by Escape. `opened` is the page with it open. */
export function closingQuestion(question: Question, opened: Layout, known: readonly Ranked[]): Question {
  const before = new Set(known.map(({ path }) => path.join()));
  const button = opened.nodes.findIndex(
    ({ type, name, attributes }, i) =>
      type === 'element' &&
      (name === 'button' ||
        attributes?.['role'] === 'button' ||
        name === 'a' ||
        /close/i.test(attributes?.['class'] ?? '')) &&
      !before.has(pathOf(opened, i).join()) &&
      isVisible(opened, i) &&
      CLOSING.test(nameOf(opened, i) || (attributes?.['class'] ?? '')),
  );
  const close: Act =
    button < 0
      ? { deed: { do: 'press', what: 'Escape', on: null }, path: null }
      : { deed: { do: 'click', what: null, on: selectorOf(opened, button) }, path: pathOf(opened, button) };
  return {
    asks: 'closes',
    before: [...question.before, ...question.acts],
    acts: [close],
    patience: 'quick',
    hovers: false,
  };
}

/** Another control of the same kind in the same list: the nearest that is not chosen. */
function siblingOf(layout: Layout, { control, node }: Ranked, all: readonly Ranked[]): Ranked | undefined {
  const { nodes } = layout;
  const depth = (at: number) => {
    const above: number[] = [];
    for (let up = nodes[at]!.parent; up >= 0 && above.length < 3; up = nodes[up]!.parent) above.push(up);
    return above;
  };
  const around = depth(node);
  return all
    .filter((other) => other.node !== node && other.control.kind === control.kind && !other.disabled)
    .filter((other) => other.control.tag === control.tag && !isChosen(layout, other.node))
    .filter((other) => depth(other.node).some((up) => around.includes(up)))
    .sort((a, b) => Math.abs(a.node - node) - Math.abs(b.node - node))[0];
}

/** A form is filled in and sent; sent empty; and sent with an address that is none. */
function formQuestions(layout: Layout, { node, path }: Ranked): Question[] {
  const form = formOf(layout, node);
  const fields = fieldsOf(layout, form);
  const submit: Act = { deed: { do: 'click', what: null, on: null }, path };
  const fill = fields.flatMap((field) => fillingOf(layout, field));
  const base = { acts: [submit], patience: 'slow' as const, hovers: true };
  const questions: Question[] = [{ ...base, asks: 'accepts', before: fill }];
  const written = fields.filter((field) => fillingOf(layout, field).some(({ deed }) => deed.do === 'type'));
  if (written.length > 0) questions.push({ ...base, asks: 'refuses-empty', before: [] });
  const mail = written.find((field) => isMail(layout, field));
  if (mail !== undefined) {
    const wrong = fill.map((act) =>
      act.path?.join() === pathOf(layout, mail).join()
        ? { ...act, deed: { ...act.deed, what: 'not an address' } }
        : act,
    );
    questions.push({ ...base, asks: 'refuses-invalid', before: wrong });
  }
  return questions;
}

/** Fields of a form that a person fills in, in document order. */
export function fieldsOf(layout: Layout, form: number): number[] {
  return layout.nodes.flatMap(({ name, attributes }, i) => {
    if (!/^(input|textarea|select)$/.test(name) || formOf(layout, i) !== form || isSubmit(layout, i))
      return [];
    if (attributes?.['disabled'] !== undefined || attributes?.['readonly'] !== undefined) return [];
    return /^(hidden|button|reset|image|file|color)$/.test(attributes?.['type'] ?? '') ||
      !isReachable(layout, i)
      ? []
      : i;
  });
}

/** What a person would do to fill in a field; nothing where it has a value that will do. */
function fillingOf(layout: Layout, field: number): Act[] {
  const { name, attributes = {}, value, checked } = layout.nodes[field]!;
  const type = (attributes['type'] ?? 'text').toLowerCase();
  const path = pathOf(layout, field);
  const on = selectorOf(layout, field);
  const act = (deed: Deed['do'], what: string | null): Act => ({ deed: { do: deed, what, on }, path });
  if (name === 'select') {
    return [act('focus', null), { ...act('press', optionKeys(layout, field)), path: null }];
  }
  if (type === 'checkbox') return checked ? [] : [act('click', null)];
  if (type === 'radio') return checked ? [] : [act('click', null)];
  if (type === 'range' || (value && /^(number|date|time)/.test(type))) return [];
  return [act('type', wordFor(layout, field))];
}

function isMail(layout: Layout, field: number): boolean {
  const { attributes = {} } = layout.nodes[field]!;
  return (
    attributes['type'] === 'email' ||
    /e-?mail/i.test(`${attributes['name']} ${attributes['id']} ${nameOf(layout, field)}`)
  );
}

/** Something that fits a field, by its type and its name. */
function wordFor(layout: Layout, field: number): string {
  const { attributes = {} } = layout.nodes[field]!;
  const type = (attributes['type'] ?? 'text').toLowerCase();
  const says = `${attributes['name']} ${attributes['id']} ${attributes['autocomplete']} ${attributes['placeholder']} ${nameOf(layout, field)}`;
  if (isMail(layout, field)) return 'ada@example.com';
  if (type === 'tel' || /phone|\btel\b|mobile/i.test(says)) return '5550123456';
  if (type === 'url' || /website|\burl\b/i.test(says)) return 'https://example.com';
  if (type === 'password' || /password/i.test(says)) return 'Quartz-Lamp-42';
  if (type === 'date') return '05152026';
  if (type === 'time') return '1030AM';
  if (type === 'month') return 'May2026';
  if (type === 'number' || attributes['inputmode'] === 'numeric') {
    const [min, max] = [Number(attributes['min'] ?? NaN), Number(attributes['max'] ?? NaN)];
    const wanted = Number.isNaN(min) ? 7 : min + 1;
    return String(Number.isNaN(max) ? wanted : Math.min(wanted, max));
  }
  if (/zip|postal/i.test(says)) return '10115';
  if (/card.?number/i.test(says)) return '4242424242424242';
  if (/city|town/i.test(says)) return 'Lisbon';
  if (/message|comment|description|notes?\b/i.test(says))
    return 'A short message about nothing in particular.';
  if (/name/i.test(says)) return 'Ada Palmer';
  return 'Blue lamp';
}

/** Keys that choose another option than the present one. */
function optionKeys({ nodes }: Layout, select: number): string {
  const within = new Set([select]);
  const options: boolean[] = [];
  for (let i = select + 1; i < nodes.length && within.has(nodes[i]!.parent); i++) {
    within.add(i);
    if (nodes[i]!.name === 'option') options.push(nodes[i]!.checked ?? false);
  }
  return options.at(-1) && options.length > 1 ? 'ArrowUp' : 'ArrowDown';
}
