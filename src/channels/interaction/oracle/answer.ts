import type { Control, ControlKind, Evidence, Probe } from '../trace.js';
import { UNDOING } from '../explorer/prepared.js';
import { effectsOf, type Effect } from './effects.js';
import { HANDING } from './group.js';
import { contradiction } from './promises.js';

/** What became of an action. */
export type Answer =
  'as-expected' | 'otherwise' | 'nothing' | 'only-invisible' | 'broke-the-page' | 'not-tried';

/** A probe as it is judged. */
export interface Answered {
  answer: Answer;
  /** What a person would expect, as the end of a sentence: "the page to scroll to what it names". */
  expected: string;
  /** What was seen, as a sentence without its end. */
  happened: string;
}

/** Any of these is what a person expects of a control of a kind. */
interface Expectation {
  any: readonly Effect[];
  said: string;
}

const GONE: readonly Effect[] = ['left', 'reloaded', 'dialog', 'download', 'print', 'file-chooser'];
const ANYTHING: readonly Effect[] = [
  ...GONE,
  'elsewhere',
  'own',
  'drawing',
  'scrolled',
  'copied',
  'playing',
  'marked-wrong',
  'passing',
];

/** What a person expects of each kind. A browser's own focus ring, pressed look, caret and tick are in none of them by themselves. */
const EXPECTATIONS: Readonly<Record<ControlKind, Expectation>> = {
  anchor: { any: ['scrolled', 'elsewhere', 'drawing'], said: 'the page to go to what it names' },
  link: { any: [...GONE, 'elsewhere', 'scrolled'], said: 'another page, or other content' },
  button: { any: ANYTHING.filter((effect) => effect !== 'reloaded'), said: 'a visible answer' },
  tab: { any: ['beyond', 'scrolled', 'drawing', 'left'], said: 'other content to be shown' },
  disclosure: { any: ['shown', 'hidden', 'dialog', 'elsewhere'], said: 'content to open or close' },
  menu: { any: ['shown', 'hidden', 'dialog', 'elsewhere'], said: 'a menu to open' },
  dialog: { any: ['shown', 'dialog', 'left'], said: 'a dialog to open' },
  toggle: { any: ['own', 'value', 'elsewhere', 'drawing', 'playing'], said: 'a visible change of state' },
  checkbox: { any: ['own', 'value', 'elsewhere'], said: 'it to be ticked' },
  radio: { any: ['own', 'value', 'elsewhere'], said: 'it to be chosen' },
  select: { any: ['value', 'elsewhere'], said: 'another option to be chosen' },
  slider: { any: ['value', 'own', 'elsewhere', 'drawing'], said: 'its value to change' },
  stepper: { any: ['own', 'value', 'elsewhere', 'drawing'], said: 'a number to change' },
  text: { any: ['value', 'own', 'elsewhere'], said: 'what is typed to show' },
  search: { any: ['beyond', 'left', 'drawing', 'marked-wrong', 'dialog'], said: 'results to change' },
  filter: { any: ['beyond', 'drawing', 'left', 'dialog'], said: 'what is listed to change' },
  sort: { any: ['beyond', 'drawing', 'left'], said: 'the order to change' },
  form: {
    any: ['beyond', 'left', 'dialog', 'passing', 'own', 'download', 'print'],
    said: 'the form to be accepted visibly',
  },
  carousel: {
    any: ['beyond', 'drawing', 'scrolled', 'playing', 'left', 'own'],
    said: 'the next or previous item',
  },
  copy: { any: ['copied', 'elsewhere', 'own', 'passing', 'dialog'], said: 'a text to be copied' },
  theme: { any: ['elsewhere', 'drawing'], said: 'the colours of the page to change' },
  drag: { any: ['elsewhere', 'own', 'drawing', 'passing'], said: 'it to be moved' },
  tooltip: { any: ['elsewhere', 'own', 'revealed', 'drawing'], said: 'something to be shown' },
  canvas: {
    any: ['drawing', 'elsewhere', 'dialog', 'playing', 'own'],
    said: 'the drawing to answer the mouse',
  },
  game: { any: ['drawing', 'elsewhere', 'dialog', 'own'], said: 'play to follow the keys' },
  keys: {
    any: [...GONE, 'elsewhere', 'own', 'drawing', 'copied', 'playing', 'passing', 'focus-moved'],
    said: 'the page to answer the key',
  },
  scroll: { any: ['grown'], said: 'more to come at the end' },
  media: { any: ['playing'], said: 'it to play' },
};

