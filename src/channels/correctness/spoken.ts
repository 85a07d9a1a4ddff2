/** A language told from text: its ISO 639-1 code, and how well each candidate fits, in [0,1]. */
export interface Spoken {
  language: string;
  scores: Readonly<Record<string, number>>;
  reliable: boolean;
}

/** Characters that are enough to tell a language; more costs time and tells nothing new. */
const ENOUGH = 1500;

/** The language of a text by its n-grams; null for a text without any. The data is loaded on first use. */
export async function languageSpoken(text: string): Promise<Spoken | null> {
  const { eld } = await import('eld/extrasmall');
  const result = eld.detect(text.slice(0, ENOUGH));
  if (result.language === '') return null;
  return { language: result.language, scores: result.getScores(), reliable: result.isReliable() };
}

/** Scripts by the languages that write in them; every other language here writes in Latin letters. */
const SCRIPTS: readonly [languages: string, script: RegExp][] = [
  ['zh yue', /\p{Script=Han}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu],
  ['ko', /[\p{Script=Hangul}\p{Script=Han}]/gu],
  ['ru uk be bg mk kk ky mn', /\p{Script=Cyrillic}/gu],
  ['ar fa ur ps ckb', /\p{Script=Arabic}/gu],
  ['he yi', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi mr ne sa', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['bn as', /\p{Script=Bengali}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['am ti', /\p{Script=Ethiopic}/gu],
];
const LATIN = /\p{Script=Latin}/gu;
/** Languages that are written in Latin letters and in another script, both rightly. */
const TWO_SCRIPTS = new Set(['sr', 'uz', 'az', 'bs', 'ku', 'tg']);

/** The share of a text's letters that are in the script of a language, in [0,1]; null where it has two or no letters are there. */
export function shareInScript(text: string, language: string): number | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0 || TWO_SCRIPTS.has(language)) return null;
  const script = SCRIPTS.find(([languages]) => languages.split(' ').includes(language))?.[1] ?? LATIN;
  return (text.match(script)?.length ?? 0) / letters;
}

/** Languages so near to each other that a page of text doesn't always tell them apart. */
const KIN = [
  'no nb nn da sv',
  'hr sr bs sl',
  'id ms',
  'cs sk',
  'es gl ca pt',
  'ru uk be bg',
  'ar fa ur',
  'hi mr ne',
  'zh yue',
];

/** Might a text of one language be taken for the other? */
export function areKin(a: string, b: string): boolean {
  return a === b || KIN.some((family) => family.split(' ').includes(a) && family.split(' ').includes(b));
}

/** The language of a BCP 47 tag, in lower case: "pt-BR" is "pt", "nb" is "no". */
export function baseOf(tag: string): string {
  const base = tag.trim().toLowerCase().split(/[-_]/)[0]!;
  return base === 'nb' || base === 'nn' ? 'no' : base === 'iw' ? 'he' : base;
}
