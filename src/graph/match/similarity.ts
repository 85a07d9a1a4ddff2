import { differenceCiede2000 } from 'culori';
import type { Box } from '../../render/capture.js';
import { over } from '../color.js';
import { area, overlapArea } from '../geometry.js';
import type { GraphNode, Rgba } from '../schema.js';
import { MATCH_LIMITS } from './limits.js';
import type { Unit } from './units.js';

/** Characters of a text two by two, sorted: what Sørensen and Dice count. */
export type Bigrams = Int32Array;

export function bigramsOf(text: string): Bigrams {
  const codes = Array.from(` ${text} `, (character) => character.codePointAt(0)!);
  return Int32Array.from(codes.slice(1), (code, i) => Math.imul(codes[i]!, 65_599) + code).sort();
}

/**
 * Share of the pairs of characters that two texts have in common, in [0,1] (Dice 1945, over multisets of bigrams). In
 * time linear in the texts, which the longest common blocks of Ratcliff & Obershelp are not.
 */
export function dice(a: Bigrams, b: Bigrams): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const order = a[i]! - b[j]!;
    if (order === 0) common++;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return (2 * common) / (a.length + b.length);
}

/** The most that {@link dice} can be for texts of these lengths. */
export function diceBound(a: Bigrams, b: Bigrams): number {
  return (2 * Math.min(a.length, b.length)) / (a.length + b.length);
}

/** 1 for one role, half for roles of one kind. */
export function roleSimilarity(a: Unit, b: Unit): number {
  if (a.node.role === b.node.role) return 1;
  return a.kind === b.kind ? MATCH_LIMITS.kin.value : 0;
}

/** 1 less the larger shift of the centres, horizontal or vertical, as a share of the canvas (Design2Code). */
export function positionSimilarity(a: Box, b: Box): number {
  const dx = Math.abs(a[0] + a[2] / 2 - b[0] - b[2] / 2);
  const dy = Math.abs(a[1] + a[3] / 2 - b[1] - b[3] / 2);
  return Math.max(0, 1 - Math.max(dx, dy));
}

/** Geometric mean of the ratios of widths and of heights. */
export function sizeSimilarity(a: Box, b: Box): number {
  return Math.sqrt(ratio(a[2], b[2]) * ratio(a[3], b[3]));
}

/** Smaller over larger. */
export function ratio(a: number, b: number): number {
  return a === b ? 1 : Math.min(a, b) / Math.max(a, b);
}

export function intersectionOverUnion(a: Box, b: Box): number {
  const common = overlapArea(a, b);
  return common / (area(a) + area(b) - common);
}

const deltaE = differenceCiede2000();
const known = new Map<string, number>();
/** Pages have few colours; this bounds what a long run remembers. */
const MOST_KNOWN = 10_000;

/** CIEDE2000 of two opaque colours: 0 for equal ones, 100 for black and white. */
export function colorDifference(a: Rgba, b: Rgba): number {
  if (a[0] === b[0] && a[1] === b[1] && a[2] === b[2]) return 0;
  const key = `${a.join()} ${b.join()}`;
  let difference = known.get(key);
  if (difference === undefined) {
    const [first, second] = [a, b].map(([r, g, blue]) => ({ mode: 'rgb' as const, r, g, b: blue }));
    difference = deltaE(first!, second!);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, difference);
  }
  return difference;
}

/** 1 - CIEDE2000 / 100, not below 0 (Design2Code). */
export function colorSimilarity(a: Rgba, b: Rgba): number {
  return Math.max(0, 1 - colorDifference(a, b) / 100);
}

/** Colour of a node's text as it shows on its background; null where only pixels can tell. */
export function inkColor({ color, background }: GraphNode): Rgba | null {
  if (!color || color[3] === 1) return color;
  return background.color && over(color, background.color);
}
