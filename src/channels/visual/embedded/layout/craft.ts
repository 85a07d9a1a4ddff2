import { area, overlapArea } from '../../../../graph/geometry.js';
import type { DesignGraph, GraphNode, RelationType } from '../../../../graph/schema.js';
import { entropy } from '../pixels/statistics.js';
import { distinct } from './ngo.js';
import type { Objects } from './objects.js';

export type CraftMeasure =
  | 'alignment'
  | 'gapRhythm'
  | 'gapEntropy'
  | 'typeSizes'
  | 'typeScale'
  | 'typeHierarchy'
  | 'fontFamilies'
  | 'textColours'
  | 'whitespaceShare'
  | 'overlap'
  | 'margins'
  | 'evenGaps'
  | 'sharedEdges'
  | 'alikeSizes';

/** Ratios by which the steps of usual type scales grow: minor second to golden section (Bringhurst; Brown 2011). */
const SCALE = [1.067, 1.125, 1.2, 1.25, 1.333, 1.414, 1.5, 1.618];

/** What a designer would look at: edges, gaps, sizes of type, room. Shares are in [0,1]. */
export function craftMeasures(graph: DesignGraph, objects: Objects): Record<CraftMeasure, number> {
  const { boxes, nodes, frame } = objects;
  const gaps = gapsOf(graph);
  const texts = nodes.filter((node) => node.font !== null && node.text !== '');
  const sizes = sizesOf(texts);
  const covered = cover(objects);
  return {
    alignment:
      1 - (distinct(boxes.map((box) => box[0])) + distinct(boxes.map((box) => box[1]))) / (2 * boxes.length),
    gapRhythm: gaps.length > 0 ? repeated(gaps) : 1,
    gapEntropy: gaps.length > 0 ? entropy([...counted(gaps).values()]) : 0,
    typeSizes: Math.log2(1 + sizes.size),
    typeScale: scaleFit([...sizes.keys()]),
    typeHierarchy: hierarchy(sizes),
    fontFamilies: Math.log2(1 + new Set(texts.map((node) => node.font!.family)).size),
    textColours: Math.log2(
      1 + new Set(texts.map((node) => node.color?.map((part) => Math.round(part * 16)).join())).size,
    ),
    whitespaceShare: 1 - covered,
    overlap: overlaps(objects),
    margins:
      Math.min(...boxes.map((box) => box[0]), frame[0] - Math.max(...boxes.map((box) => box[0] + box[2]))) /
      frame[0],
    evenGaps: memberShare(graph, objects, ['equal-gap']),
    sharedEdges: memberShare(graph, objects, ['aligned-left', 'aligned-center-x', 'aligned-right']),
    alikeSizes: memberShare(graph, objects, ['same-size']),
  };
}

/** Share of the objects that have such a relation to others. */
function memberShare({ relations }: DesignGraph, { nodes }: Objects, types: readonly RelationType[]): number {
  const members = new Set(
    relations.flatMap((relation) => (types.includes(relation.type) ? relation.nodes : [])),
  );
  return nodes.filter(({ id }) => members.has(id)).length / nodes.length;
}

/** Distances between neighbours, px; below 0 where they overlap. What stands further apart than 200 px is not a gap of a design. */
function gapsOf({ nodes, relations }: DesignGraph): number[] {
  const gaps: number[] = [];
  for (const { type, nodes: members } of relations) {
    if (type !== 'left-of' && type !== 'above') continue;
    const [first, second] = [nodes[members[0]!]!.box, nodes[members[1]!]!.box];
    const axis = type === 'left-of' ? 0 : 1;
    const gap = second[axis] - first[axis] - first[axis + 2]!;
    if (gap < 200) gaps.push(gap);
  }
  return gaps;
}

function counted(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(Math.round(value / 2), (counts.get(Math.round(value / 2)) ?? 0) + 1);
  return counts;
}

/** Share of the gaps whose width (to 2 px) occurs at least three times. */
function repeated(gaps: readonly number[]): number {
  return [...counted(gaps).values()].filter((n) => n >= 3).reduce((sum, n) => sum + n, 0) / gaps.length;
}

/** Characters by size of type, px. */
function sizesOf(texts: readonly GraphNode[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { font, text } of texts) {
    const size = Math.round(font!.size * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + text.length);
  }
  return sizes;
}

/** 1 when all steps between sizes of type are powers of one usual ratio; 0 when each misses by half a step. */
function scaleFit(sizes: readonly number[]): number {
  const sorted = [...sizes].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((size, i) => Math.log(size / sorted[i]!));
  if (steps.length === 0) return 1;
  const fits = SCALE.map((ratio) => {
    const misses = steps.map((step) => {
      const count = Math.max(1, Math.round(step / Math.log(ratio)));
      return Math.min(0.5, Math.abs(step / Math.log(ratio) - count));
    });
    // A fine scale meets any size: it has to meet it more closely.
    return 1 - 2 * (misses.reduce((sum, miss) => sum + miss, 0) / misses.length);
  });
  return Math.max(0, ...fits);
}

/** log2 of the largest size of type to the commonest one: 0 when nothing stands out. */
function hierarchy(sizes: ReadonlyMap<number, number>): number {
  let body = 0;
  let most = 0;
  for (const [size, characters] of sizes) {
    if (characters > most) [body, most] = [size, characters];
  }
  return most > 0 ? Math.log2(Math.max(...sizes.keys()) / body) : 0;
}

/** Share of the canvas under objects, in cells of 16 px. */
function cover({ frame, boxes }: Objects): number {
  const columns = Math.ceil(frame[0] / 16);
  const rows = Math.ceil(frame[1] / 16);
  const cells = new Uint8Array(columns * rows);
  for (const [x, y, width, height] of boxes) {
    const right = Math.min(columns, Math.ceil((x + width) / 16));
    const bottom = Math.min(rows, Math.ceil((y + height) / 16));
    for (let row = Math.max(0, Math.floor(y / 16)); row < bottom; row++) {
      cells.fill(1, row * columns + Math.max(0, Math.floor(x / 16)), row * columns + Math.max(0, right));
    }
  }
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
}

/** Area that texts share with other texts or with pictures of their own size or smaller, as a share of all texts' area. */
function overlaps({ nodes, boxes }: Objects): number {
  const order = boxes.map((_, i) => i).sort((a, b) => boxes[a]![1] - boxes[b]![1]);
  let shared = 0;
  let all = 0;
  order.forEach((i, place) => {
    const box = boxes[i]!;
    all += area(box);
    for (let next = place + 1; next < order.length; next++) {
      const other = boxes[order[next]!]!;
      if (other[1] >= box[1] + box[3]) break;
      if (nodes[i]!.font && nodes[order[next]!]!.font) shared += overlapArea(box, other);
    }
  });
  return all > 0 ? Math.min(1, shared / all) : 0;
}
