import bidiFactory, { type EmbeddingLevels } from 'bidi-js';
import type { Layout } from '../../../render/capture.js';
import { factsOf, upFrom } from '../scene.js';
import { blocksOf, type TextBlock } from '../type/blocks.js';

/** The text of a block in logical order, and how the Unicode Bidirectional Algorithm (UAX #9) draws it. */
export interface Paragraph {
  block: TextBlock;
  /** All of the block, with isolates for its inline elements U+2029 where a line break is set, U+FFFC for what is no text. */
  text: string;
  /** The base direction: `direction` of the block, or what its first letter says where it is `plaintext`. */
  base: 'ltr' | 'rtl';
  /** `levels` holds the embedding level of each UTF-16 unit of `text`; odd ones run from right to left. */
  embedding: EmbeddingLevels;
  /** Letters of right-to-left scripts, and all others. */
  rtlLetters: number;
  ltrLetters: number;
  /** Where in `text` each text node stands. */
  spans: Span[];
}

export interface Span {
  node: number;
  element: number;
  start: number;
  end: number;
}

// Its types describe an ES module. It is a CommonJS one, of which Node imports the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

const RTL_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const RTL_LETTERS =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/gu;

const known = new WeakMap<Layout, Paragraph[]>();

/**
 * The blocks of text that have letters of a right-to-left script or a right-to-left base direction; empty for a page
 * without either.
 */
export function rtlParagraphs(layout: Layout): Paragraph[] {
  let paragraphs = known.get(layout);
  if (!paragraphs) known.set(layout, (paragraphs = mayRunLeft(layout) ? readParagraphs(layout) : []));
  return paragraphs;
}

/** Is most of the text of this paragraph written in a right-to-left script? */
export function isRtlText({ rtlLetters, ltrLetters }: Paragraph): boolean {
  return rtlLetters > ltrLetters;
}

/** The letters of a page, of right-to-left scripts and of all others. */
export function lettersOfPage(layout: Layout): { rtl: number; ltr: number } {
  const rtl = rtlParagraphs(layout).reduce((sum, { rtlLetters }) => sum + rtlLetters, 0);
  const all = blocksOf(layout).reduce(
    (sum, { lines }) => sum + lines.reduce((letters, { text }) => letters + count(text, /\p{L}/gu), 0),
    0,
  );
  return { rtl, ltr: Math.max(0, all - rtl) };
}

/**
 * Is a right-to-left script at home here? Then the direction is chosen for it, and other text in it is a quotation. A tenth
 * of the letters: less than that are names and greetings.
 */
export function isRtlHome({ rtl, ltr }: { rtl: number; ltr: number }): boolean {
  return rtl > 0 && rtl >= (rtl + ltr) / 10;
}

/** The characters of a text as they stand on one line from left to right, without spaces and invisible marks. */
export function drawnOrder(text: string, base: 'ltr' | 'rtl'): string {
  const levels = bidi.getEmbeddingLevels(text, base);
  return levels.paragraphs
    .map(({ start, end }) => bidi.getReorderedIndices(text, levels, start, end))
    .map((order) =>
      order
        .map((index) => text[index]!)
        .join('')
        .replace(/[\s\u2066-\u2069\u200e\u200f\u061c]/g, ''),
    )
    .join('\n');
}

/** A part of a paragraph as it is drawn, from left to right. */
export function drawnPart({ text, embedding }: Paragraph, start: number, end: number): string {
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  const around = embedding.paragraphs.find((one) => start >= one.start && start <= one.end);
  return bidi
    .getReorderedIndices(text, embedding, around?.start, around?.end)
    .filter((index) => index >= start && index < end)
    .map((index) => mirrored.get(index) ?? text[index]!)
    .join('');
}

function mayRunLeft({ nodes, styles }: Layout): boolean {
  return (
    styles.some(({ direction }) => direction === 'rtl') ||
    nodes.some(({ type, text }) => type === 'text' && text !== undefined && RTL_SCRIPT.test(text))
  );
}

function readParagraphs(layout: Layout): Paragraph[] {
  return blocksOf(layout).flatMap((block) => {
    const css = factsOf(layout, block.element)!.css;
    const { text, spans } = logicalText(layout, block);
    if (css.direction === 'ltr' && !RTL_SCRIPT.test(text)) return [];
    const asked = css['unicode-bidi'] === 'plaintext' ? 'auto' : css.direction === 'rtl' ? 'rtl' : 'ltr';
    const embedding = bidi.getEmbeddingLevels(text, asked);
    const rtlLetters = count(text, RTL_LETTERS);
    return [
      {
        block,
        text,
        base: asked === 'auto' ? (embedding.paragraphs[0]?.level === 1 ? 'rtl' : 'ltr') : asked,
        embedding,
        rtlLetters,
        ltrLetters: count(text, /\p{L}/gu) - rtlLetters,
        spans,
      },
    ];
  });
}

const PDI = '\u2069';

function logicalText(layout: Layout, { element, lines }: TextBlock): { text: string; spans: Span[] } {
  const pieces = new Map(lines.flatMap((line) => line.pieces.map((piece) => [piece.node, piece.element])));
  let text = '';
  let open: number[] = [];
  let last = -1;
  const spans: Span[] = [];
  for (const [node, parent] of pieces) {
    const isolates = isolatesOf(layout, parent, element);
    const shared = open.findIndex((isolate, i) => isolate !== isolates[i]);
    const kept = shared < 0 ? open.length : shared;
    text += PDI.repeat(open.length - kept);
    if (last >= 0) text += between(layout, last, node);
    for (const isolate of isolates.slice(kept)) text += isolatorOf(layout, isolate);
    open = isolates;
    last = node;
    const start = text.length;
    text += layout.nodes[node]!.text!;
    spans.push({ node, element: parent, start, end: text.length });
  }
  return { text: text + PDI.repeat(open.length), spans };
}

/** The inline elements between a text and its block that keep its order to themselves, from the outside inwards. */
function isolatesOf(layout: Layout, from: number, block: number): number[] {
  const isolates: number[] = [];
  for (const i of upFrom(layout, from)) {
    if (i === block) break;
    if (/isolate|plaintext|embed/.test(factsOf(layout, i)?.css['unicode-bidi'] ?? '')) isolates.unshift(i);
  }
  return isolates;
}

function isolatorOf(layout: Layout, element: number): string {
  const css = factsOf(layout, element)!.css;
  if (css['unicode-bidi'] === 'plaintext') return '\u2068';
  return css.direction === 'rtl' ? '\u2067' : '\u2066';
}

/** What stands between two text nodes of a block: a set line break, something that is no text, a space. */
function between({ nodes }: Layout, from: number, to: number): string {
  let gap = '';
  for (const { name, type } of nodes.slice(from + 1, to)) {
    if (name === 'br') return '\u2029';
    if (OBJECTS.has(name)) gap = '\ufffc';
    // Every other text between the two is white space, or is not seen.
    if (type === 'text') gap ||= ' ';
  }
  return gap;
}

const OBJECTS = new Set(['img', 'svg', 'canvas', 'video', 'input', 'button', 'select']);

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
