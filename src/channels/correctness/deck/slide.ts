import type { DesignGraph, Rgba } from '../../../graph/schema.js';
import { selectorOf } from '../../../graph/selector.js';
import type { Box, Capture, Layout, Source } from '../../../render/capture.js';
import { union } from '../geometry.js';
import { FAINT, factsOf, upFrom } from '../scene.js';
import { isPaintedBox } from '../layout/peers.js';
import { blocksOf, type TextBlock } from '../type/blocks.js';

/** A place on a slide that a finding can point to. */
export interface Spot {
  text: string;
  box: Box;
  selector: string;
  source: Source | null;
}

export type Side = 'left' | 'center' | 'right';

/** A text with what shows of it. */
export interface Text extends Spot {
  /** Where its lines begin, or their middle where it is centred; and the middle of its first line. Shares of the canvas. */
  at: [number, number];
  side: Side;
  family: string;
  /** Share of the canvas' height. */
  size: number;
  characters: number;
  color: Rgba | null;
  /** What lies behind it; null where it is no single colour. */
  background: Rgba | null;
}

/**
 * What the checks of a deck need to know of a slide. It holds no capture, so that a long deck fits into memory.
 */
export interface Slide {
  /** Name of the slide in its deck: its file. */
  name: string;
  title: Text | null;
  /** All other blocks of text. */
  texts: Text[];
  /** The outermost content on either side: its distance from the edge, as a share of the width. */
  margins: Record<'left' | 'right', { share: number; spot: Spot } | null>;
  /** Vivid and other colours of text and of painted boxes, each once. */
  colors: { color: Rgba; spot: Spot }[];
  /** Addresses of the pictures on it, in order. */
  pictures: string[];
}

/**
 * Reads a slide off its capture.
 *
 * @param name the file of the slide
 * @param graph the design graph of its first layout
 */
