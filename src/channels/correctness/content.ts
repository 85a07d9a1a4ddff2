import type { DesignGraph, GraphNode } from '../../graph/schema.js';
import type { Layout } from '../../render/capture.js';
import { area, intersect } from './geometry.js';
import { upFrom } from './scene.js';
import { THRESHOLDS } from './thresholds.js';

const { minSize, minCanvas } = THRESHOLDS['required-text'];

/** One thing on the page that tells a reader something: a piece of text, a picture, a field. */
export interface Content {
  node: GraphNode;
  /** A heading, or text that is set like one. What follows it is what it promises. */
  isTitle: boolean;
}

const SHOWS = new Set(['image', 'drawing', 'canvas', 'media', 'frame', 'field']);
/** Drawn at once, and nothing in them is known: they may hold any number of things. */
const OPAQUE = new Set(['canvas', 'drawing', 'image', 'media', 'frame']);

/** Everything on the page that says or shows something, in document order. Boxes, rules and icons say nothing. */
export function contentOf({ nodes }: DesignGraph, layout: Layout): Content[] {
  return nodes
    .filter((node) => node.clippedBox !== null && (SHOWS.has(node.role) || isLegible(node)))
    .map((node) => ({ node, isTitle: isTitle(layout, node) }))
    .sort((a, b) => a.node.element - b.node.element);
}

/** In a heading, or set like one: bold, or larger than body text. What can be pressed is bold for another reason. */
function isTitle(layout: Layout, { element, role, text, font }: GraphNode): boolean {
  if (text === '') return false;
  if (role === 'heading' || holderOf(layout, element, HEADINGS) !== null) return true;
  const isSetLikeOne = (font?.weight ?? 0) >= 600 || (font?.size ?? 0) >= 20;
  return isSetLikeOne && role !== 'field' && role !== 'button' && pressedIn(layout, element) === null;
}

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'heading']);
const PRESSED: ReadonlySet<string> = new Set(['a', 'button', 'summary', 'link', 'tab', 'menuitem']);

/** The link or button that a text stands in, as an index of the layout. An `a` without an address is none. */
export function pressedIn(layout: Layout, element: number): number | null {
  const holder = holderOf(layout, element, PRESSED);
  if (holder === null) return null;
  const { name, attributes = {} } = layout.nodes[holder]!;
  return name === 'a' && !('href' in attributes || 'role' in attributes) ? null : holder;
}

function holderOf(layout: Layout, element: number, kinds: ReadonlySet<string>): number | null {
  for (const i of upFrom(layout, element)) {
    const { name, attributes } = layout.nodes[i]!;
    if (kinds.has(name) || kinds.has(attributes?.['role'] ?? '')) return i;
  }
  return null;
}

/** Letters of a short sentence: a text as long as several of them can say as many things, without an element for each. */
const SENTENCE = 40;

/** The most things that the page can tell: pictures, fields, and short sentences. The same text twice is one. */
export function countContent(content: readonly Content[]): number {
  const texts = new Set<string>();
  let others = 0;
  for (const { node } of content) {
    if (SHOWS.has(node.role) || node.text === '') others++;
    else texts.add(node.text.toLowerCase());
  }
  return [...texts].reduce((sum, text) => sum + Math.ceil(sentencesIn(text)), others);
}

/** A text by its length, in short sentences. */
export function sentencesIn(text: string): number {
  return lettersIn(text) / SENTENCE;
}

/** A character of Chinese, Japanese or Korean says as much as three letters. */
function lettersIn(text: string): number {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const dense =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return letters + 2 * dense;
}

/** What elements say: the words of everything in them that shows something, '' for pictures and icons alone. The others are missing. */
export function wordsOfElements(layout: Layout, { nodes }: DesignGraph): Map<number, string> {
  const says = new Map<number, string>();
  for (const node of nodes) {
    if (!SHOWS.has(node.role) && node.role !== 'icon' && !isLegible(node)) continue;
    const words = node.text.toLowerCase();
    for (const i of upFrom(layout, node.element)) says.set(i, `${says.get(i) ?? ''} ${words}`.trim());
  }
  return says;
}

/**
 * Does a canvas, a drawing, a picture, a film or a frame take up much of the window? Then what it shows is not known, and
 * nothing that the document lacks is proven to be missing.
 */
export function isDrawnAtOnce({ nodes }: DesignGraph, { size }: Layout): boolean {
  const window = size[0] * size[1];
  return nodes.some(
    ({ role, box }) => OPAQUE.has(role) && area(intersect(box, [0, 0, ...size])) >= minCanvas.value * window,
  );
}

/**
 * Elements that hold something more than one title. A box that merely bears a name, and a heading that nothing follows,
 * promise content and are none.
 */
export function filledElements(layout: Layout, content: readonly Content[]): Set<number> {
  const titles = new Set<number>();
  const filled = new Set<number>();
  for (const { node, isTitle } of content) {
    for (const i of upFrom(layout, node.element)) {
      if (filled.has(i)) break;
      if (!isTitle || titles.has(i)) filled.add(i);
      else titles.add(i);
    }
  }
  return filled;
}

function isLegible({ text, font, opacity }: GraphNode): boolean {
  return /[\p{L}\p{N}]/u.test(text) && (font?.size ?? 0) >= minSize.value && opacity > 0;
}
