/** Languages by the names that prompts give them: in English, and their own. */
const NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'German|Deutsch',
  fr: 'French|français',
  es: 'Spanish|español|castellano',
  it: 'Italian|italiano',
  pt: '(?:Brazilian )?Portuguese|português',
  nl: 'Dutch|Nederlands',
  pl: 'Polish|polski',
  sv: 'Swedish|svenska',
  da: 'Danish|dansk',
  no: 'Norwegian|norsk',
  fi: 'Finnish|suomeksi',
  cs: 'Czech|česky',
  tr: 'Turkish|Türkçe',
  ru: 'Russian|русском|русский',
  uk: 'Ukrainian|українською',
  el: 'Greek',
  he: 'Hebrew|עברית',
  ar: 'Arabic|العربية',
  fa: 'Persian|Farsi|فارسی',
  hi: 'Hindi',
  th: 'Thai',
  vi: 'Vietnamese',
  id: 'Indonesian',
  ja: 'Japanese|日本語',
  ko: 'Korean|한국어',
  zh: '(?:(?:Simplified|Traditional) )?Chinese|Mandarin|中文|汉语',
};

const ASKED = Object.entries(NAMES).map(([language, names]) => ({
  language,
  pattern: new RegExp(
    String.raw`(?<![\p{L}])(?:(?:in|auf|en|in het|em|på|po|по|на|ב|باللغة|用)\s?(?:${names})|(?:${names})[- ]language|language\s?(?::|is|should be|must be)\s?(?:${names}))(?![\p{L}])`,
    'iu',
  ),
}));
/** "in German style", "in Spanish cuisine": a manner, not a language. */
const MANNER =
  /^[\s-]+(?:style|inspired|themed?|cuisine|food|culture|history|cities|city|market|design|tradition|cars?|brands?|and|or|&)\b/i;
/** Teaching or translating a language isn't writing in it. */
const ABOUT = /\b(?:learn(?:ing)?|teach(?:es|ing)?|translat\w+|vocabulary|phrases?|words?|lessons?)\b/i;

/** The language that a prompt asks for by name, or null. */
export function languageIn(prompt: string): { language: string; quote: string } | null {
  const found = ASKED.flatMap(({ language, pattern }) => {
    const match = pattern.exec(prompt);
    if (!match || MANNER.test(prompt.slice(match.index + match[0].length))) return [];
    return [{ language, quote: match[0] }];
  });
  // Two languages are a page for two audiences: neither is the language of the page.
  return found.length === 1 && !ABOUT.test(prompt) ? found[0]! : null;
}

/** Scripts that one language writes in, or nearly: what a prompt in them is answered in. */
const SCRIPTS: readonly [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
];

/** The language a prompt is written in, where its script tells; null for scripts that many languages share. */
export function languageOf(prompt: string): string | null {
  const letters = prompt.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 8) return null;
  return SCRIPTS.find(([script]) => (prompt.match(script)?.length ?? 0) > letters * 0.3)?.[1] ?? null;
}
