import type { Confidence } from './schema.js';

interface Reading {
  text: string;
  quote: string;
  confidence: Confidence;
}

/** Everything in quotation marks: straight, curly, low, angled and corner ones. A quote after a digit is a sign for inches. */
const QUOTED =
  /(?<![\p{L}\p{N}=])"([^"\n]{1,160})"|“([^“”\n]{1,160})”|„([^„“”\n]{1,160})[“”]|«\s?([^«»\n]{1,160}?)\s?»|「([^「」\n]{1,160})」|(?<![\p{L}\p{N}=])'((?:[^'\n]|(?<=\p{L})'(?=\p{L})){2,160})'(?![\p{L}\p{N}])|‘((?:[^‘’\n]|(?<=\p{L})’(?=\p{L})){2,160})’(?!\p{L})/gu;

/** What stands before a text that must appear. */
const ASKED_BEFORE =
  /(?:\b(?:titled|entitled|called|named|labell?ed|captioned|reading|reads?|says?|saying|stating|display(?:s|ing)?|show(?:s|ing)?|spell(?:s|ing)?(?: out)?|write|words?|text|phrase|message|headline|heading|title|sub(?:title|heading)|tagline|slogan|motto|caption|labels?|tabs?|buttons?|cta|links?|logo|copy|menu items?|footer|headers?|click(?:s|ing)?(?: on)?|press(?:es|ing)?|(?:mit (?:dem|der) (?:titel|text|überschrift|aufschrift))|namens|überschrift|titel|beschriftet(?: mit)?|intitulée?|appelée?|nommée?|titre|bouton|texte|titulad[oa]|llamad[oa]|título|botón|texto)(?: (?:text|words?|phrase))?(?: (?:is|are|should (?:be|read|say)|must (?:be|read|say)|of|for|with|as|to))?[:=,\s–—-]*|(?:标题|名为|叫做?|按钮|文字|写着|显示)(?:是|为|：|:)?\s*)$/iu;
/** A name that the page is for: "a portfolio for "Dr. Ada Quill"". */
const FOR_BEFORE =
  /(?<!\bsearch(?:es|ing)?\s|\blook(?:s|ing)?\s|\bkeywords?\s|\bquery\s)\b(?:for|für|pour|para)\s*$/i;
const REPLACED_BY = /\b(?:change|rename|replace|update)\b[^.]{0,120}\b(?:to|with|by)\s*$/i;
const ASKED_AFTER =
  /^[,.]?\s*(?:(?:call-to-action|cta|primary|secondary|submit)\s)?(?:buttons?|headings?|headlines?|sections?|tabs?|labels?|links?|columns?|menu items?|widgets?|panels?|titles?|badges?|button|knopf|schaltfläche|abschnitt|按钮|标题)(?![\p{L}])/iu;
/** Texts that are spoken of, not asked for. */
const SPOKEN_OF =
  /(?:\b(?:inspired by|similar to|resembl(?:es|ing)|like|style of|based on|clone of|copy of|version of|such as|e\.g\.,?|for example,?|instead of|rather than|not|never|without|avoid|remove|delete|no|rename|replace|change|update|file|folder|directory|path|class|id|function|variable|prop|attribute|element|tag|font|keywords?|query|search(?: for| term)?|below|above|song|control|component|method|module|database|repository|branch)(?: (?:called|named|titled))?(?: the)?(?: (?:words?|text|phrase|term)s?)?[:=,\s]*)$/i;
/** Names of places in a machine, which nobody reads on the page. */
const SPOKEN_OF_AFTER =
  /^[,.]?\s*(?:folders?|files?|director(?:y|ies)|class(?:es)?|functions?|methods?|variables?|fonts?|style|aesthetic|vibe|theme|game|as the background)\b/i;
const NO_PROSE = /^#[\da-f]{3,8}$|[\\{}<>]|:\/\/|^[\w-]+\.[a-z]{2,4}$/i;
/** Text that shows only after something was done is not there to be seen. */
const LATER =
  /\b(?:when|after|once|upon|on (?:click|hover|submit)|if|until|hover(?:ed|ing)?|toast|tooltip|alert|pop-?up)\b/i;
const SAYING = /\b(?:reads?|says?|saying|display(?:s|ing)?|show(?:s|ing)?|message|text|words?)[\s:,]*$/i;

/** Quoted texts that a prompt asks to appear. */
export function quotedTexts(prompt: string): Reading[] {
  const quotes = [...prompt.matchAll(QUOTED)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: tidy(match.slice(1).join('')),
    quote: match[0],
  }));
  const readings: Reading[] = [];
  for (let i = 0; i < quotes.length;) {
    // "A," "B" and "C" are one list: what is said before its first and after its last member holds for all.
    let last = i;
    while (last + 1 < quotes.length && isJoint(prompt.slice(quotes[last]!.end, quotes[last + 1]!.start)))
      last++;
    const members = quotes.slice(i, last + 1);
    const before = sentenceBefore(prompt, members[0]!.start);
    const after = prompt.slice(members.at(-1)!.end, members.at(-1)!.end + 40);
    for (const { text, quote } of members) {
      const confidence =
        /[\p{L}\p{N}]/u.test(text) && !NO_PROSE.test(text) ? confidenceOf(before, text, after) : null;
      if (confidence) readings.push({ text, quote, confidence });
    }
    i = last + 1;
  }
  return readings;
}

