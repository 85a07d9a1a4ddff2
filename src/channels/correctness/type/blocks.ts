import type { Box, Layout } from '../../../render/capture.js';
import { union } from '../geometry.js';
import { scaleOf } from '../magnification.js';
import { reachableLines } from '../reachable.js';
import { factsOf, upFrom, type TextLine } from '../scene.js';

/** A line of text as a reader sees it: pieces of several elements may stand on it. */
export interface BlockLine {
  box: Box;
  /** Characters on it, with one between pieces of different elements. */
  characters: number;
  text: string;
  /** The text goes on in the next line because this one is full: no break was set, no element ends. */
  wraps: boolean;
  pieces: TextLine[];
}

/** The text of one block: a paragraph, a heading, a cell. */
export interface TextBlock {
  /** The block container, in the layout. */
  element: number;
  /** 1 to 6 for a heading, else 0. */
  level: number;
  lines: BlockLine[];
  characters: number;
  /** px at which most of its letters are seen. */
  fontSize: number;
  /** The element of most of its letters: its style is the block's. */
  main: number;
  box: Box;
}

const known = new WeakMap<Layout, TextBlock[]>();

/**
 * The horizontal text of a layout, block by block, in document order. Left out are drawings, turned and vertical text,
 * and the markers of lists.
 */
export function blocksOf(layout: Layout): TextBlock[] {
  let blocks = known.get(layout);
  if (!blocks) known.set(layout, (blocks = readBlocks(layout)));
  return blocks;
}

/** Elements whose text is set as its author typed it, or written by hand line by line. */
const SET_BY_HAND = new Set(['pre', 'code', 'samp', 'kbd', 'textarea', 'address', 'svg']);
/** Elements whose text is a label, however long it is. */
const LABELS = new Set(['button', 'nav', 'label', 'summary', 'option', 'legend']);

/** Blocks of text to be read through, of several lines: no headings, no labels, no code, nothing set line by line. */
export function runningText(layout: Layout): TextBlock[] {
  return blocksOf(layout).filter(({ element, level, lines }) => {
    if (level > 0 || !lines.some(({ wraps }) => wraps)) return false;
    for (const i of upFrom(layout, element)) {
      const { name } = layout.nodes[i]!;
      if (SET_BY_HAND.has(name) || LABELS.has(name)) return false;
    }
    return true;
  });
}

/** The level of a heading, from its tag or `aria-level`; 0 for other elements. */
export function levelOf(layout: Layout, element: number): number {
  const { name, attributes } = layout.nodes[element]!;
  const role = attributes?.['role'];
  if (role === 'heading') return Math.min(6, Number.parseInt(attributes!['aria-level'] ?? '2', 10) || 2);
  return /^h[1-6]$/.test(name) && role === undefined ? Number(name[1]) : 0;
}

function readBlocks(layout: Layout): TextBlock[] {
  const containers = new Map<number, number>();
  const groups = new Map<number, TextLine[]>();
  for (const line of reachableLines(layout)) {
    const css = factsOf(layout, line.element)!.css;
    if (line.rotated || css['writing-mode'] !== 'horizontal-tb') continue;
    let element = containers.get(line.element);
    if (element === undefined) containers.set(line.element, (element = containerOf(layout, line.element)));
    if (element < 0) continue;
    const group = groups.get(element);
    if (group) group.push(line);
    else groups.set(element, [line]);
  }
  return [...groups].map(([element, pieces]) => blockOf(layout, element, pieces));
}

/** The nearest block around an element; -1 in a drawing and in a list's marker. */
function containerOf(layout: Layout, element: number): number {
  let container = -1;
  for (const i of upFrom(layout, element)) {
    const { name, type } = layout.nodes[i]!;
    if (name === 'svg' || name === '::marker') return -1;
    if (container >= 0 || type !== 'element') continue;
    const display = factsOf(layout, i)?.css.display ?? 'inline';
    if (!INLINE.test(display)) container = i;
  }
  return container;
}

const INLINE = /^(?:inline|contents|ruby(?:-text)?)$/;

function blockOf(layout: Layout, element: number, pieces: readonly TextLine[]): TextBlock {
  const lines: BlockLine[] = [];
  const letters = new Map<number, number>();
  for (const piece of pieces) {
    letters.set(piece.element, (letters.get(piece.element) ?? 0) + piece.text.length);
    const last = lines.at(-1);
    if (last && isOneLine(last, piece)) {
      last.box = union(last.box, piece.box);
      last.characters += 1 + piece.text.length;
      last.text += ` ${piece.text}`;
      last.pieces.push(piece);
    } else {
      if (last) last.wraps = last.pieces.at(-1)!.node === piece.node;
      const { box, text } = piece;
      lines.push({ box, characters: text.length, text, wraps: false, pieces: [piece] });
    }
  }
  const main = [...letters].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
  const size = pieces.find((piece) => piece.element === main)!.fontSize;
  return {
    element,
    level: levelAbove(layout, element),
    lines,
    characters: lines.reduce((sum, line) => sum + line.characters, 0),
    fontSize: size * scaleOf(layout, main),
    main,
    box: lines.map(({ box }) => box).reduce(union),
  };
}

/** Two pieces stand on one line when they are beside each other, and so are most of the lower one's letters. */
function isOneLine({ pieces }: BlockLine, { ink, fontSize }: TextLine): boolean {
  const before = pieces.at(-1)!.ink;
  const across = Math.min(before[0] + before[2], ink[0] + ink[2]) - Math.max(before[0], ink[0]);
  // Lines squeezed into each other lie over each other; letters that lean reach over a little.
  if (across > fontSize / 2) return false;
  const common = Math.min(before[1] + before[3], ink[1] + ink[3]) - Math.max(before[1], ink[1]);
  return common > Math.min(before[3], ink[3]) / 2;
}

function levelAbove(layout: Layout, element: number): number {
  for (const i of upFrom(layout, element)) {
    const level = layout.nodes[i]!.type === 'element' ? levelOf(layout, i) : 0;
    if (level > 0) return level;
  }
  return 0;
}
