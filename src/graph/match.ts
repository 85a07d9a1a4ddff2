import type { Box } from '../render/capture.js';
import { keptRelations } from './match/kept.js';
import { pairUnits, type UnitPair } from './match/assign.js';
import {
  bigramsOf,
  colorSimilarity,
  dice,
  inkColor,
  positionSimilarity,
  ratio,
  sizeSimilarity,
} from './match/similarity.js';
import { unitsOf, type Unit } from './match/units.js';
import type { DesignGraph, GraphNode, Rgba } from './schema.js';

/** What is compared in a pair. Each is in [0,1], 1 for equal, and null where one side does not have it or cannot tell. */
export interface PairSimilarity {
  text: number | null;
  position: number;
  size: number;
  color: number | null;
  font: number | null;
}

/** Something that a graph shows: a node, or one paragraph of a node's text. */
export interface NodePart {
  /** Node id. */
  node: number;
  /** Where its ink is, px of the page. */
  box: Box;
  /** Its words, those of its inline phrases among them; "" for what has none. */
  text: string;
}

export interface NodePair {
  candidate: NodePart;
  reference: NodePart;
  similarity: PairSimilarity;
}

/** The aspects of a match, each in [0,1], and null when there is nothing to compare. */
export interface MatchAspects extends Record<keyof PairSimilarity, number | null> {
  presence: number | null;
  relations: number | null;
}

/** How one graph stands to another. */
export interface GraphMatch {
  /** In document order of the reference. */
  pairs: NodePair[];
  /** What the reference shows and the candidate does not. */
  missing: NodePart[];
  /** What the candidate shows and the reference does not. */
  extra: NodePart[];
  aspects: MatchAspects;
  /** In [0,1]; null when neither graph shows anything. */
  score: number | null;
}

/**
 * Compares what two pages show. Units (paragraphs with their inline phrases, pictures, empty controls, painted shapes) are
 * paired one to one by the assignment with the highest affinity in text, role, place and size; then every aspect is
 * measured:
 *
 * - presence: weight of the paired units of both sides, over the weight of all units of both sides;
 * - text: Dice's similarity of the texts, without regard to case and white space;
 * - position: 1 - the larger shift of the centre, in shares of the canvas;
 * - size: geometric mean of the ratios of widths and heights;
 * - color: 1 - CIEDE2000 / 100, mean of ink and ground, where both are known;
 * - font: ratio of font sizes;
 * - relations: of all that either graph says about paired nodes, and that shows, the share that holds in the other too.
 *
 * Text to font are means over the pairs. A unit, or a pair, weighs the square root of its area (for a pair, of both
 * sides together): between counting units, where a long footer outweighs the headline, and counting area, where one
 * picture outweighs all text.
 *
 *     score = presence * mean of the other aspects that could be measured
 *
 * It is a product because what is missing has no right text, place or colour either: a page with one perfect word is not
 * half as good as the whole. The mean is plain: no data was fitted.
 *
 * Positions are taken on each page's own canvas, both sides scaled to 1 (as Design2Code does): pages whose lines are a
 * little taller, or with one more section, are longer, and everything below would count as moved. Sizes are compared in px.
 *
 * Presence and score are symmetric. Pure; a page of 1,000 nodes takes some tens of milliseconds.
 */
export function matchGraphs(candidate: DesignGraph, reference: DesignGraph): GraphMatch {
  const [candidates, references] = [unitsOf(candidate), unitsOf(reference)];
  const paired = pairUnits(candidates, references).sort((a, b) => a.reference.node.id - b.reference.node.id);
  const taken = new Set(paired.flatMap((pair) => [pair.candidate, pair.reference]));
  const unmatched = (units: readonly Unit[]) => units.filter((unit) => !taken.has(unit)).map(partOf);
  const all = [...candidates, ...references];
  const similarities = paired.map(similarityOf);
  const weights = paired.map(({ candidate: a, reference: b }) => a.weight + b.weight);
  const mean = (aspect: keyof PairSimilarity) =>
    weightedMean(
      similarities.map((similarity) => similarity[aspect]),
      weights,
    );
  const aspects: MatchAspects = {
    presence: weightedMean(
      all.map((unit) => (taken.has(unit) ? 1 : 0)),
      all.map(({ weight }) => weight),
    ),
    text: mean('text'),
    position: mean('position'),
    size: mean('size'),
    color: mean('color'),
    font: mean('font'),
    relations: relationsKept(candidate, reference, paired),
  };
  return {
    pairs: paired.map((pair, i) => ({
      candidate: partOf(pair.candidate),
      reference: partOf(pair.reference),
      similarity: similarities[i]!,
    })),
    missing: unmatched(references),
    extra: unmatched(candidates),
    aspects,
    score: scoreOf(aspects),
  };
}

function partOf({ node, box, words }: Unit): NodePart {
  return { node: node.id, box, text: words };
}

function similarityOf({ candidate, reference }: UnitPair): PairSimilarity {
  const [a, b] = [candidate.node, reference.node];
  return {
    text:
      reference.kind !== 'text'
        ? null
        : candidate.text === reference.text
          ? 1
          : dice(bigramsOf(candidate.text), bigramsOf(reference.text)),
    position: positionSimilarity(candidate.place, reference.place),
    size: sizeSimilarity(candidate.box, reference.box),
    color: colorOf(a, b),
    font: a.font && b.font && ratio(a.font.size, b.font.size),
  };
}

function colorOf(a: GraphNode, b: GraphNode): number | null {
  const known = [
    [inkColor(a), inkColor(b)],
    [a.background.color, b.background.color],
  ].filter((pair): pair is [Rgba, Rgba] => pair.every((color) => color !== null));
  if (known.length === 0) return null;
  return known.reduce((sum, [left, right]) => sum + colorSimilarity(left, right), 0) / known.length;
}

function relationsKept(
  candidate: DesignGraph,
  reference: DesignGraph,
  paired: readonly UnitPair[],
): number | null {
  const there = keptRelations(
    reference,
    candidate,
    paired.map((pair) => [pair.reference, pair.candidate]),
  );
  const back = keptRelations(
    candidate,
    reference,
    paired.map((pair) => [pair.candidate, pair.reference]),
  );
  const asked = there.asked + back.asked;
  return asked === 0 ? null : (there.kept + back.kept) / asked;
}

function scoreOf({ presence, ...others }: MatchAspects): number | null {
  if (presence === null) return null;
  const values = Object.values<number | null>(others);
  return presence * (weightedMean(values, new Array<number>(values.length).fill(1)) ?? 1);
}

/** Mean of the values that there are, taken over what they lack, so that equal graphs have 1 to the last bit. */
function weightedMean(values: readonly (number | null)[], weights: readonly number[]): number | null {
  let lacking = 0;
  let total = 0;
  values.forEach((value, i) => {
    if (value === null) return;
    lacking += (1 - value) * weights[i]!;
    total += weights[i]!;
  });
  return total === 0 ? null : 1 - lacking / total;
}
