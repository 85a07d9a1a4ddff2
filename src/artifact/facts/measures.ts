import { COUNTED, NUMBER_WORDS } from './vocabulary.js';

interface NumberReading {
  text: string;
  quote: string;
}

const DIGITS = String.raw`\d{1,3}(?:[,.\u00A0\u202F]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?`;
const PER = String.raw`(?:\s?\/\s?\p{L}+|\s(?:per|pro|par|por|al|a)\s\p{L}+)?`;
const MONEY = new RegExp(
  String.raw`((?:US|CA|AU)?[$€£¥₹₽₩]\s?(?:${DIGITS})(?:\s?(?:[KMB]|[kmb]n?|million|billion)\b)?)${PER}|((?:${DIGITS})\s?(?:€|£|₽|zł|kr\b|USD\b|EUR\b|GBP\b|CHF\b))${PER}`,
  'gu',
);
const PERCENT = new RegExp(String.raw`(?<![\d.,$€£])[+-]?(?:${DIGITS})\s?%`, 'gu');
/** "3.4M users", "12k+ customers", "1,200 stores" */
const MAGNITUDE = new RegExp(
  String.raw`(?<![\d.,$€£])((?:\d+(?:\.\d+)?\s?[KkMB]|\d{1,3}(?:,\d{3})+)\+?)(?=\s(?:\p{L}+\s)?(?:users|customers|clients|downloads|members|subscribers|visitors|stores|orders|followers|stars|reviews|people|companies|teams)\b)`,
  'gu',
);
const YEARS = /(?<!\d)(?:19|20)\d\d\s?[-–—]\s?(?:19|20)\d\d(?!\d)/gu;

/** Numbers before or after these describe looks, limits or chances: nobody reads them on the page. */
const NOT_SHOWN_BEFORE =
  /\b(?:width|height|opacity|scale|zoom|volume|under|over|below|above|budget(?: of)?|at least|at most|up to|more than|less than|by|about|between|reach(?:es)?|exactly)(?: (?:of|to|at))?[:\s]*$/i;
const NOT_SHOWN_AFTER =
  /^\s*(?:opacity|opaque|transparen\w*|width|height|of (?:the|its|their)|wide|tall|larger|smaller|bigger|wider|taller|responsive|chance|probability|zoom|scale|faster|budget|padding|margin)\b/i;

/** Numbers with a unit that a prompt gives for the page to show. */
export function numbersIn(prompt: string): NumberReading[] {
  return [MONEY, PERCENT, MAGNITUDE, YEARS].flatMap((pattern) =>
    [...prompt.matchAll(pattern)].flatMap((match) => {
      const before = prompt.slice(Math.max(0, match.index - 30), match.index);
      const after = prompt.slice(match.index + match[0].length, match.index + match[0].length + 30);
      if (NOT_SHOWN_BEFORE.test(before) || NOT_SHOWN_AFTER.test(after)) return [];
      return [{ text: (match[1] ?? match[2] ?? match[0]).trim(), quote: match[0].trim() }];
    }),
  );
}

interface CountReading {
  what: string;
  count: number;
  quote: string;
}

const NUMBER = [...Object.keys(NUMBER_WORDS), String.raw`\d{1,2}`].join('|');
const COUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}.$€£#-])(${NUMBER})(?:[\s-]+((?:[\p{L}-]+\s){0,2}))?(${Object.values(COUNTED).join('|')})(?![\p{L}\p{N}])`,
  'giu',
);
const NOUNS = Object.entries(COUNTED).map(([what, words]) => ({
  what,
  words: new RegExp(`^(?:${words})$`, 'iu'),
}));
/** Numbers that are no fixed count: ranges, limits, counts of something each, moves of a game. */
const NOT_FIXED =
  /(?:\b(?:at least|at most|up to|over|more than|less than|or|to|minimum|maximum|min|max|about|around|each|every|per|draws?|upload(?:ing|s)?|compare|pick|choose|select|deal|from|last|latest|first|next|top|every other|level|day|week|phase|version|(?:each|every|per)(?: \w+)? (?:with|has|have|having|holds?|shows?))(?: of)?(?: the)?|[-–—/])\s*$/i;

/** How many of which things a prompt asks for: "three pricing cards", "a 3-column grid". */
export function countsIn(prompt: string): CountReading[] {
  return [...prompt.matchAll(COUNT)].flatMap((match) => {
    const [quote, number, between = '', noun] = match;
    const before = prompt.slice(Math.max(0, match.index - 24), match.index);
    const count = NUMBER_WORDS[number!.toLowerCase()] ?? Number(number);
    const what = NOUNS.find(({ words }) => words.test(noun!))?.what;
    if (!what || count < 2 || NOT_FIXED.test(before)) return [];
    if (/\b(?:or|of|to|and|for|in|with|different|types?|kinds?)\b/i.test(between)) return [];
    // "4 playing cards" and the like are things of a game, not parts of a layout.
    if (what === 'card' && /\b(?:playing|trump|hole|community|face-?up)\b/i.test(between)) return [];
    return [{ what: modified(between, what), count, quote: quote.trim() }];
  });
}

/** "pricing card": the thing with the word that says which, where that word is a noun and no look. */
function modified(between: string, what: string): string {
  const word = between.trim().split(/\s+/).at(-1)!.toLowerCase();
  return MODIFIERS.has(word) ? `${word} ${what}` : what;
}

const MODIFIERS = new Set([
  'pricing',
  'team',
  'product',
  'feature',
  'testimonial',
  'service',
  'blog',
  'stat',
  'customer',
]);
