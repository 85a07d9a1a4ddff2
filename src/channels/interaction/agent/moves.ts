import type { Layout } from '../../../render/capture.js';
import type { Path } from '../../../render/probe/path.js';
import type { Act, Question } from '../explorer/actions.js';
import { isEditable } from '../explorer/kinds.js';
import type { Deed, Step } from '../trace.js';
import type { Target } from './journal.js';
import { keysFor } from './options.js';
import type { Move } from './prompt.js';
import { isPalette, nameable, type Seen, type View } from './view.js';

/** What a move means on the page. */
export type Meaning =
  /** A question to the page, answered by running it with and without. */
  | { control: Target; path: Path; question: Question }
  /** Something done for the view alone: scrolling, waiting. */
  | { control: Target | null; acts: Act[] }
  | (Refusal & { control: Target | null });

/** It can't be done as it was said; `detail` tells the model why. */
interface Refusal {
  refused: Exclude<Step['became'], 'done' | 'page-stopped' | 'ours'>;
  detail: string;
}

/** One key as `keydown` names it, with "Space" for " ". */
const KEY = /^(Enter|Escape|Tab|Backspace|Space|Arrow(Left|Up|Right|Down)|[^\s])$/u;
const MOST_KEYS = 40;
/** A turn of the wheel: most of a window, so that nothing is passed over. */
const WHEEL_SHARE = 0.8;
const WAIT_MS = 1000;

const act = (deed: Deed['do'], what: string | null, path: Path | null): Act => ({
  deed: { do: deed, what, on: null },
  path,
});

/** Reads a move as something to do, in the view that it was made in. Pure. */
export function meaningOf(
  move: Move,
  view: View,
  numberOf: (one: Seen) => number,
  path: readonly Act[],
): Meaning {
  const find = (number: number | null) =>
    number === null ? undefined : nameable(view).find((one) => numberOf(one) === number);
  const [one, to] = [find(move.mark), find(move.to)];
  const refusal = refusalOf(move, one, to, view.look.draft.layout);
  if (refusal) return { ...refusal, control: one ?? null };
  const text = move.text ?? '';
  const ask = (control: Target, acts: Act[], more: Partial<Question> = {}): Meaning => {
    const isSlow = control.control.kind === 'form' || control.control.kind === 'search' || /Enter/.test(text);
    return {
      control,
      path: control.path,
      question: {
        asks: 'answers',
        acts,
        patience: isSlow ? 'slow' : 'quick',
        hovers: false,
        ...more,
        before: [...path, ...(more.before ?? [])],
      },
    };
  };
  const focused = (at: Path) => ({ before: [act('focus', null, at)] });
  switch (move.do) {
    case 'click':
      return ask(one!, [act('click', null, one!.path)], { hovers: true });
    case 'type':
      return ask(one!, [act('type', text, null)], focused(one!.path));
    case 'select':
      return ask(one!, [act('press', keysFor(one!.options, text), null)], focused(one!.path));
    case 'press':
      return pressed(text, one, view, ask);
    case 'drag':
      return ask(one!, [{ ...act('drag', null, one!.path), to: to?.path ?? null }]);
    case 'scroll': {
      const px = Math.round(view.look.draft.layout.size[1] * WHEEL_SHARE) * (text === 'up' ? -1 : 1);
      return { control: one ?? null, acts: [act('wheel', String(px), one?.path ?? null)] };
    }
    default:
      return { control: null, acts: [act('wait', String(WAIT_MS), null)] };
  }
}

/** Why a move can't be made; null when it can. */
function refusalOf(move: Move, one: Seen | undefined, to: Seen | undefined, layout: Layout): Refusal | null {
  const text = move.text ?? '';
  const no = (refused: Refusal['refused'], detail: string): Refusal => ({ refused, detail });
  if (move.mark !== null && !one) return no('unknown-mark', `there is no number ${move.mark} now`);
  if (move.to !== null && !to) return no('unknown-mark', `there is no number ${move.to} now`);
  if (one && isPalette(layout, one.node)) return no('not-possible', 'its palette cannot be opened here');
  switch (move.do) {
    case 'click':
      return one!.control.tag === 'select'
        ? no('not-possible', 'its list cannot be opened: use "select"')
        : null;
    case 'type':
      return canBeTyped(layout, one!) ? null : no('not-possible', 'nothing can be typed into it');
    case 'select': {
      const isThere = keysFor(one!.options, text) !== null;
      return isThere ? null : no('unknown-option', `it has no option ${JSON.stringify(text)}`);
    }
    case 'press': {
      const keys = text.split(' + ');
      const wrong = keys.length > MOST_KEYS ? text : keys.find((key) => !KEY.test(key));
      return wrong === undefined ? null : no('unknown-key', `there is no key ${JSON.stringify(wrong)}`);
    }
    default:
      return null;
  }
}

/** Keys go to a game, which hears them while they are held; else to what has the focus, or is given it; else to the page. */
function pressed(
  keys: string,
  one: Seen | undefined,
  view: View,
  ask: (control: Target, acts: Act[], more?: Partial<Question>) => Meaning,
): Meaning {
  const { focus } = view.look.state;
  const focusedOne = one ?? view.controls.find(({ path }) => path.join() === focus?.join());
  const game = view.controls.find(({ control }) => control.kind === 'game');
  const isPlay =
    game !== undefined && (one === undefined || one.node === game.node) && !isWritten(focusedOne);
  if (isPlay) return ask(game, [act('hold', keys, null)], { asks: 'plays', returns: true });
  const target = focusedOne ?? thePage(view);
  const before = one ? { before: [act('focus', null, one.path)] } : {};
  return ask(target, [act('press', keys, null)], before);
}

const UNTYPED = /^(checkbox|radio|range|file|button|submit|reset|image)$/i;

function canBeTyped({ nodes }: Layout, { control, node }: Seen): boolean {
  const { attributes = {} } = nodes[node]!;
  if (control.tag === 'input') return !UNTYPED.test(attributes['type'] ?? '');
  return (
    control.tag === 'textarea' ||
    isEditable(attributes) ||
    /^(textbox|searchbox|combobox|spinbutton)$/.test(control.role)
  );
}

const isWritten = (one: Seen | undefined) => one !== undefined && /^(text|search)$/.test(one.control.kind);

/** The page as a whole, where keys go that no control has the focus for. */
function thePage({ look }: View): Target {
  return {
    control: {
      kind: 'button',
      role: 'document',
      name: look.state.title,
      tag: 'body',
      selector: 'body',
      box: null,
      source: null,
      bound: true,
      inForm: false,
      byLabel: false,
      announced: true,
      unread: false,
      target: null,
    },
    path: [],
    alike: 1,
    weight: 0.5,
  };
}
