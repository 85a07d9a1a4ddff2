import munkres from 'munkres';
import type { Box } from '../render/capture.js';
import { area, union } from './geometry.js';
import { ratcliff } from './match/ratcliff.js';
import { colorSimilarity, inkColor, positionSimilarity } from './match/similarity.js';
import { paragraphsOf } from './match/units.js';
import type { DesignGraph, GraphNode, Rgba } from './schema.js';

/** The metrics of Design2Code, each in [0,1]; null with a reason where it was not measured. */
export interface Design2CodeScores {
  blockMatch: number | null;
  text: number | null;
  position: number | null;
  color: number | null;
  clip: number | null;
  /** Why a metric is null: a coded reason by its name. */
  reasons: Record<string, string>;
}

/** A text as the metric sees it: box in shares of the canvas, lower-case words. */
interface Block {
  text: string;
  box: Box;
  color: Rgba | null;
}

/** Constants of the published metric (arXiv 2403.03163 and its code, `metrics/visual_score.py`). */
const MIN_TEXT_SIMILARITY = 0.5;
const MERGE_GAIN = 0.05;
const CONTEXT_BONUS = 0.1;
/** Elements that get a colour of their own there; the text of others (`strong`, `em`, `label`) belongs to the one around. */
const BLOCK_TAGS = new Set(
  'p h1 h2 h3 h4 h5 h6 div span a b li table td th button footer header figcaption'.split(' '),
);
/** Merging tries one assignment a block: beyond this many it takes minutes. Pages of the benchmark have fewer. */
const MOST_BLOCKS = 300;

/**
 * The block metrics of Design2Code (Si et al., arXiv 2403.03163), so that figures can be set beside published ones:
 * neighbouring blocks of either page are merged while that raises the similarity of the matched texts, blocks are
 * matched by an assignment over text alone (Ratcliff & Obershelp, with a bonus for matching neighbours), pairs below 0.5
 * are dropped. Then
 *
 * - blockMatch: area of the matched blocks of both pages over the area of all their blocks;
 * - text: mean similarity of the matched texts;
 * - position: mean of 1 - the larger shift of the centres, each page scaled to 1;
 * - color: mean of 1 - CIEDE2000 / 100, not below 0.
 *
 * As published, all four are 0 when a page has no text or nothing matches. `clip` needs pictures and a model, and is null here:
 * `clipSimilarity` gives it.
 *
 * Ours differs: blocks come from the graph instead of from pictures in which every element has a colour, so a box is
 * that of the text's lines, not of its ink, and a colour is the computed one on its background, not a mean of pixels
 * (null on pictures and gradients: those pairs are left out of `color`); inline elements without a colour of their own
 * are joined to a text around them only; Lab is taken for D65, not D50; pages of more than 300 texts are not measured.
 */
export function design2code(candidate: DesignGraph, reference: DesignGraph): Design2CodeScores {
  let blocks: Sides = { candidate: blocksOf(candidate), reference: blocksOf(reference) };
  const clip = { clip: 'needs-model' };
  if (Math.max(blocks.candidate.length, blocks.reference.length) > MOST_BLOCKS) {
    const reason = 'too-many-blocks';
    const reasons = { blockMatch: reason, text: reason, position: reason, color: reason, ...clip };
    return { blockMatch: null, text: null, position: null, color: null, clip: null, reasons };
  }
  const similarity = remember();
  blocks = merged(blocks, similarity);
  const pairs = bestMatch(withContext(costsOf(blocks, similarity)))
    .map(([i, j]) => ({ a: blocks.candidate[i]!, b: blocks.reference[j]! }))
    .filter(({ a, b }) => similarity(a.text, b.text) >= MIN_TEXT_SIMILARITY);
  if (pairs.length === 0) {
    return { blockMatch: 0, text: 0, position: 0, color: 0, clip: null, reasons: clip };
  }
  const sum = (side: readonly Block[]) => side.reduce((total, { box }) => total + area(box), 0);
  const all = [...blocks.candidate, ...blocks.reference];
  const matched = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  const colors = pairs.flatMap(({ a, b }) => (a.color && b.color ? colorSimilarity(a.color, b.color) : []));
  return {
    blockMatch: 1 - sum(all.filter((block) => !matched.has(block))) / sum(all),
    text: mean(pairs.map(({ a, b }) => similarity(a.text, b.text))),
    position: mean(pairs.map(({ a, b }) => positionSimilarity(a.box, b.box))),
    color: colors.length > 0 ? mean(colors) : null,
    clip: null,
    reasons: colors.length > 0 ? clip : { color: 'colors-unknown', ...clip },
  };
}

interface Sides {
  candidate: Block[];
  reference: Block[];
}

type Similarity = (a: string, b: string) => number;
type Matrix = number[][];