function confidenceOf(before: string, text: string, after: string): Confidence | null {
  if (REPLACED_BY.test(before)) return 'certain';
  if (SPOKEN_OF.test(before)) return null;
  if (SPOKEN_OF_AFTER.test(after) && !ASKED_BEFORE.test(before)) return null;
  if (LATER.test(before) && SAYING.test(before)) return null;
  if (ASKED_BEFORE.test(before) || ASKED_AFTER.test(after)) return 'certain';
  const capital = /^[^\p{L}]*[\p{Lu}\p{Lo}]/u.test(text);
  if (capital && FOR_BEFORE.test(before)) return 'certain';
  return capital ? 'likely' : null;
}

function isJoint(between: string): boolean {
  return /^(?:[\s,;、/|&]|\b(?:and|or|und|et|y|e)\b|和|与|以及)+$/i.test(between);
}

/** The sentence before a place, 160 characters at most. */
function sentenceBefore(prompt: string, at: number): string {
  return prompt
    .slice(Math.max(0, at - 160), at)
    .split(/[.!?。！？]\s|\n/)
    .at(-1)!;
}

/** American punctuation goes inside the quotes; it is the sentence's, not the text's. */
function tidy(text: string): string {
  return text
    .trim()
    .replace(/[,;.，。]+$/, '')
    .trim();
}

/** One word of a name: capitalised, in capitals, or with a capital inside. */
const WORD = String.raw`(?:\p{Lu}[\p{L}\p{N}'’&-]*)`;
const NAME = String.raw`${WORD}(?:\s(?:(?:of|the|and|&|de|la|von)\s)?${WORD}){0,4}`;
const CALLED = new RegExp(
  String.raw`(?<!\b(?:file|folder|class|function|variable|control|component|method|module|database|table)\s)\b(?:called|named|titled|entitled|namens|nommée?|appelée?|llamad[oa])\s+(${NAME})`,
  'gu',
);
/** "for Harbour & Co, a small roastery" */
const FOR_NAME = new RegExp(
  String.raw`\b(?:for|für|pour|para)\s+(${NAME}),\s+(?:an?|the|our|my|eine?|une?|una?)\s`,
  'gu',
);
/** "a Sign Up button" */
const BUTTON = new RegExp(String.raw`\b(?:an?|the)\s+((?:${WORD}\s){1,3})button\b`, 'gu');

/** Words of the trade: names of button styles, platforms and kinds, which nobody wants to read on the page. */
const NOT_A_LABEL =
  /^(?:CTA|Call-?to-?Action|HTML|CSS|UI|UX|SVG|Material|Bootstrap|Tailwind|React|Vue|iOS|Android|Apple|Google)\b/i;

/** Names and labels without quotation marks, told by what stands around them. */
export function namedTexts(prompt: string): Reading[] {
  const all = [CALLED, FOR_NAME, BUTTON].flatMap((pattern) => [...prompt.matchAll(pattern)]);
  return all
    .map((match) => ({
      text: match[1]!.trim().replace(/['’]s$/, ''),
      quote: match[0],
      confidence: 'likely' as const,
    }))
    .filter(({ text }) => text.length > 1 && !NOT_A_LABEL.test(text));
}

const ITEM = String.raw`\p{Lu}[\p{L}\p{N}'’&/-]*(?:\s[\p{L}\p{N}'’&/-]+){0,3}?`;
/** "a menu with Home, About and Contact", "tabs: Day, Week, Month" */
const LISTED = new RegExp(
  String.raw`\b(?:tabs?|menu(?: items)?|nav(?:igation)?(?: bar| links?| items?)?|navbar|links|headings|columns|buttons)(?:\s(?:for|with|labell?ed|named|called))?\s?[:(]?\s*((?:${ITEM},\s){1,8}(?:and\s|or\s)?${ITEM}(?:\s(?:and|or)\s${ITEM})?)(?=[.;:)\n]|,?\s(?:and|with|at|in|on|that|which)\s|$)`,
  'gu',
);

/** Labels that are listed after what bears them. */
export function listedTexts(prompt: string): Reading[] {
  return [...prompt.matchAll(LISTED)].flatMap((match) =>
    match[1]!
      .split(/,\s(?:and\s|or\s)?|\s(?:and|or)\s/)
      .map((text) => text.trim())
      .filter((text) => /^\p{Lu}/u.test(text))
      .map((text) => ({ text, quote: match[0], confidence: 'likely' as const })),
  );
}
