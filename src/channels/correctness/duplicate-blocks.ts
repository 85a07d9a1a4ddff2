import { z } from 'zod';
import type { Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { overlapRatio, union } from './geometry.js';
import { reachableLines } from './reachable.js';
import { scoreByShare } from './scale.js';
import { contains, factsOf, isOnTrack, upFrom } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

const DEFAULTS = THRESHOLDS['duplicate-blocks'];
const OPTIONS = z.strictObject({
  /** Letters and digits of a paragraph that is noticed when it comes again. */
  minParagraph: z.number().positive().default(DEFAULTS.minParagraph.value),
  /** The same of a card: siblings of several texts each. */
  minCard: z.number().positive().default(DEFAULTS.minCard.value),
  /** The same of any element that stands directly after its like. */
  minTwin: z.number().positive().default(DEFAULTS.minTwin.value),
});
type Options = z.infer<typeof OPTIONS>;

/** What holds the same twice in a row for a reason: values in tables, code, dialogs, hidden copies. */
const DATA = new Set(['table', 'pre', 'code', 'select', 'dialog', 'marquee', 'noscript']);
/** What is repeated by custom elsewhere on the page. */
const REPEATING = new Set([...DATA, 'nav', 'footer', 'header']);
const TRACK =
  /(?:^|[\s_-])(?:cloned?|duplicate|carousel|swiper|slick|splide|marquee|ticker|scroller)(?:$|[\s_-])/i;

/**
 * The same paragraph, the same card beside itself, or anything directly after its like, more than once.
 *
 * Not meant, and left out: menus, headers and footers, but for one right after the other; tables, code, dialogs, copies
 * for a carousel or a marquee, copies that lie on each other as an effect, and short texts, which are repeated for good
 * reasons ("Read more", "Free shipping").
 */
export const duplicateBlocks = defineCheck({
  meta: {
    id: 'duplicate-blocks',
    title: 'Duplicated blocks',
    description:
      'The same paragraph twice on one page, the same card beside itself, or a heading, a menu or any other part directly after its like: text that was copied and not written, or a list that a script filled twice. Tables, code, and the copies that carousels and marquees need are left out, as are menus, headers and footers that are repeated elsewhere on the page.',
    remedy: 'Write different text for each, or remove the copy.',
    severity: 'warning',
    weight: 0.3,
    source: 'Chosen here, against 60 real pages (Design2Code).',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, options }): CheckResult {
    const all = blocksOf(layout);
    const blocks = all.filter(({ element }) => !isWithin(layout, element, REPEATING));
    const total = all.reduce((sum, { size }) => sum + size, 0);
    if (total === 0) return { score: null, reason: 'no-text' };
    const copies = copiesIn(layout, blocks, all, options);
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

/** Paragraphs: the lines of each nearest element that is not inline, but for data and copies that are needed. */
function blocksOf(layout: Layout): Block[] {
  const blocks = new Map<number, Block>();
  for (const { element, text, box } of reachableLines(layout)) {
    const holder = blockOf(layout, element);
    const block = blocks.get(holder);
    if (block) {
      block.text += ` ${text}`;
      block.box = union(block.box!, box);
    } else if (!isData(layout, holder)) blocks.set(holder, { element: holder, box, text, size: 0 });
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

function isData(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) {
    const { attributes = {} } = layout.nodes[i]!;
    if (attributes['aria-hidden'] === 'true' || TRACK.test(attributes['class'] ?? '')) return true;
  }
  return isWithin(layout, element, DATA) || isOnTrack(layout, element, -1, layout.size[0], 'x');
}

function isWithin(layout: Layout, element: number, names: ReadonlySet<string>): boolean {
  for (const i of upFrom(layout, element)) if (names.has(layout.nodes[i]!.name)) return true;
  return false;
}

/** A character of Chinese or Japanese says as much as a word's third. */
function sizeOf(text: string): number {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const ideographs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return letters + 2 * ideographs;
}

function copiesIn(
  layout: Layout,
  blocks: readonly Block[],
  all: readonly Block[],
  { minParagraph, minCard, minTwin }: Options,
): Copy[] {
  const cards = partsOf(layout, blocks).filter(({ parts, size }) => parts >= 2 && size >= minCard);
  const paragraphs = blocks.filter(({ size }) => size >= minParagraph);
  const copies = [
    ...twins(layout, all).filter(({ block }) => block.size >= minTwin),
    ...repeats(cards, ({ element, text }) => `${layout.nodes[element]!.parent} ${text}`),
    ...repeats(paragraphs, ({ text }) => text),
  ];
  const known = new Set<number>();
  return copies.filter(({ block }) => {
    const isKnown = [...upFrom(layout, block.element)].some((i) => known.has(i));
    known.add(block.element);
    return !isKnown;
  });
}

/** Elements that stand directly after one of the same tag and text, with nothing between them, and not on it. */
function twins(layout: Layout, all: readonly Block[]): Copy[] {
  const parts = new Map(partsOf(layout, all).map((part) => [part.element, part]));
  const before = new Map<number, number>();
  return layout.nodes.flatMap(({ type, name, parent, box, text }, element): Copy[] => {
    if (type === 'text' && text!.trim() === '') return [];
    if (!box) return [];
    const previous = before.get(parent) ?? -1;
    before.set(parent, element);
    const [first, block] = [parts.get(previous), parts.get(element)];
    if (!first || !block || layout.nodes[previous]!.name !== name || keyOf(first) !== keyOf(block)) return [];
    if (overlapRatio(first.box!, block.box!) > 0 || !haveSamePictures(layout, previous, element)) return [];
    return [{ block, first }];
  });
}

const PICTURES = new Set(['img', 'svg', 'canvas', 'video', 'iframe', 'input', 'textarea']);

/** Pictures that differ tell two elements of the same text apart; so do fields, into which other things are put. */
function haveSamePictures(layout: Layout, a: number, b: number): boolean {
  const [of, like] = [a, b].map((element) =>
    layout.nodes
      .slice(element)
      .filter(({ name }, i) => PICTURES.has(name) && contains(layout, element, element + i))
      .map(({ name, attributes }) => `${name} ${attributes?.['src'] ?? ''}`),
  );
  return of!.join(' ') === like!.join(' ');
}

function repeats(blocks: readonly Block[], nameOfBlock: (block: Block) => string): Copy[] {
  const known = new Map<string, Block>();
  return blocks.flatMap((block) => {
    const key = normal(nameOfBlock(block));
    const first = known.get(key);
    if (first) return [{ block, first }];
    known.set(key, block);
    return [];
  });
}

const normal = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
const keyOf = ({ text }: Block) => normal(text);

/** The elements that hold blocks, with all of their text. A card holds several. */
function partsOf(layout: Layout, blocks: readonly Block[]): (Block & { parts: number })[] {
  const parts = new Map<number, Block & { parts: number }>();
  for (const { element, text, box } of blocks) {
    for (const i of upFrom(layout, element)) {
      const { type, name } = layout.nodes[i]!;
      if (type !== 'element' || name === 'body' || name === 'html') break;
      const part = parts.get(i);
      if (!part) parts.set(i, { element: i, box: layout.nodes[i]!.box ?? box, text, size: 0, parts: 1 });
      else {
        part.text += ` ${text}`;
        part.parts++;
      }
    }
  }
  return [...parts.values()].map((part) => ({ ...part, size: sizeOf(part.text) }));
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
