import type { Look, Sighting } from '../look.js';
import { quote } from '../elements.js';

/** So many places make it the page's way of drawing icons. */
const LEAST = 3;
/** One emoji as it is drawn: with skin tone, joined ones, flags. */
const EMOJI =
  /(?:\p{Regional_Indicator}{2}|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}\uFE0F?)*)/u;
const ALONE = new RegExp(`^${EMOJI.source}$`, 'u');
const LEADING = new RegExp(`^${EMOJI.source}\\s*\\p{L}`, 'u');

/** Emoji in the place of icons. */
export const emojiIcon: Look = {
  id: 'emoji-icon',
  title: 'Emoji as icons',
  description:
    'At least three emoji that stand where an icon would: alone in their element, or before the words of a heading or a button. Emoji within sentences are left out, and so are pages that show many of them because emoji are what they are about (more than 24).',
  remedy:
    'Draw icons of one family, or leave them out. Emoji look different on every system, have colours of their own, and are read aloud.',
  suggestion: 'Use icons of one family, or none.',
  stock: 0.3,
  sightings: ({ graph }): Sighting[] => {
    const found = graph.nodes.filter(({ text, role, parent }) => {
      const words = text.trim();
      if (words === '') return false;
      if (ALONE.test(words)) return true;
      const named = [role, graph.nodes[parent]?.role].some((each) => each === 'heading' || each === 'button');
      return named && LEADING.test(words);
    });
    if (found.length < LEAST || found.length > 24) return [];
    return found.map(({ element, box, text }) => ({
      element,
      box,
      message: `${quote(text.trim())} has an emoji for an icon.`,
      measured: { places: found.length },
    }));
  },
};
