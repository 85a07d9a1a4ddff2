/** One character of a text as it is compared, and where it comes from. */
interface Letter {
  char: string;
  /** Index of the piece that it stands in. */
  piece: number;
  /** White space, or the edge of a piece, stands before it. */
  gap: boolean;
}

/** A run of pieces of text, made comparable: without white space, in one form of quotes, dashes and numbers. */
export interface Reading {
  /** The characters, one UTF-16 unit or more each, joined. */
  text: string;
  /** For every UTF-16 unit of `text`: the index of its piece, and whether a gap stands before it. */
  piece: Int32Array;
  gap: Uint8Array;
}

const FORMS: Readonly<Record<string, string>> = {
  ...same("'", '‘’‚‛′`´'),
  ...same('"', '“”„‟″«»'),
  ...same('-', '‐‑‒–—―−'),
  '…': '...',
};

function same(plain: string, others: string): Record<string, string> {
  return Object.fromEntries(Array.from(others, (other) => [other, plain]));
}

/** Marks that nobody sees: soft hyphens, joiners, directions. */
const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;
const THOUSANDS = /[,.'\u066C]/;
const DIGIT = /\p{Nd}/u;

/**
 * Reads pieces of text one after the other. White space goes, so that texts split over elements and lines are found;
 * where it stood is kept, so that "art" isn't found in "start". Full-width letters and ligatures become plain ones.
 *
 * @param matchCase whether capitals count
 */
export function readingOf(pieces: readonly string[], matchCase = false): Reading {
  const letters: Letter[] = [];
  pieces.forEach((text, piece) => {
    let gap = true;
    for (const original of text) {
      if (UNSEEN.test(original)) continue;
      const plain = FORMS[original] ?? original.normalize('NFKC');
      for (const char of matchCase ? plain : plain.toLowerCase()) {
        if (/\s/u.test(char)) gap = true;
        else {
          letters.push({ char: FORMS[char] ?? char, piece, gap });
          gap = false;
        }
      }
    }
  });
  return packed(letters.filter((_, i) => !isThousands(letters, i)));
}

/** A separator between a digit and exactly three more: "1,200" is "1200". */
function isThousands(letters: readonly Letter[], i: number): boolean {
  const digit = (at: number) =>
    DIGIT.test(letters[at]?.char ?? '') && letters[at]!.piece === letters[i]!.piece;
  return (
    THOUSANDS.test(letters[i]!.char) &&
    digit(i - 1) &&
    digit(i + 1) &&
    digit(i + 2) &&
    digit(i + 3) &&
    !digit(i + 4)
  );
}

function packed(letters: readonly Letter[]): Reading {
  const text = letters.map(({ char }) => char).join('');
  const piece = new Int32Array(text.length);
  const gap = new Uint8Array(text.length);
  let at = 0;
  for (const letter of letters) {
    gap[at] = letter.gap ? 1 : 0;
    for (const end = at + letter.char.length; at < end; at++) piece[at] = letter.piece;
  }
  return { text, piece, gap };
}

/** Where a text stands in a reading: from the first piece that it touches to the last. */
export interface Place {
  first: number;
  last: number;
}

/** Places looked at of one text; what is repeated more often is no better for it. */
const MAX_PLACES = 50;

/** Every place where a text, read the same way, stands as whole words. */
export function placesOf(reading: Reading, wanted: string, matchCase = false): Place[] {
  const needle = readingOf([wanted], matchCase).text;
  const places: Place[] = [];
  if (needle === '') return places;
  for (
    let at = reading.text.indexOf(needle);
    at >= 0 && places.length < MAX_PLACES;
    at = reading.text.indexOf(needle, at + 1)
  ) {
    const end = at + needle.length;
    if (isEdge(reading, at) && isEdge(reading, end)) {
      places.push({ first: reading.piece[at]!, last: reading.piece[end - 1]! });
    }
  }
  return places;
}

/** Scripts that write no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Does a word or a number end or begin here? */
function isEdge({ text, gap }: Reading, at: number): boolean {
  if (at === 0 || at >= text.length || gap[at] === 1) return true;
  const [before, after] = [text[at - 1]!, text[at]!];
  if (UNSPACED.test(before) || UNSPACED.test(after)) return true;
  const isWord = (char: string) => /[\p{L}\p{M}\p{N}]/u.test(char);
  if (isWord(before) && isWord(after)) return DIGIT.test(before) !== DIGIT.test(after);
  // "49" isn't found in "49.99", nor "99" in it.
  const decimal = /[.,]/;
  if (decimal.test(after) && DIGIT.test(before) && DIGIT.test(text[at + 1] ?? '')) return gap[at + 1] === 1;
  return !(decimal.test(before) && DIGIT.test(after) && DIGIT.test(text[at - 2] ?? ''));
}
