import { z } from 'zod';
import { alikeSize, commonest, contentSlides, defineDeckCheck, resultOf, type Departure } from './check.js';
import type { Slide, Text } from './slide.js';
import { DECK_THRESHOLDS } from './thresholds.js';

const DEFAULTS = DECK_THRESHOLDS['deck-type'];
const OPTIONS = z.strictObject({
  /** Ratio by which the sizes of titles may differ. */
  titleSize: z.number().min(1).default(DEFAULTS.titleSize.value),
  /** Ratio by which the sizes of body text may differ. */
  textSize: z.number().min(1).default(DEFAULTS.textSize.value),
});

/** Slides whose titles or texts are set in another typeface or size than those of the others. */
export const deckType = defineDeckCheck({
  meta: {
    id: 'deck-type',
    title: 'Type that changes within a deck',
    description:
      'The typeface and size of the titles, and those that most of the text of a slide has, against what most slides have. Another typeface, or a title of another size, is a warning; body text that is larger or smaller by more than a step is an advisory, since slides hold more or less.',
    remedy: 'Set one scale of sizes and families for the deck, and shorten what does not fit.',
    severity: 'warning',
    weight: 0.2,
    kinds: ['slide'],
    source: 'What slide masters of presentation programs are for; thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate(slides, { titleSize, textSize }) {
    const content = contentSlides(slides);
    if (content.length < 3) return { score: null, reason: 'too-few-slides' };
    const titles = content.map((i) => slides[i]!.title);
    const bodies = content.map((i) => bodyOf(slides[i]!));
    return resultOf(slides, [
      ...apart(content, titles, 'title', 'family', (a, b) => a.family === b.family),
      ...apart(content, titles, 'title', 'size', (a, b) => alikeSize(a.size, b.size, titleSize)),
      ...apart(content, bodies, 'text', 'family', (a, b) => a.family === b.family),
      ...apart(content, bodies, 'text', 'size', (a, b) => alikeSize(a.size, b.size, textSize)),
    ]);
  },
});

/** Typefaces of code, which slides with code have beside their own. */
const MONOSPACED = /mono|code|courier|consolas|menlo/i;

/** The style that most of a slide's text has, code apart, as the longest text of that style. */
function bodyOf({ texts }: Slide): Text | null {
  const styles = new Map<string, Text[]>();
  for (const text of texts) {
    if (MONOSPACED.test(text.family)) continue;
    const key = `${text.family} ${text.size.toFixed(4)}`;
    styles.set(key, [...(styles.get(key) ?? []), text]);
  }
  const length = (group: readonly Text[]) => group.reduce((sum, { characters }) => sum + characters, 0);
  const [most] = [...styles.values()].sort((a, b) => length(b) - length(a));
  return most?.reduce((a, b) => (b.characters > a.characters ? b : a)) ?? null;
}

function apart(
  content: readonly number[],
  texts: readonly (Text | null)[],
  what: 'title' | 'text',
  property: 'family' | 'size',
  alike: (a: Text, b: Text) => boolean,
): Departure[] {
  const usual = commonest(texts, alike);
  if (usual.length < Math.max(2, content.length / 2)) return [];
  const model = texts[usual[0]!]!;
  const value = (text: Text) =>
    property === 'family' ? text.family : `${(text.size * 100).toFixed(1)} % of the height`;
  return texts.flatMap((text, i): Departure[] => {
    if (!text || usual.includes(i)) return [];
    return [
      {
        slide: content[i]!,
        spot: text,
        severity: what === 'text' && property === 'size' ? 'advisory' : 'warning',
        says: `has its ${what} in ${value(text)}; ${usual.length} of ${content.length} slides have ${value(model)}.`,
        measured: { value: value(text), of: what },
        expected: { value: value(model) },
        suggestion: `Set it in ${value(model)}.`,
      },
    ];
  });
}
