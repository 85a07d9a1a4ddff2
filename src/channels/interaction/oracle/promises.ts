import type { Control, Evidence } from '../trace.js';

/** Words by which a control says that numbers go down, or up. More to read or to load is no number. */
const DOWN = /^[−–-]$|^(minus|less)$|\b(fewer|decrease|decrement|reduce|zoom out)\b/i;
const UP = /^\+$|^(plus|more)$|\b(increase|increment|raise|zoom in)\b/i;
/** Words of an order of prices. */
const PRICED = /price|cost|cheap|expensive|^low\w* to high|^high\w* to low/i;
const RISING = /low\w*\s?(to|-|–|→|first)|cheap|ascending|\basc\b|↑/i;
const FALLING = /high\w*\s?(to|-|–|→|first)|expensive|descending|\bdesc\b|↓/i;
/** Controls that move a mark through a list which they stand in. */
const STEPPING = /\b(prev(ious)?|next|back|forward|first|last)\b|^[‹›«»←→❮❯◀▶<>]+$/i;

/** Says that the item which a control stands in will go. */
const REMOVING = /\b(delete|remove|discard)\b|^[×✕✖🗑x]$/iu;
const COPYING = /^copy\b/i;
const COPIED = /\bcopied\b/i;
const COLOURING =
  /\b(dark|night|light|day)[- ]?(mode|theme)\b|\b(toggle|switch|change) theme\b|[🌙🌞☀🌓🌗🌚☾]/iu;

/**
 * How an answer contradicts what its control says of itself, as a sentence without its end; null where it does not, or says nothing
 * that could be held against it. Pure.
 */
export function contradiction(control: Control, evidence: Evidence): string | null {
  return (
    againstDirection(control, evidence) ??
    againstOrder(control, evidence) ??
    againstColumn(control, evidence) ??
    anotherMarked(control, evidence) ??
    againstItem(control, evidence) ??
    elsewhereThanNamed(control, evidence) ??
    onlySaid(control, evidence) ??
    garbled(evidence)
  );
}

/** What goes is another one than the control stands in, or stands under another heading than it names. */
function againstItem({ name }: Control, { removed, cleared, textsVanished }: Evidence): string | null {
  if (removed === 'another' && REMOVING.test(name)) return 'another one of its list went, and its own stayed';
  const [gone] = textsVanished;
  return cleared === false && gone !== undefined
    ? `“${gone}” went, which stands elsewhere than it says`
    : null;
}

/** Letters from which on texts are a page of a tab, and not the words of a button or field beside one. */
const PAGE = 20;
const isPage = (texts: readonly string[]) => texts.join('').length >= PAGE;

/** A tab whose own page stays hidden, a link that arrives elsewhere, the story of another one of the list. */
function elsewhereThanNamed(
  { kind, name }: Control,
  {
    controlled,
    arrived,
    coveredBy,
    namedInstead,
    scrolled,
    other,
    textsAppeared,
    textsVanished,
    pixels,
  }: Evidence,
): string | null {
  const came = other.appeared > 0 || textsAppeared.length > 0;
  if (kind === 'tab' && controlled === 'hidden' && came)
    return 'something else was shown than what it controls';
  // What moved is still there: a list that goes on may end with fewer of its items in sight.
  const isEmptied = kind === 'tab' || (kind === 'carousel' && other.moved === 0);
  if (isEmptied && isPage(textsVanished) && !came && !((pixels?.drawn ?? 0) > 0))
    return 'what was shown went, and nothing came in its place';
  if (kind === 'anchor' && arrived === false && scrolled > 0)
    return 'the page scrolled, and what it names is not on the screen';
  if (kind === 'anchor' && coveredBy !== null && scrolled > 0)
    return `the page scrolled, and ${coveredBy} lies over the first line of what it names`;
  if (
    namedInstead !== null &&
    kind !== 'carousel' &&
    kind !== 'sort' &&
    kind !== 'filter' &&
    !STEPPING.test(name)
  )
    return `“${namedInstead}” was told, which is another one of its list`;
  return null;
}

/** A button that says "Copied" and copies nothing, a switch of colours that recolours nothing but itself. */
function onlySaid({ kind, name }: Control, evidence: Evidence): string | null {
  const { clipboard, ownText, textsAppeared, textsPassing, pixels, other, dialogsShown } = evidence;
  if (kind === 'copy' || COPYING.test(name)) {
    const said = [ownText?.[1] ?? '', ...textsAppeared, ...textsPassing].some((text) => COPIED.test(text));
    if (said && clipboard.length === 0) return 'it says that something was copied, and nothing was';
  }
  if (kind !== 'theme' || !COLOURING.test(name)) return null;
  const opens = other.appeared > 0 || dialogsShown[0] !== dialogsShown[1];
  const isRecoloured = other.restyled > 0 || (pixels?.drawn ?? 0) > 0;
  return opens || isRecoloured ? null : 'no colour of the page changed';
}

