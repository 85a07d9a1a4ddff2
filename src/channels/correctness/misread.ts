import iconv from 'iconv-lite';

/** A part of a text that was decoded wrongly. */
export interface Misread {
  /** From `start` to before `end`, in UTF-16 units. */
  start: number;
  end: number;
  /** What was meant, or null when it is lost. */
  meant: string | null;
}

/** Encodings as which UTF-8 is misread, each with the bytes above 0x7f of its characters. */
const WESTERN = bytesOf('windows-1252');
const CYRILLIC = bytesOf('windows-1251');

const SUSPECT = /[\u0080-\u009f\ufffd\u00c2-\u00f4\u0402-\u0453]|锟斤拷|烫烫烫/u;
/** Never written: what a decoder puts for bytes it can't read, that once more misread, and controls of ISO 8859. */
const LOST = /\ufffd+|ï¿½|â€|(?:锟斤拷)+|烫{3,}/gu;
const CONTROLS = /[\u0080-\u0084\u0086-\u009f]+/g;

/**
 * Parts of a text that were UTF-8 and read as something else, or could not be read at all.
 *
 * Two characters may be valid UTF-8 by chance (a French word that ends in é before a space and a closing quote), so
 * each sequence has to show that no language writes it: the signs that UTF-8 makes of dashes, quotes and emoji; two
 * letters in a row; a capital in the middle of a word.
 */
export function misreadIn(text: string): Misread[] {
  if (!SUSPECT.test(text)) return [];
  const found = [
    ...sequencesIn(text, WESTERN, isImpossibleWestern),
    ...sequencesIn(text, CYRILLIC, isImpossibleCyrillic),
  ];
  for (const pattern of [LOST, CONTROLS]) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const end = index + match.length;
      if (!found.some((one) => one.start < end && one.end > index))
        found.push({ start: index, end, meant: null });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function bytesOf(encoding: string): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  // Bytes without a character are decoded to the control of the same number (Encoding Standard).
  for (let byte = 0x80; byte <= 0x9f; byte++) bytes.set(String.fromCharCode(byte), byte);
  for (let byte = 0x80; byte <= 0xff; byte++) {
    const character = iconv.decode(Buffer.from([byte]), encoding);
    if (character !== '\ufffd') bytes.set(character, byte);
  }
  return bytes;
}

interface Sequence {
  start: number;
  end: number;
  meant: string;
}

type IsImpossible = (text: string, sequence: Sequence) => boolean;

/** The runs of valid UTF-8 sequences that no language writes. */
function sequencesIn(
  text: string,
  bytes: ReadonlyMap<string, number>,
  isImpossible: IsImpossible,
): Misread[] {
  const runs: Sequence[][] = [];
  for (let i = 0; i < text.length;) {
    const sequence = sequenceAt(text, i, bytes);
    if (sequence) {
      const run = runs.at(-1);
      if (run?.at(-1)!.end === i) run.push(sequence);
      else runs.push([sequence]);
    }
    i = sequence?.end ?? i + 1;
  }
  return runs
    .filter((run) => isWord(text, run) || run.some((sequence) => isImpossible(text, sequence)))
    .map((run) => ({
      start: run[0]!.start,
      end: run.at(-1)!.end,
      meant: run.map(({ meant }) => meant).join(''),
    }));
}

function sequenceAt(text: string, start: number, bytes: ReadonlyMap<string, number>): Sequence | null {
  const lead = bytes.get(text[start]!) ?? 0;
  const length =
    lead >= 0xc2 && lead <= 0xdf
      ? 2
      : lead >= 0xe0 && lead <= 0xef
        ? 3
        : lead >= 0xf0 && lead <= 0xf4
          ? 4
          : 0;
  const end = start + length;
  if (length === 0 || end > text.length) return null;
  const octets = Array.from(text.slice(start, end), (character) => bytes.get(character) ?? 0);
  if (octets.slice(1).some((octet) => octet < 0x80 || octet > 0xbf)) return null;
  const meant = Buffer.from(octets).toString('utf8');
  return meant.includes('\ufffd') ? null : { start, end, meant };
}

/** Several in a row that are letters of one script, and no word themselves: signs in them, or capitals after small letters. */
function isWord(text: string, run: readonly Sequence[]): boolean {
  const shown = text.slice(run[0]!.start, run.at(-1)!.end);
  const isPossible = !/\p{Ll}\p{Lu}|[^\p{L}\p{M}]/u.test(shown);
  return (
    run.length >= 2 && !isPossible && SCRIPTS.some((script) => run.every(({ meant }) => script.test(meant)))
  );
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
];

/** Dashes, quotes and other signs; arrows, shapes, symbols; emoji; the mark at the beginning of a file. */
const SIGNS =
  /^[\u2010-\u203a\u20ac\u2122\u2190-\u21ff\u2200-\u22ff\u2500-\u27bf\ufeff\u{1f000}-\u{1faff}]$/u;
/** What stands directly after a letter in no language: © after Ã, but not a quote or a space. */
const UNATTACHED = /[\u00a2-\u00a9\u00ac\u00ae-\u00b4\u00b6\u00b8\u00bc-\u00be]/;

function isImpossibleWestern(text: string, { start, end, meant }: Sequence): boolean {
  if (end - start > 2) return SIGNS.test(meant);
  const [lead, second] = [text[start]!, text[start + 1]!];
  const isJoined = /\p{Ll}/u.test(text[start - 1] ?? '') || /\p{Ll}/u.test(text[end] ?? '');
  if (lead === 'Â') {
    // A space that was not to be broken, or a sign of Latin-1.
    return second === '\u00a0'
      ? /[\p{Ll}\p{N}.,;:!?)]/u.test(text[start - 1] ?? '')
      : isJoined || isAlone(text, start);
  }
  if (!/\p{L}/u.test(meant) || !/\p{Script=Latin}/u.test(meant)) return false;
  return isJoined || (lead === 'Ã' && UNATTACHED.test(second) && isAlone(text, start));
}

/** No capital before it: a word in capitals may well end in Ã or Â. */
const isAlone = (text: string, start: number) => !/\p{Lu}/u.test(text[start - 1] ?? '');

/** "вЂ" begins every dash and quote of UTF-8 that is read as Windows-1251; no word has it. */
function isImpossibleCyrillic(text: string, { start, meant }: Sequence): boolean {
  return text.startsWith('вЂ', start) && SIGNS.test(meant);
}
