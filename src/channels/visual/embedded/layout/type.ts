import type { DesignGraph, Font, GraphNode } from '../../../../graph/schema.js';
import { mean, median } from '../pixels/statistics.js';
import { textsOf } from './objects.js';

export type TypeMeasure =
  | 'capitals'
  | 'tilt'
  | 'headingStep'
  | 'headingLeast'
  | 'headingShort'
  | 'headingLoud'
  | 'largeShare'
  | 'largestWrap'
  | 'linePitch'
  | 'lineLength';

/** Characters from which a text is read, and not only seen. */
const READ = 40;
/** A line is at most so many times as high as its letters, unless it is turned. */
const UPRIGHT = 1.7;
/** Type so many times the size of the body stands out. */
const LARGE = 1.5;
/**
 * By how many doublings of the body's size headings of level 1 to 6 usually stand out: the middle of Design2Code's pages and of
 * browsers' own style sheets, h1 to h6 at 2, 1.5, 1.17, 1, 0.83 and 0.67 em (HTML, rendering, 15.3.6).
 */
const USUAL = [1, 0.6, 0.3, 0.1, 0, 0];
/** Pitch of lines in sizes of the letters: of display type (Bringhurst, 2.2.1), and what browsers do by themselves. */
const TIGHT = 1.05;
const NORMAL = 1.2;
/** What a bold heading stands out more, in doublings of its size. */
const BOLD = 0.2;

/** What a typographer would look at: letters, lines, and what stands out. */
export function typeMeasures(graph: DesignGraph): Record<TypeMeasure, number> {
  const texts = textsOf(graph);
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const body = bodySize(texts);
  const steps = texts
    .filter(({ role }) => role === 'heading')
    .map(({ font }) => Math.log2(font!.size / body) + (font!.weight >= 600 ? BOLD : 0));
  const beyondUsual = texts
    .filter(({ role, tag }) => role === 'heading' && /^h[1-6]$/.test(tag))
    .map(({ tag, font }) => ({
      by: Math.log2(font!.size / body) - USUAL[Number(tag[1]) - 1]!,
      loose: looseness(font!),
    }));
  const isLarge = ({ font }: GraphNode) => font!.size >= LARGE * body;
  const paragraphs = texts.filter(({ lines }) => rowsOf(lines).length > 1);
  const share = (weight: (text: GraphNode) => number) =>
    texts.reduce((sum, text) => sum + weight(text) * text.text.length, 0) / Math.max(1, characters);
  const ink = texts.reduce((sum, text) => sum + inkOf(text), 0);
  return {
    capitals: share(({ text }) => (text.length >= READ && isCapital(text) ? 1 : 0)),
    tilt: share(excess),
    headingStep: mean(steps),
    headingLeast: steps.length > 0 ? Math.min(...steps) : 0,
    headingShort: mean(beyondUsual.map(({ by }) => Math.max(0, -by))),
    headingLoud: mean(beyondUsual.map(({ by, loose }) => Math.max(0, by) * loose)),
    largeShare: texts.filter(isLarge).reduce((sum, text) => sum + inkOf(text), 0) / Math.max(1, ink),
    largestWrap: Math.log2(Math.max(1, ...texts.filter(isLarge).map(({ lines }) => rowsOf(lines).length))),
    linePitch: median(paragraphs.flatMap(pitches)),
    lineLength: Math.log2(
      1 + median(paragraphs.map(({ text, lines }) => text.length / rowsOf(lines).length)),
    ),
  };
}

/** 0 for lines as tight as display type is set, 1 for the pitch of running text: large type that was meant to be large has little. */
function looseness({ size, lineHeight }: Font): number {
  const pitch = (lineHeight ?? NORMAL * size) / size;
  return Math.max(0, Math.min(1, (pitch - TIGHT) / (NORMAL - TIGHT)));
}

/** px of the size in which most characters are set. */
export function bodySize(texts: readonly GraphNode[]): number {
  const sizes = new Map<number, number>();
  for (const { font, text } of texts) sizes.set(font!.size, (sizes.get(font!.size) ?? 0) + text.length);
  const [most] = [...sizes].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 16;
}

const isCapital = (text: string) => text === text.toUpperCase() && text !== text.toLowerCase();

const inkOf = ({ lines }: GraphNode) => lines.reduce((sum, { box }) => sum + box[2] * box[3], 0);

/** By how many sizes of its letters the lines of a text are too high: 0 for upright ones, at most 2. */
function excess({ lines, font }: GraphNode): number {
  return Math.min(2, Math.max(0, mean(lines.map(({ box }) => box[3] / font!.size)) - UPRIGHT));
}

/** Tops of the lines, those at one height once. */
function rowsOf(lines: GraphNode['lines']): number[] {
  const tops = lines.map(({ box }) => box[1]).sort((a, b) => a - b);
  return tops.filter((top, i) => i === 0 || top - tops[i - 1]! > 2);
}

/** Distances from line to line, in sizes of the letters. */
function pitches({ lines, font }: GraphNode): number[] {
  const tops = rowsOf(lines);
  return tops.slice(1).map((top, i) => (top - tops[i]!) / font!.size);
}
