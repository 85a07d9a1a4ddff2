import { z } from 'zod';
import { defineDeckCheck, resultOf, type Departure } from './check.js';
import type { Slide } from './slide.js';
import { DECK_THRESHOLDS } from './thresholds.js';

const DEFAULTS = DECK_THRESHOLDS['deck-repeats'];
const OPTIONS = z.strictObject({
  /** Words from which a slide can be told from others by them. */
  minWords: z.int().positive().default(DEFAULTS.minWords.value),
  /** Share of the words in common from which a slide repeats another. */
  minLikeness: z.number().min(0).max(1).default(DEFAULTS.minLikeness.value),
});

/** Slides that say what an earlier one said. */
export const deckRepeats = defineDeckCheck({
  meta: {
    id: 'deck-repeats',
    title: 'Repeated slides',
    description:
      'A slide with the words and pictures of an earlier one, in whatever order (an error), or with nearly its words and the same numbers and pictures (a warning). Slides that are built up point by point, and slides with few words, pass.',
    remedy: 'Take the repeated slide out, or say what is new on it.',
    severity: 'error',
    weight: 0.4,
    kinds: ['slide'],
    source: 'Kallos: nobody shows the same slide twice; thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate(slides, { minWords, minLikeness }) {
    const contents = slides.map((slide) => wordsOf(slide));
    if (contents.every((words) => words.length < minWords)) return { score: null, reason: 'too-few-words' };
    const departures = slides.flatMap((slide, i): Departure[] => {
      const words = contents[i]!;
      if (words.length < minWords) return [];
      const likes = slides.slice(0, i).map((other, j) => {
        const comparable = contents[j]!.length >= minWords && isSame(slide.pictures, other.pictures);
        return comparable && isSame(numbersIn(words), numbersIn(contents[j]!))
          ? likeness(words, contents[j]!)
          : 0;
      });
      const highest = Math.max(0, ...likes);
      if (highest < minLikeness) return [];
      const original = slides[likes.indexOf(highest)]!;
      return [
        {
          slide: i,
          spot: slide.title,
          severity: highest === 1 ? 'error' : 'warning',
          says: `${highest === 1 ? 'says the same as' : 'says nearly the same as'} slide ${likes.indexOf(highest) + 1} (${original.name}).`,
          measured: { value: Math.floor(highest * 100) / 100, of: original.name },
          expected: { max: minLikeness },
          suggestion: 'Take one of the two out.',
        },
      ];
    });
    return resultOf(slides, departures);
  },
});

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** The words of a slide, less what numbers the page: text of digits alone in its head or foot. */
function wordsOf({ title, texts }: Slide): string[] {
  const band = DECK_THRESHOLDS['deck-numbering'].band.value;
  const read = texts.filter(
    ({ text, at: [, y] }) => /\p{L}{3}/u.test(text) || !/\d/.test(text) || (y > band && y < 1 - band),
  );
  const text = [title, ...read].map((one) => one?.text ?? '').join('\n');
  const segments = SEGMENTER.segment(text.normalize('NFKC').toLowerCase());
  return [...segments].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : [])).sort();
}

const numbersIn = (words: readonly string[]) => words.filter((word) => /\d/.test(word));

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Words in common, of all words of both (the Jaccard index of bags of words), in [0,1]. Both sorted. */
function likeness(a: readonly string[], b: readonly string[]): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) [common, i, j] = [common + 1, i + 1, j + 1];
    else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return common / (a.length + b.length - common);
}