export function readSlide(name: string, capture: Capture, graph: DesignGraph): Slide {
  const layout = capture.data.layouts[0]!;
  const { entry } = capture.data.artifact;
  const spotOf = (element: number, box: Box, text: string): Spot => {
    const source = layout.nodes[element]!.source ?? null;
    return {
      text: text.replace(/\s+/g, ' ').trim(),
      box,
      selector: selectorOf(layout, element),
      source: source && { ...source, file: source.file === entry ? name : source.file },
    };
  };
  const painted = new Map(graph.nodes.map((node) => [node.element, node]));
  const blocks = blocksOf(layout).filter((block) => isContent(layout, block));
  const title = titleOf(blocks, layout);
  const texts = new Map(
    blocks.map((block): [TextBlock, Text] => {
      const { main, characters, lines } = block;
      const { color, background } = painted.get(main) ?? painted.get(block.element) ?? {};
      const css = factsOf(layout, main)!.css;
      return [
        block,
        {
          ...spotOf(block.element, block.box, lines.map(({ text }) => text).join(' ')),
          ...placeOf(block, layout),
          family: css['font-family'].split(',')[0]!.replace(/["']/g, '').trim(),
          size: block.fontSize / layout.size[1],
          characters,
          color: color ?? null,
          background: background?.color ?? null,
        },
      ];
    }),
  );
  return {
    name,
    title: title ? texts.get(title)! : null,
    texts: blocks.filter((block) => block !== title).map((block) => texts.get(block)!),
    margins: marginsOf(layout, blocks, spotOf),
    colors: colorsOf(layout, graph, spotOf),
    pictures: layout.images.map(({ url }) => url),
  };
}

type SpotOf = (element: number, box: Box, text: string) => Spot;

/** Text that is there to be read: not a watermark, nor what only decorates. */
function isContent(layout: Layout, { element, characters }: TextBlock): boolean {
  let opacity = 1;
  for (const i of upFrom(layout, element)) {
    if (layout.nodes[i]!.attributes?.['aria-hidden'] === 'true') return false;
    opacity *= factsOf(layout, i)?.opacity ?? 1;
  }
  return characters > 0 && opacity >= Math.max(FAINT, 0.3);
}

/** The heading of the highest level, of several the largest; without headings the largest text of the upper part. */
function titleOf(blocks: readonly TextBlock[], { size: [, height] }: Layout): TextBlock | null {
  const headings = blocks.filter(({ level }) => level > 0);
  const highest = Math.min(...headings.map(({ level }) => level));
  const candidates =
    headings.length > 0
      ? headings.filter(({ level }) => level === highest)
      : blocks.filter(({ box }) => box[1] < height * 0.4);
  const largest = Math.max(...candidates.map(({ fontSize }) => fontSize));
  const title = candidates.find(({ fontSize }) => fontSize === largest);
  const isLarger = blocks.some((block) => block !== title && block.fontSize < largest * 0.85);
  return title && (headings.length > 0 || isLarger) ? title : null;
}

function placeOf({ element, box, lines }: TextBlock, layout: Layout): Pick<Text, 'at' | 'side'> {
  const [width, height] = layout.size;
  const { direction, 'text-align': align } = factsOf(layout, element)!.css;
  const begin = direction === 'rtl' ? 'right' : 'left';
  const middle = box[0] + box[2] / 2;
  // A box that is centred as a whole has its text aligned to its start.
  const isCentred =
    align === 'center' || (Math.abs(middle - width / 2) < width * 0.01 && box[2] < width * 0.7);
  const side: Side = isCentred ? 'center' : align === 'left' || align === 'right' ? align : begin;
  const x = side === 'center' ? middle : side === 'left' ? box[0] : box[0] + box[2];
  const [, y, , line] = lines[0]!.box;
  return { side, at: [x / width, (y + line / 2) / height] };
}

/** Head and foot of a slide, where marks of the deck stand that have margins of their own. */
const BANDS = 0.08;

function marginsOf(layout: Layout, blocks: readonly TextBlock[], spotOf: SpotOf): Slide['margins'] {
  const [width, height] = layout.size;
  const margins: Slide['margins'] = { left: null, right: null };
  for (const block of blocks) {
    const middle = (block.box[1] + block.box[3] / 2) / height;
    if (middle < BANDS || middle > 1 - BANDS) continue;
    const [x, , w] = frameOf(layout, block);
    const shares = { left: x / width, right: 1 - (x + w) / width };
    for (const side of ['left', 'right'] as const) {
      const share = shares[side];
      if (share < 0 || (margins[side] && margins[side].share <= share)) continue;
      margins[side] = { share, spot: spotOf(block.element, block.box, block.lines[0]!.text) };
    }
  }
  return margins;
}

/** The text, or the card around it: the outermost painted box that doesn't reach an edge of the canvas. */
function frameOf(layout: Layout, { element, box }: TextBlock): Box {
  const [width, height] = layout.size;
  let frame = box;
  for (const i of upFrom(layout, element)) {
    const around = layout.nodes[i]!.box;
    if (!around || !isPaintedBox(layout, i)) continue;
    const [x, y, w, h] = around;
    if (x <= 2 || y <= 2 || x + w >= width - 2 || y + h >= height - 2) break;
    frame = union(frame, around);
  }
  return frame;
}

/** Painted boxes smaller than this are dots and lines. */
const MIN_AREA = 400;

function colorsOf(layout: Layout, graph: DesignGraph, spotOf: SpotOf): Slide['colors'] {
  const colors = new Map<string, Slide['colors'][number]>();
  for (const { element, color, lines, text, box, tag, opacity } of graph.nodes) {
    if (isDrawing(layout, element) || opacity < 0.9) continue;
    const fill = factsOf(layout, element)?.background ?? null;
    const shown = [lines.length > 0 ? color : null, fill && box[2] * box[3] >= MIN_AREA ? fill : null];
    for (const one of shown) {
      if (!one || one[3] < 0.9 || colors.has(one.join())) continue;
      colors.set(one.join(), { color: one, spot: spotOf(element, box, text || tag) });
    }
  }
  return [...colors.values()];
}

/** Drawings have colours for their data. */
function isDrawing(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) if (layout.nodes[i]!.name === 'svg') return true;
  return false;
}