/** Values that are none, written where one should be. */
function garbled({ garbled: [text] }: Evidence): string | null {
  return text === undefined ? null : `“${text}” appeared`;
}

/** A column that was clicked to be sorted, and stands in no order, neither up nor down. */
function againstColumn({ kind }: Control, { column }: Evidence): string | null {
  if (kind !== 'sort' || column === null) return null;
  const cells = column.filter((text) => text !== '');
  const numbers = cells.map((text) => numbersIn(text));
  const units = new Set(cells.map((text) => text.replace(NUMBER, '#')));
  const isNumeric = units.size === 1 && [...units][0]!.split('#').length === 2;
  const compare: ((i: number) => number)[] = isNumeric
    ? [(i) => numbers[i]![0]! - numbers[i - 1]![0]!]
    : [
        (i) => cells[i]!.localeCompare(cells[i - 1]!, 'en', { numeric: true }),
        (i) => (cells[i]! < cells[i - 1]! ? -1 : cells[i] === cells[i - 1] ? 0 : 1),
        (i) => Date.parse(cells[i]!) - Date.parse(cells[i - 1]!),
      ];
  const steps = cells.slice(1).map((_, i) => i + 1);
  const isOrdered = compare.some((by) => steps.every((i) => by(i) >= 0) || steps.every((i) => by(i) <= 0));
  return isOrdered ? null : `its column stands in the order ${cells.slice(0, 4).join(', ')}`;
}

/** "Fewer" that gives more: every number that changed went the other way. */
function againstDirection({ name }: Control, evidence: Evidence): string | null {
  const wanted = DOWN.test(name) ? -1 : UP.test(name) ? 1 : 0;
  // A choice that changes with it is no number.
  if (wanted === 0 || evidence.values > evidence.revalued.length) return null;
  const { retold, revalued, ownText } = evidence;
  const told = [...retold, ...revalued, ...(ownText ? [ownText] : [])];
  const changed = told.flatMap(([before, after]) => {
    const way = isRetold(before, after) ? direction(numbersIn(before), numbersIn(after)) : 0;
    return way === 0 ? [] : [{ before, after, way }];
  });
  const [first] = changed;
  if (!first || changed.some(({ way }) => way === wanted)) return null;
  return `“${first.before}” became “${first.after}”`;
}

/** An order of prices that is not the one that was chosen. */
function againstOrder({ kind, name }: Control, { reorderedPrices, ownValue }: Evidence): string | null {
  const said = ownValue?.[1] ?? name;
  if (kind !== 'sort' && kind !== 'select') return null;
  if (!PRICED.test(said) || reorderedPrices.length === 0) return null;
  const wanted = RISING.test(said) ? 1 : FALLING.test(said) ? -1 : 0;
  if (wanted === 0) return null;
  const isKept = (texts: readonly string[]) =>
    texts.every((text, i) => i === 0 || direction(numbersIn(texts[i - 1]!), numbersIn(text)) !== -wanted);
  return reorderedPrices.some(isKept)
    ? null
    : `the prices stand in the order ${reorderedPrices[0]!.slice(0, 4).join(', ')}`;
}

function anotherMarked({ name, kind }: Control, { marked }: Evidence): string | null {
  if (marked !== 'another' || kind === 'carousel' || STEPPING.test(name)) return null;
  return 'another one of its list was marked as chosen';
}

const NUMBER = /[-−]?\d+(?:[.,]\d+)*/g;

/** The numbers in a text, thousands put together: "1,200.5" is one. */
function numbersIn(text: string): number[] {
  return (text.match(NUMBER) ?? []).map((number) =>
    Number(
      number
        .replace('−', '-')
        .replace(/[.,](?=\d{3}(\D|$))/g, '')
        .replace(',', '.'),
    ),
  );
}

/** By the first number that differs: 1 up, -1 down, 0 the same. */
function direction(before: readonly number[], after: readonly number[]): number {
  const at = before.findIndex((number, i) => number !== after[i]);
  return at < 0 || after[at] === undefined ? 0 : Math.sign(after[at] - before[at]!);
}

/** The same text but for its numbers. */
const isRetold = (before: string, after: string) =>
  before.replace(NUMBER, '#') === after.replace(NUMBER, '#');
