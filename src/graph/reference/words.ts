import type { Brief } from '../../artifact/schema.js';
import { bigramsOf, dice } from '../match/similarity.js';

/** Similarity (Dice) from which a text drawn in a picture is taken for one of the brief: "Habour Roastars". */
const SAME = 0.6;

/**
 * The words that a brief has for what was read in a picture; "" where it has none. Image models misdraw words and make up
 * numbers, so nothing that is read is ever taken as it was drawn.
 */
export function wordsOfBrief(read: string, brief: Brief): string {
  const wanted = plain(read);
  if (wanted === '') return '';
  const grams = bigramsOf(wanted);
  let best = { text: '', similarity: SAME };
  for (const text of phrasesOf(brief, wanted.split(' ').length)) {
    const similarity = plain(text) === wanted ? Infinity : dice(grams, bigramsOf(plain(text)));
    if (similarity > best.similarity) best = { text, similarity };
  }
  return best.text;
}

/** Facts and sections, and every run of so many words in the prompt. */
function phrasesOf({ prompt = '', facts = [], sections = [] }: Brief, words: number): string[] {
  const said = prompt.split(/\s+/).filter((word) => word !== '');
  const runs = said.slice(0, Math.max(0, said.length - words + 1)).map((_, i) =>
    said
      .slice(i, i + words)
      .join(' ')
      .replace(/^[^\p{L}\p{N}$€£¥+-]+|[^\p{L}\p{N}%!?)]+$/gu, ''),
  );
  return [...facts, ...sections, ...runs];
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}$€£¥%]+/gu, ' ')
    .trim();
}