/** Differences that may come with a click that did nothing: a button that clears a field focuses it, also when it is empty. */
const SILENT: ReadonlySet<Effect> = new Set(['address', 'focus-moved']);
/** Share of the shown elements below which what is left is not the page any more. */
const RUINED = 0.2;
/** Pages with fewer elements may well be replaced by fewer still. */
const MIN_SHOWN = 8;

/** Judges one probe by its evidence. Pure. */
export function answerTo(probe: Probe, control: Control, all: readonly Probe[]): Answered {
  const expectation = expectationOf(probe, control);
  const expected = expectation.said;
  const { evidence, trouble } = probe;
  if (!evidence) {
    // A game that is left alone for long may use up what a page is given without fault.
    if (trouble?.reason === 'page-stopped' && !LONG.has(probe.asks)) {
      return { answer: 'broke-the-page', expected, happened: `the page ${trouble.detail}` };
    }
    return { answer: 'not-tried', expected, happened: trouble?.detail ?? 'it was not tried' };
  }
  if (probe.asks === 'ends') return { ...ended(evidence), expected };
  if (probe.asks === 'shows-focus') return { ...focusShown(evidence), expected };
  const effects = effectsOf(evidence);
  const happened = describe(evidence, effects);
  if (isRuined(evidence)) return { answer: 'broke-the-page', expected, happened };
  if (evidence.missedBy !== null) return { ...missed(evidence, effects), expected };
  const second = probe.asks === 'answers' ? secondAnswer(probe, expectation, control, all) : null;
  if (second) return { ...second, expected };
  const answer = probe.asks.startsWith('refuses')
    ? refusal(probe, evidence, all)
    : judge(expectation, control, evidence, effects);
  // Nobody said by which keys it begins anew.
  if (probe.asks === 'restarts' && answer !== 'as-expected' && probe.deeds.at(-1)?.do === 'press')
    return { answer: 'not-tried', expected, happened: 'nothing tells how it begins anew' };
  // What takes something back has nothing to do where nothing was begun.
  if (
    probe.asks === 'answers' &&
    answer === 'nothing' &&
    control.bound &&
    UNDOING.test(control.name) &&
    !all.some(({ control: at, asks }) => at === probe.control && asks === 'answers-prepared')
  )
    return { answer: 'not-tried', expected, happened: 'nothing was found that it could take back' };
  const against = answer === 'as-expected' && HELD.has(probe.asks) ? contradiction(control, evidence) : null;
  if (against !== null) return { answer: 'otherwise', expected, happened: against };
  return { answer, expected, happened };
}

/** Questions of which the answer is held against what the control says of itself. */
const HELD: ReadonlySet<Probe['asks']> = new Set(['answers', 'answers-prepared']);

/** A click that something else takes is none on the control; what that does is not the control's answer. */
function missed(evidence: Evidence, effects: ReadonlySet<Effect>): Omit<Answered, 'expected'> {
  const by = `the click met “${evidence.missedBy}” in its place`;
  const isSilent = !ANYTHING.some((effect) => effects.has(effect)) && !asksServer(evidence);
  return { answer: isSilent ? 'nothing' : 'not-tried', happened: by };
}

/** True when it asked a server for data: for the first time, or again. */
function asksServer({ requests, made }: Evidence): boolean {
  return requests.some((request) => /^(fetch|xhr) /.test(request)) || (requests.length === 0 && made > 0);
}

