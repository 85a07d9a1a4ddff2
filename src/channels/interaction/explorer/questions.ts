import type { Layout } from '../../../render/capture.js';
import { isReachable } from '../../../graph/visibility.js';
import type { Path } from '../../../render/probe/path.js';
import { isChosen } from '../oracle/lists.js';
import type { Deed } from '../trace.js';
import type { Act, Question } from './actions.js';
import { formQuestions, optionKeys, wordFor } from './filling.js';
import { AGAIN, clickOn, playQuestions, startOf } from './play.js';
import type { Ranked } from './rank.js';

/** A word that stands on no page: a filter that works finds nothing. */
const NOWHERE = 'zzqx';
/** Keys by which a browser itself scrolls. */
const SCROLLING = /^(Arrow|Space)/;
const isOpener = ({ control, disabled }: Ranked) =>
  !disabled && (/^(dialog|menu)$/.test(control.kind) || /^(open|show)\b/i.test(control.name));
/** Px of the wheel that lead to the end of any page. */
const FAR = '100000';

const TO_TOP = /\b(back|return|scroll)? ?to (the )?top\b|^(top|↑|⬆)$/i;
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
      return [answers([act('type', wordFor(layout, node))], focused)];
    case 'search':
      return [
        answers([act('type', NOWHERE), { ...act('press', 'Enter'), path: null }], {
          ...focused,
          patience: 'slow',
        }),
      ];
    case 'form':
      return formQuestions(layout, one);
    case 'drag':
      return [answers([{ ...act('drag', 'down'), to: dropOf(one, all) }])];
    case 'tooltip':
      // Some are opened by a click.
      return [answers([act('hover'), act('click')], { hovers: false })];
    case 'game':
      return playQuestions(layout, one, all);
    case 'keys': {
      const key = one.key === ' ' ? 'Space' : one.key;
      // Escape leaves what has been opened.
      const opener = key === 'Escape' ? all.find(isOpener) : undefined;
      return [
        answers([{ ...act('press', key), path: null }], {
          before: opener ? [clickOn(opener)] : [],
          hovers: false,
          ...(SCROLLING.test(key ?? '') && { returns: true }),
        }),
      ];
    }
    case 'scroll':
      return [
        answers([{ ...act('wheel', FAR), path: path.length > 0 ? path : null }], {
          hovers: false,
          patience: 'slow',
          returns: true,
        }),
      ];
    case 'media':
      return one.empty ? [] : [answers([{ ...act('press', 'Space'), path: null }], focused)];
    case 'canvas': {
      const wheel = one.hears.wheel ? [answers([act('wheel', WHEEL)])] : [];
      return [answers([act('hover'), act('click'), act('drag')], { hovers: false }), ...wheel];
    }
  }
  // What is chosen already has nothing to do when it is chosen again: another one is chosen first.
  const other = isChosen(layout, node) ? siblingOf(layout, one, all) : undefined;
  const first: Act[] = other ? [clickOn(other)] : [];
  // At its lowest a number can't become lower, and before the first there is none.
  const forth = leadsBack(layout, one) ? nearestForth(one, all) : undefined;
  if (forth) first.push(clickOn(forth));
  // At the top of a page there is no way up.
  if (TO_TOP.test(control.name)) first.push({ deed: { do: 'wheel', what: WHEEL, on: null }, path: null });
  const game = all.find((two) => two.control.kind === 'game');
  if (game && AGAIN.test(control.name)) first.push(...startOf(game, all));
  const asked = [answers([act('click')], { before: first })];
  // What is no button by itself has to be made one for the keyboard too.
  if (!/^(a|button|input|summary|label|select|textarea)$/.test(tag) && attributes['tabindex'] !== undefined) {
    asked.push(answers([{ ...act('press', 'Enter'), path: null }], { ...focused, asks: 'keyboard' }));
  }
  return asked;
}

const BACK = { stepper: /^[−–-]$|minus|decre|less|fewer/i, carousel: /\bprev(ious)?\b|\bback\b|^[‹«←❮◀<]$/i };
const FORTH = { stepper: /^\+$|plus|incre|more/i, carousel: /\bnext\b|^[›»→❯▶>]$/i };
const codeOf = (layout: Layout, node: number) => {
  const { attributes = {} } = layout.nodes[node]!;
  return `${attributes['id'] ?? ''} ${attributes['class'] ?? ''}`.replace(/[-_]/g, ' ');
};

/** True of what counts down, or goes to the one before. */
function leadsBack(layout: Layout, { control: { kind, name }, node }: Ranked): boolean {
  if (kind !== 'stepper' && kind !== 'carousel') return false;
  return BACK[kind].test(name) || BACK[kind].test(codeOf(layout, node));
}

/** The nearest enabled one that goes the other way. */
function nearestForth({ control: { kind }, node }: Ranked, all: readonly Ranked[]): Ranked | undefined {
  if (kind !== 'stepper' && kind !== 'carousel') return undefined;
  return all
    .filter(({ control, disabled }) => control.kind === kind && !disabled)
    .filter(({ control }) => FORTH[kind].test(control.name) || FORTH[kind].test(control.selector))
    .sort((a, b) => Math.abs(a.node - node) - Math.abs(b.node - node))[0];
}

/** Where something that can be dragged may be dropped: on what listens for it, else on the last one of its list, else of its kind. */
function dropOf(one: Ranked, all: readonly Ranked[]): Path | null {
  if (one.drop) return one.drop;
  const others = all
    .filter(({ node, control }) => node !== one.node && control.kind === 'drag')
    .sort((a, b) => b.node - a.node);
  const list = one.path.slice(0, -1).join();
  return (others.find(({ path }) => path.slice(0, -1).join() === list) ?? others[0])?.path ?? null;
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
