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

/**
 * How an answer contradicts what its control says of itself, as a sentence without its end; null where it does not, or says nothing
 * that could be held against it. Pure.
 */
export function contradiction(control: Control, evidence: Evidence): string | null {
  return (
    againstDirection(control, evidence) ?? againstOrder(control, evidence) ?? anotherMarked(control, evidence)
  );
}

/** "Fewer" that gives more: every number that changed went the other way. */
function againstDirection({ name }: Control, evidence: Evidence): string | null {
  const wanted = DOWN.test(name) ? -1 : UP.test(name) ? 1 : 0;
  // A number in a field is not among the texts.
  if (wanted === 0 || evidence.values > 0) return null;
  const told = evidence.ownText ? [...evidence.retold, evidence.ownText] : evidence.retold;
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