function remember(): Similarity {
  const known = new Map<string, number>();
  return (a, b) => {
    const key = `${a}\n${b}`;
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = ratcliff(a, b)));
    return value;
  };
}

function blocksOf({ nodes, canvas: [width, height] }: DesignGraph): Block[] {
  const parts = new Map<number, GraphNode[]>();
  for (const node of nodes) {
    if (node.lines.length === 0) continue;
    let head = node;
    while (!BLOCK_TAGS.has(head.tag) && nodes[head.parent]?.lines.length) head = nodes[head.parent]!;
    const known = parts.get(head.id);
    if (known) known.push(node);
    else parts.set(head.id, [node]);
  }
  const blocks = [...parts].map(([id, group]): Block => {
    const texts = paragraphsOf(group);
    const [x, y, w, h] = union(texts.map(({ box }) => box))!;
    const text = texts
      .map(({ words }) => words)
      .join(' ')
      .toLowerCase();
    return { text, box: [x / width, y / height, w / width, h / height], color: inkColor(nodes[id]!) };
  });
  return [
    ...blocks
      .reduce((known, block) => {
        const same = known.get(block.box.join());
        return known.set(block.box.join(), same ? join(same, block) : block);
      }, new Map<string, Block>())
      .values(),
  ];
}

/** Merges neighbours of both sides, the best first, until no merging gains anything. */
function merged(blocks: Sides, similarity: Similarity): Sides {
  let { candidate, reference } = blocks;
  for (;;) {
    const a = mergeOnce(candidate, (side) => matchedCosts({ candidate: side, reference }, similarity));
    candidate = a ?? candidate;
    const b = mergeOnce(reference, (side) => matchedCosts({ candidate, reference: side }, similarity));
    reference = b ?? reference;
    if (!a && !b) return { candidate, reference };
  }
}

/** One round: every pair of neighbours whose merging gains enough, the greatest gain first, each block in one pair at most. */
function mergeOnce(side: readonly Block[], costs: (side: Block[]) => number[]): Block[] | null {
  const now = costs([...side]);
  const gains = side.slice(1).map((block, i) => ({
    i,
    gain: gainOf(now, costs([...side.slice(0, i), join(side[i]!, block), ...side.slice(i + 2)])),
  }));
  const chosen = new Set<number>();
  for (const { i, gain } of gains.toSorted((a, b) => b.gain - a.gain)) {
    if (gain > MERGE_GAIN && ![i - 1, i, i + 1].some((other) => chosen.has(other))) chosen.add(i);
  }
  if (chosen.size === 0) return null;
  return side.flatMap((block, i) => {
    if (chosen.has(i - 1)) return [];
    return chosen.has(i) ? [join(block, side[i + 1]!)] : [block];
  });
}

/** By how much the mean cost of the pairs that differ falls, if the best of them falls too. */
function gainOf(before: readonly number[], after: readonly number[]): number {
  const [was, is] = [without(before, after), without(after, before)];
  const gain = mean(was) - mean(is);
  return gain > 0 && Math.min(...was) <= Math.min(...is) ? 0 : gain;
}

/** The values of `list` that `other` does not have, each as often as it is missing there. */
function without(list: readonly number[], other: readonly number[]): number[] {
  const left = new Map<number, number>();
  for (const value of other) left.set(value, (left.get(value) ?? 0) + 1);
  return list.filter((value) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return count <= 0;
  });
}

function matchedCosts(blocks: Sides, similarity: Similarity): number[] {
  const costs = costsOf(blocks, similarity);
  return bestMatch(costs).map(([i, j]) => costs[i]![j]!);
}

function costsOf({ candidate, reference }: Sides, similarity: Similarity): Matrix {
  return candidate.map((a) => reference.map((b) => -similarity(a.text, b.text)));
}

function bestMatch(costs: Matrix): [number, number][] {
  return costs.length === 0 || costs[0]!.length === 0 ? [] : munkres(costs);
}

/** Lets likely pairs gain from the two best others among the pairs around them: neighbours are matched by neighbours. */
function withContext(costs: Matrix): Matrix {
  return costs.map((row, i) =>
    row.map((cost, j) => {
      if (cost >= -MIN_TEXT_SIMILARITY) return cost;
      const around = [i - 1, i, i + 1].flatMap((y) =>
        [j - 1, j, j + 1].flatMap((x) => (y === i && x === j ? [] : (costs[y]?.[x] ?? []))),
      );
      const best = around.toSorted((a, b) => a - b).slice(0, 2);
      return cost + CONTEXT_BONUS * best.reduce((sum, value) => sum + value, 0);
    }),
  );
}

function join(a: Block, b: Block): Block {
  const { color: left } = a;
  const { color: right } = b;
  return {
    text: `${a.text} ${b.text}`,
    box: union([a.box, b.box])!,
    color:
      left && right
        ? [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (left[2] + right[2]) / 2, 1]
        : (left ?? right),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
