import { isVisible } from '../../../graph/visibility.js';
import { selectorOf } from '../../../graph/selector.js';
import type { Layout } from '../../../render/capture.js';
import { pathOf } from '../../../render/probe/path.js';
import type { Act, Question } from './actions.js';
import type { Ranked } from './rank.js';
import { nameOf } from './texts.js';

/** Keys that move something in most games; none is undone by a later one. */
const KEYS_OF_PLAY = 'ArrowRight + ArrowRight + d + Space + ArrowUp + ArrowUp + w + ArrowDown';
/** Virtual ms for which a game is left alone to see whether it ends: most that can be lost are, by then. */
const ALONE_MS = 20_000;

const START = /\b(start|play|begin|new game|go)\b|▶/i;
/** Says that the space bar does something in play; beginning or holding it is another matter. */
const SPACE =
  /\bspace(?: ?bar)?\b\W*(?:to|for|=|:|–|-)?\s*(jump|hop|dive|shoot|fire|flap|fly|drop|dash|boost|brake|attack|thrust|swing|throw)/i;
/** Names of what begins a game anew. */
export const AGAIN = /\b(restart|again|reset|new game|retry)\b/i;
/** Keys by which games are begun anew. */
const AGAIN_KEYS = 'Enter + Space + r';

/** How a game is played: with keys, by the space bar alone where the page says what that is for, with the mouse. */
export function playQuestions(layout: Layout, one: Ranked, all: readonly Ranked[]): Question[] {
  const base: Omit<Question, 'acts'> = {
    asks: 'plays',
    before: startOf(one, all),
    patience: 'quick',
    hovers: false,
    returns: true,
  };
  const on = (deed: Act['deed']['do']): Act => ({ deed: { do: deed, what: null, on: null }, path: one.path });
  const hold = (what: string): Question => ({
    ...base,
    acts: [{ deed: { do: 'hold', what, on: null }, path: null }],
  });
  const mouse: Question = { ...base, acts: [on('hover'), on('click'), on('drag')] };
  if (!one.hears.keys) return [mouse];
  const hasSpace = layout.nodes.some(
    ({ text }, i) => text !== undefined && SPACE.test(text) && isVisible(layout, i),
  );
  return [hold(KEYS_OF_PLAY), ...(hasSpace ? [hold('Space')] : []), ...(one.hears.mouse ? [mouse] : [])];
}

/** Asked of a game that plays: whether it comes to an end when it is left alone. Time itself is what one run has more of. */
export function endQuestion(one: Ranked, all: readonly Ranked[]): Question {
  return {
    asks: 'ends',
    before: startOf(one, all),
    acts: [leftAlone(true)],
    patience: 'quick',
    hovers: false,
  };
}

/** Asked of a game that is over: whether it begins anew, by its button, else by a click on it and the usual keys. `over` is the page then. */
export function againQuestion(one: Ranked, all: readonly Ranked[], over: Layout): Question {
  const named = (name: RegExp) =>
    over.nodes.findIndex(
      ({ type, name: tag, attributes }, i) =>
        type === 'element' &&
        (/^(button|a)$/.test(tag) || attributes?.['role'] === 'button') &&
        isVisible(over, i) &&
        name.test(nameOf(over, i)),
    );
  const again = named(AGAIN);
  const button = again < 0 ? named(START) : again;
  const acts: Act[] =
    button < 0
      ? [
          { deed: { do: 'click', what: null, on: null }, path: one.path },
          { deed: { do: 'press', what: AGAIN_KEYS, on: null }, path: null },
        ]
      : [{ deed: { do: 'click', what: null, on: selectorOf(over, button) }, path: pathOf(over, button) }];
  return {
    asks: 'restarts',
    before: [...startOf(one, all), leftAlone(false)],
    acts,
    patience: 'quick',
    hovers: false,
  };
}

const leftAlone = (unshared: boolean): Act => ({
  deed: { do: 'wait', what: String(ALONE_MS), on: null },
  path: null,
  ...(unshared && { unshared }),
});

/** What brings a game to life: its start button, or a click on it and the usual keys. */
export function startOf({ path, control }: Ranked, all: readonly Ranked[]): Act[] {
  const start = all.find(
    (two) => two.control.kind === 'button' && START.test(two.control.name) && !two.disabled,
  );
  // The click on the field takes the focus from the button, which keys would press again.
  const field: Act = { deed: { do: 'click', what: null, on: control.selector }, path };
  if (start) return [clickOn(start), field];
  return [field, { deed: { do: 'press', what: 'Enter + Space', on: null }, path: null }];
}

/** A click on another control. */
export const clickOn = ({ control, path }: Ranked): Act => ({
  deed: { do: 'click', what: null, on: control.selector },
  path,
});
