import { z } from 'zod';
import type { Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { union } from './geometry.js';
import { reachableLines } from './reachable.js';
import { scoreByShare } from './scale.js';
import { factsOf, isOnTrack, upFrom } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

const DEFAULTS = THRESHOLDS['duplicate-blocks'];
const OPTIONS = z.strictObject({
  /** Letters and digits of a paragraph that is noticed when it comes again. */
  minParagraph: z.number().positive().default(DEFAULTS.minParagraph.value),
  /** The same of a card: siblings of several texts each. */
  minCard: z.number().positive().default(DEFAULTS.minCard.value),
});
type Options = z.infer<typeof OPTIONS>;

/** What is repeated by custom, or quoted: menus, footers, tables, code, dialogs, hidden copies. */
const REPEATING = new Set([
  'nav',
  'footer',
  'header',
  'table',
  'pre',
  'code',
  'select',
  'dialog',
  'marquee',
  'noscript',
]);
const TRACK =
  /(?:^|[\s_-])(?:cloned?|duplicate|carousel|swiper|slick|splide|marquee|ticker|scroller)(?:$|[\s_-])/i;

/**
 * The same paragraph, or the same card beside itself, more than once.
 *
 * Not meant, and left out: menus, headers and footers, tables, code, dialogs, copies for a carousel or a marquee, and
 * short texts, which are repeated for good reasons ("Read more", "Free shipping").
 */
export const duplicateBlocks = defineCheck({
  meta: {
    id: 'duplicate-blocks',
    title: 'Duplicated blocks',
    description:
      'The same paragraph twice on one page, or the same card beside itself: text that was copied and not written, or a list that a script filled twice. Menus, headers, footers, tables, code, and the copies that carousels and marquees need are left out.',
    remedy: 'Write different text for each, or remove the copy.',
    severity: 'warning',
    weight: 0.3,
    source: 'Chosen here, against 60 real pages (Design2Code).',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, options }): CheckResult {
    const blocks = blocksOf(layout);
    const total = blocks.reduce((sum, { size }) => sum + size, 0);
    if (total === 0) return { score: null, reason: 'no-text' };
    const copies = copiesIn(layout, blocks, options);
    const affected = copies.reduce((sum, { block }) => sum + block.size, 0);
    return {
      score: scoreByShare(affected, total, 'warning', 'likely'),
      defects: copies.map((copy) => defectOf(layout, copy)),
    };
  },
});

/** The text of one element with a box of its own. */
interface Block {
  element: number;
  box: Defect['box'];
  text: string;
  /** Letters and digits. */
  size: number;
}

interface Copy {
  block: Block;
  first: Block;
}

/** Paragraphs: the lines of each nearest element that is not inline, where repeating is no custom. */
function blocksOf(layout: Layout): Block[] {
  const blocks = new Map<number, Block>();
  for (const { element, text, box } of reachableLines(layout)) {
    const holder = blockOf(layout, element);
    const block = blocks.get(holder);
    if (block) {
      block.text += ` ${text}`;
      block.box = union(block.box!, box);
    } else if (!isRepeating(layout, holder)) blocks.set(holder, { element: holder, box, text, size: 0 });
  }
  for (const block of blocks.values()) block.size = sizeOf(block.text);
  return [...blocks.values()];
}

function blockOf(layout: Layout, element: number): number {
  for (const i of upFrom(layout, element)) {
    if (!(factsOf(layout, i)?.css.display ?? 'inline').startsWith('inline')) return i;
  }
  return element;
}

function isRepeating(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) {
    const { name, attributes = {} } = layout.nodes[i]!;
    if (REPEATING.has(name) || attributes['aria-hidden'] === 'true' || TRACK.test(attributes['class'] ?? ''))
      return true;
  }
  return isOnTrack(layout, element, -1, layout.size[0], 'x');
}

/** A character of Chinese or Japanese says as much as a word's third. */
function sizeOf(text: string): number {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const ideographs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return letters + 2 * ideographs;
}

function copiesIn(layout: Layout, blocks: readonly Block[], { minParagraph, minCard }: Options): Copy[] {
  const cards = cardsOf(layout, blocks).filter(({ size }) => size >= minCard);
  const copies = repeats(cards, ({ element, text }) => `${layout.nodes[element]!.parent} ${text}`);
  const inCopies = new Set(copies.map(({ block }) => block.element));
  const paragraphs = repeats(
    blocks.filter(({ size }) => size >= minParagraph),
    ({ text }) => text,
  ).filter(({ block }) => ![...upFrom(layout, block.element)].some((i) => inCopies.has(i)));
  return [...copies, ...paragraphs];
}

function repeats(blocks: readonly Block[], keyOf: (block: Block) => string): Copy[] {
  const known = new Map<string, Block>();
  return blocks.flatMap((block) => {
    const key = keyOf(block).toLowerCase().replace(/\s+/g, ' ').trim();
    const first = known.get(key);
    if (first) return [{ block, first }];
    known.set(key, block);
    return [];
  });
}

/** Elements that hold several blocks and have siblings of the same tag: cards, list items, figures. */
function cardsOf(layout: Layout, blocks: readonly Block[]): Block[] {
  const cards = new Map<number, Block & { parts: number }>();
  for (const { element, text, box } of blocks) {
    for (const i of upFrom(layout, element)) {
      const { type, name } = layout.nodes[i]!;
      if (type !== 'element' || name === 'body' || name === 'html') break;
      const card = cards.get(i);
      if (!card) cards.set(i, { element: i, box: layout.nodes[i]!.box ?? box, text, size: 0, parts: 1 });
      else {
        card.text += ` ${text}`;
        card.parts++;
      }
    }
  }
  return [...cards.values()]
    .filter(({ parts }) => parts >= 2)
    .map(({ element, box, text }) => ({ element, box, text, size: sizeOf(text) }));
}

function defectOf(layout: Layout, { block, first }: Copy): Defect {
  return {
    element: block.element,
    box: block.box,
    message: `${nameOf(layout, block.element)} says the same as ${nameOf(layout, first.element)} before it: ${quote(block.text)}.`,
    measured: { value: block.size, unit: 'letters', text: block.text.slice(0, 80) },
    expected: { max: 0 },
    suggestion: 'Write different text, or remove the copy.',
    severity: 'warning',
    certainty: 'likely',
  };
}