/** The browser itself puts the fragment that a link names into the address: that is nothing that the page did. */
function isOwnFragment({ tag }: Control, [before, after]: readonly [string, string]): boolean {
  return tag === 'a' && before.replace(/#.*$/, '') === after.replace(/#.*$/, '');
}

/** What came of it when something was entered before, or by hovering alone; null when that was no answer either. */
function secondAnswer(
  { control: at }: Probe,
  expectation: Expectation,
  control: Control,
  all: readonly Probe[],
): Omit<Answered, 'expected'> | null {
  const untold: Omit<Answered, 'expected'>[] = [];
  for (const { control: other, asks, evidence } of all) {
    if (other !== at || !evidence) continue;
    const effects = effectsOf(evidence);
    const seen = describe(evidence, effects);
    if (asks === 'answers-prepared') {
      const told = {
        answer: judge(expectation, control, evidence, effects),
        happened: `${seen} at another try`,
      };
      if (told.answer === 'as-expected') return told;
      // What can't be told is no reason to hold the first silence against it.
      if (told.answer === 'not-tried') untold.push(told);
    }
    if (asks === 'opens-by-hover' && opensByHover(evidence))
      return { answer: 'as-expected', happened: `${seen} when the mouse was over it` };
  }
  return untold[0] ?? null;
}

/** Questions for which a game lives long. */
const LONG: ReadonlySet<Probe['asks']> = new Set(['ends', 'restarts']);
const OVER =
  /\b(game over|you (win|won|lose|lost|died|crashed|survived)|time'?s up|try again|play again|final score|busted|defeat(ed)?|victory)\b/i;

/** True when a game that was left alone came to its end: it says so, or what moved before stands still. */
export function isOver({ textsAppeared, retold, dialogs, still, pixels, other }: Evidence): boolean {
  const said = [...textsAppeared, ...retold.map(([, after]) => after), ...dialogs];
  return (
    said.some((text) => OVER.test(text)) || (still === true && ((pixels?.drawn ?? 0) > 0 || other.moved > 0))
  );
}

function ended(evidence: Evidence): Omit<Answered, 'expected'> {
  return isOver(evidence)
    ? { answer: 'as-expected', happened: describe(evidence, effectsOf(evidence)) }
    : { answer: 'not-tried', happened: 'it went on for as long as it was left alone' };
}

/** The focus is seen when any pixels differ once it is somewhere. */
function focusShown({ focus, pixels }: Evidence): Omit<Answered, 'expected'> {
  if (focus === null || !pixels) return { answer: 'not-tried', happened: 'nothing took the focus' };
  return pixels.box
    ? { answer: 'as-expected', happened: 'the focus can be seen' }
    : { answer: 'nothing', happened: 'the focus moved, and nothing on the screen shows where to' };
}

/** A tooltip is one element; a menu is a list of them. */
function opensByHover({ own, other }: Evidence): boolean {
  return own.appeared + other.appeared >= 2;
}

function judge(
  { any }: Expectation,
  control: Control,
  evidence: Evidence,
  effects: ReadonlySet<Effect>,
): Answer {
  // A link within the page to what is in view already has nothing to do.
  if (control.kind === 'anchor' && control.target === 'near' && evidence.url !== null) return 'as-expected';
  if (any.some((effect) => effects.has(effect))) return 'as-expected';
  // A browser scrolls by itself where keys and wheel are left to it.
  const byBrowser = control.kind === 'keys' || control.kind === 'scroll';
  const seen = ANYTHING.some(
    (effect) =>
      effects.has(effect) && !(byBrowser && effect === 'scrolled') && !isMark(effect, control, effects),
  );
  if (seen && control.kind !== 'scroll') return 'otherwise';
  // It asks somewhere, and what it would do with the reply can't be known where there is no network.
  if (asksServer(evidence) || !control.announced) return 'not-tried';
  const differs =
    evidence.own.mutated + evidence.other.mutated > 0 ||
    evidence.storage.length > 0 ||
    (evidence.url !== null && !isOwnFragment(control, evidence.url)) ||
    evidence.title !== null;
  // The value of a field that promises more than itself is no answer, and neither is it hidden from anybody.
  return differs && !effects.has('value') && !effects.has('own') && !effects.has('elsewhere')
    ? 'only-invisible'
    : 'nothing';
}

/** Controls that promise to show something else: that they look chosen, or open, is none of it. */
const PROMISING: ReadonlySet<ControlKind> = new Set(['tab', 'filter', 'sort', 'search', 'disclosure']);
const ARROW = /\b(prev(ious)?|next)\b|^[‹›«»←→❮❯◀▶<>]$/i;
const isArrow = ({ kind, name }: Pick<Control, 'kind' | 'name'>) => kind === 'carousel' && ARROW.test(name);

/** True of what only the control and its equals show: which one of them is chosen. */
function isMark(
  effect: Effect,
  control: Pick<Control, 'kind' | 'name'>,
  effects: ReadonlySet<Effect>,
): boolean {
  if (!PROMISING.has(control.kind) && !isArrow(control)) return false;
  return effect === 'own' || (effect === 'elsewhere' && !effects.has('beyond'));
}

/** True when nothing that a control of its kind promises was noticed, and nothing else but which one is chosen. */
export function isUnanswered(control: Pick<Control, 'kind' | 'name'>, evidence: Evidence): boolean {
  const effects = effectsOf(evidence);
  const promises = PROMISING.has(control.kind) || isArrow(control);
  return [...effects].every(
    (effect) =>
      SILENT.has(effect) ||
      isMark(effect, control, effects) ||
      // What goes with a mark.
      (promises && /^(text|shown|hidden|revealed|repainted|value)$/.test(effect) && !effects.has('beyond')),
  );
}

function expectationOf({ asks }: Probe, control: Control): Expectation {
  switch (asks) {
    case 'refuses-empty':
      return { any: [], said: 'an empty form to be refused' };
    case 'refuses-invalid':
      return { any: [], said: 'a wrong address to be refused' };
    case 'opens-by-hover':
      return { any: ['shown', 'revealed'], said: EXPECTATIONS[control.kind].said };
    case 'ends':
      return { any: [], said: 'the game to end' };
    case 'restarts':
      return { any: EXPECTATIONS.game.any, said: 'the game to begin anew' };
    case 'closes':
      return { any: ['hidden', 'dialog'], said: 'what was opened to close' };
    case 'shows-focus':
      return { any: [], said: 'to see where the focus is' };
    case 'keyboard':
      return {
        ...EXPECTATIONS[control.kind],
        said: `${EXPECTATIONS[control.kind].said} by the keyboard too`,
      };
    default: {
      const usual = EXPECTATIONS[control.kind];
      // A value that nobody reads belongs in a form; alone on a page it promises an effect.
      const isAlone = (control.kind === 'slider' && !control.inForm) || control.unread;
      // An arrow that changes by itself shows nothing of what comes next.
      if (isArrow(control)) return { ...usual, any: usual.any.filter((effect) => effect !== 'own') };
      // What only takes what was written out of its field has not yet put it anywhere.
      if (control.kind === 'button' && HANDING.test(control.name))
        return { ...usual, any: usual.any.map((effect) => (effect === 'elsewhere' ? 'beyond' : effect)) };
      // A tick that is hidden is told by how its label looks.
      if (control.byLabel && usual.any.includes('value'))
        return { ...usual, any: [...usual.any.filter((effect) => effect !== 'value'), 'repainted'] };
      return isAlone
        ? { any: usual.any.filter((effect) => effect !== 'value'), said: 'its value to have an effect' }
        : usual;
    }
  }
}

/** Bad input is refused when the page doesn't say what it says to good input. */
function refusal(probe: Probe, evidence: Evidence, all: readonly Probe[]): Answer {
  const good = all.find(({ control, asks }) => control === probe.control && asks === 'accepts');
  const accepted = good?.evidence;
  // What a server would have said to either can't be known.
  if (!good || !accepted || asksServer(accepted)) return 'not-tried';
  const effects = effectsOf(evidence);
  const usual = effectsOf(accepted);
  // What accepts nothing refuses nothing either.
  if (![...EXPECTATIONS.form.any].some((effect) => usual.has(effect))) return 'not-tried';
  const alike = (pick: (one: Evidence) => readonly string[]) => {
    const said = pick(evidence).map((text) => wordingOf(text, probe));
    return pick(accepted).length > 0 && pick(accepted).every((text) => said.includes(wordingOf(text, good)));
  };
  const isSame =
    alike(({ textsAppeared }) => textsAppeared) ||
    alike(({ dialogs }) => dialogs) ||
    alike(({ navigations }) => navigations) ||
    (accepted.textsAppeared.length === 0 &&
      [...usual].sort().join() === [...effects].sort().join() &&
      evidence.invalid === 0);
  return isSame ? 'otherwise' : 'as-expected';
}

/** What a text says beside what was entered and the numbers in it: "Thanks, Ada" and "Thanks, " are the same. The text where nothing else is. */
function wordingOf(text: string, { deeds }: Probe): string {
  const entered = deeds.flatMap(({ do: deed, what }) => (deed === 'type' && what ? what : []));
  const rest = entered.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest.replace(/[^\p{L}]+/gu, ' ').trim() || text;
}

function isRuined({
  shown: [before, after],
  textsAppeared,
  dialogsShown,
  reloaded,
  navigations,
}: Evidence): boolean {
  if (before < MIN_SHOWN || after > before * RUINED) return false;
  return (
    textsAppeared.length === 0 && dialogsShown[1] <= dialogsShown[0] && !reloaded && navigations.length === 0
  );
}

/** What was seen, in words. */
export function describe(evidence: Evidence, effects: ReadonlySet<Effect>): string {
  const said: string[] = [];
  const quote = (text: string) => `“${text.length > 60 ? `${text.slice(0, 59)}…` : text}”`;
  const [appeared] = evidence.textsAppeared;
  const [vanished] = evidence.textsVanished;
  const { own, other, pixels, scroll } = evidence;
  if (evidence.dialogs[0] !== undefined) said.push(`a dialog said ${quote(evidence.dialogs[0])}`);
  if (appeared !== undefined) said.push(`${quote(appeared)} appeared`);
  if (vanished !== undefined && appeared === undefined) said.push(`${quote(vanished)} disappeared`);
  if (effects.has('left')) said.push(`it led to ${quote((evidence.navigations[0] ?? evidence.popups[0])!)}`);
  if (effects.has('reloaded')) said.push('the page was loaded anew');
  if (effects.has('scrolled'))
    said.push(`the page scrolled by ${Math.abs(scroll?.[1] ?? evidence.scrolled)} px`);
  if (effects.has('copied')) said.push(`${quote(evidence.clipboard[0]!)} was copied`);
  if (effects.has('download')) said.push('a download began');
  if (effects.has('print')) said.push('printing began');
  if (effects.has('file-chooser')) said.push('a file chooser opened');
  if (evidence.ownText) said.push(`its text became ${quote(evidence.ownText[1])}`);
  if (evidence.ownValue) {
    const [, value] = evidence.ownValue;
    said.push(value === '' ? 'its value changed' : `its value became ${quote(value)}`);
  }
  if (said.length === 0 && effects.has('elsewhere') && !effects.has('beyond'))
    said.push(
      evidence.revalued.length > 0 ? 'only its fields were emptied' : 'only the mark of the chosen one moved',
    );
  if (said.length === 0 && effects.has('elsewhere')) {
    const count = other.appeared + other.vanished + other.moved + other.restyled + evidence.values;
    said.push(
      count > 0
        ? `${count} ${count === 1 ? 'element' : 'elements'} beside it changed`
        : `${percent(pixels?.outside ?? 0)} of the screen changed`,
    );
  }
  if (said.length === 0 && effects.has('drawing'))
    said.push(`${percent(pixels?.drawn ?? 0)} of the screen was drawn otherwise`);
  if (said.length === 0 && effects.has('own')) said.push('only the control itself changed its look');
  if (said.length === 0 && effects.has('passing'))
    said.push(`${quote(evidence.textsPassing[0]!)} appeared for a moment`);
  if (said.length === 0) {
    if (own.mutated + other.mutated > 0) said.push('something changed that is not visible');
    else if (evidence.storage.length > 0) said.push('only something stored changed');
    else if (evidence.url) said.push('only the address changed');
    else said.push('nothing changed');
  }
  if (evidence.errors[0]) said.push(`its code threw ${quote(evidence.errors[0].message)}`);
  else if (evidence.requests[0] !== undefined) said.push(`it asked for ${quote(evidence.requests[0])}`);
  return said.slice(0, 3).join(', ');
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`;
