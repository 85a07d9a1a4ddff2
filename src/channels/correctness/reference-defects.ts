import { colorDifference, inkColor } from '../../graph/match/similarity.js';
import type { GraphMatch, NodePair, NodePart } from '../../graph/match.js';
import type { DesignGraph, GraphNode, Rgba } from '../../graph/schema.js';
import type { Box } from '../../render/capture.js';
import type { Defect } from '../check.js';
import { hex } from './contrast.js';
import { round } from './geometry.js';
import { quote } from './wording.js';

/** How far a pair may differ before it is told. */
export interface Tolerance {
  maxShift: number;
  minSize: number;
  minFont: number;
  maxDeltaE: number;
}

/** What a finding is about: its words, else its role. */
type Namer = (part: NodePart) => string;

/**
 * What a match says is wrong, the gravest first and the largest of each kind first, so that a limit on findings drops the
 * least. Colours and font sizes that are wrong in the same way are told once.
 */
export function referenceDefects(
  match: GraphMatch,
  candidate: DesignGraph,
  reference: DesignGraph,
  tolerance: Tolerance,
): Defect[] {
  const here = (part: NodePart) => candidate.nodes[part.node]!;
  const there = (part: NodePart) => reference.nodes[part.node]!;
  const name: Namer = (part) => (part.text ? quote(part.text) : `the ${there(part).role}`);
  const pairs = match.pairs.toSorted((a, b) => areaOf(b.reference) - areaOf(a.reference));
  const bySize = (parts: readonly NodePart[]) => parts.toSorted((a, b) => areaOf(b) - areaOf(a));
  return [
    ...bySize(match.missing).map((part) => missing(part, there(part).role)),
    ...pairs.flatMap((pair) => rewordedText(pair, here(pair.candidate))),
    ...pairs.flatMap((pair) => misplaced(pair, here(pair.candidate), name, tolerance.maxShift)),
    ...[...changedPlaces(pairs)]
      .filter(([{ similarity }]) => 1 - similarity.position <= tolerance.maxShift)
      .map(([pair, other]) => outOfOrder(pair, other, here(pair.candidate), name)),
    ...pairs.flatMap((pair) => resized(pair, here(pair.candidate), name, tolerance.minSize)),
    ...together(
      pairs.flatMap((pair) => recolored(pair, here(pair.candidate), there(pair.reference), name, tolerance)),
    ),
    ...together(
      pairs.flatMap((pair) => refitted(pair, here(pair.candidate), there(pair.reference), name, tolerance)),
    ),
    ...bySize(match.extra).map((part) => added(part, here(part))),
  ];
}

/**
 * How much of both pages the findings are about, in the weights of `matchGraphs` (square roots of areas): `lost` is missing or
 * reads otherwise, `changed` was added or departs in another way.
 */
export function departures(
  match: GraphMatch,
  candidate: DesignGraph,
  reference: DesignGraph,
  tolerance: Tolerance,
): { lost: number; changed: number; total: number } {
  const weigh = (parts: readonly NodePart[]) => parts.reduce((sum, part) => sum + Math.sqrt(areaOf(part)), 0);
  const both = (pairs: readonly NodePair[]) =>
    weigh(pairs.flatMap((pair) => [pair.candidate, pair.reference]));
  const isReworded = ({ similarity }: NodePair) => similarity.text !== null && similarity.text < 1;
  const places = changedPlaces(match.pairs);
  const others = match.pairs.filter((pair) => {
    const [is, should] = [candidate.nodes[pair.candidate.node]!, reference.nodes[pair.reference.node]!];
    return (
      !isReworded(pair) &&
      (places.has(pair) ||
        [
          misplaced(pair, is, () => '', tolerance.maxShift),
          resized(pair, is, () => '', tolerance.minSize),
          recolored(pair, is, should, () => '', tolerance),
          refitted(pair, is, should, () => '', tolerance),
        ].some((defects) => defects.length > 0))
    );
  });
  const lost = weigh(match.missing) + both(match.pairs.filter(isReworded));
  return {
    lost,
    changed: weigh(match.extra) + both(others),
    total: both(match.pairs) + weigh(match.missing) + weigh(match.extra),
  };
}

function missing(part: NodePart, role: string): Defect {
  const what = part.text ? `the ${role} ${quote(part.text)}` : `the ${role}`;
  return {
    element: null,
    box: null,
    message: `The reference shows ${what} at ${placeText(part.box)}; the page does not.`,
    measured: { found: false },
    expected: { ...(part.text && { text: quote(part.text, 80) }), ...placeOf(part.box) },
    suggestion: `Add ${what}, ${sizeText(part.box)}, at ${placeText(part.box)}.`,
  };
}

function added(part: NodePart, node: GraphNode): Defect {
  const what = part.text ? quote(part.text) : `This ${node.role}`;
  return {
    element: node.element,
    box: part.box,
    message: `${what} is not in the reference.`,
    measured: { found: true },
    expected: { found: false },
    suggestion: 'Remove it, or make it the part of the reference that it stands for.',
    severity: 'warning',
  };
}

function rewordedText({ candidate, reference, similarity }: NodePair, node: GraphNode): Defect[] {
  if (similarity.text === null || similarity.text === 1) return [];
  return [
    {
      element: node.element,
      box: candidate.box,
      message: `${quote(candidate.text)} reads ${quote(reference.text)} in the reference.`,
      measured: { text: quote(candidate.text, 80), similarity: round(similarity.text, 2) },
      expected: { text: quote(reference.text, 80) },
      suggestion: `Write ${quote(reference.text, 80)}.`,
    },
  ];
}

function misplaced(
  { candidate, reference, similarity }: NodePair,
  node: GraphNode,
  name: Namer,
  maxShift: number,
): Defect[] {
  const shift = 1 - similarity.position;
  if (shift <= maxShift) return [];
  return [
    {
      element: node.element,
      box: candidate.box,
      message: `${name(reference)} stands at ${placeText(candidate.box)}, in the reference at ${placeText(reference.box)}: ${round(shift * 100)} % of the canvas away.`,
      measured: { value: round(shift * 100), unit: '%', ...placeOf(candidate.box) },
      expected: { max: round(maxShift * 100), ...placeOf(reference.box) },
      suggestion: `Move it to ${placeText(reference.box)}.`,
      severity: 'warning',
    },
  ];
}

/**
 * Pairs that have changed places with another of their column: the smaller of the two, with the other. However near they stand, a
 * reader comes upon them in another order.
 */
function changedPlaces(pairs: readonly NodePair[]): Map<NodePair, NodePair> {
  const changed = new Map<NodePair, NodePair>();
  for (const [i, a] of pairs.entries()) {
    for (const b of pairs.slice(i + 1)) {
      const there = above(a.reference.box, b.reference.box);
      if (there === 0 || above(a.candidate.box, b.candidate.box) !== -there) continue;
      if (areaOf(a.reference) < areaOf(b.reference)) changed.set(a, b);
      else changed.set(b, a);
    }
  }
  return changed;
}

/** 1 when a box stands above another in one column, -1 when it stands below it, else 0. */
function above(a: Box, b: Box): -1 | 0 | 1 {
  if (a[0] >= b[0] + b[2] || b[0] >= a[0] + a[2]) return 0;
  if (a[1] + a[3] <= b[1]) return 1;
  return b[1] + b[3] <= a[1] ? -1 : 0;
}

function outOfOrder(
  { candidate, reference }: NodePair,
  other: NodePair,
  node: GraphNode,
  name: Namer,
): Defect {
  const [is, should] =
    above(reference.box, other.reference.box) > 0 ? ['below', 'above'] : ['above', 'below'];
  return {
    element: node.element,
    box: candidate.box,
    message: `${name(reference)} stands ${is} ${name(other.reference)}, in the reference ${should} it.`,
    measured: { place: is, ...placeOf(candidate.box) },
    expected: { place: should, ...placeOf(reference.box) },
    suggestion: `Move it ${should} ${name(other.reference)}.`,
    severity: 'warning',
  };
}

function resized(
  { candidate, reference, similarity }: NodePair,
  node: GraphNode,
  name: Namer,
  minSize: number,
): Defect[] {
  if (similarity.size >= minSize) return [];
  return [
    {
      element: node.element,
      box: candidate.box,
      message: `${name(reference)} takes ${sizeText(candidate.box)}, in the reference ${sizeText(reference.box)}.`,
      measured: { width: round(candidate.box[2]), height: round(candidate.box[3]) },
      expected: { width: round(reference.box[2]), height: round(reference.box[3]) },
      suggestion: `Make it ${sizeText(reference.box)}.`,
      severity: 'warning',
    },
  ];
}

function recolored(
  { candidate, reference }: NodePair,
  node: GraphNode,
  wanted: GraphNode,
  name: Namer,
  { maxDeltaE }: Tolerance,
): Defect[] {
  const parts: [string, string, Rgba | null, Rgba | null][] = [
    ['text', 'color', inkColor(node), inkColor(wanted)],
    ['background', 'background', node.background.color, wanted.background.color],
  ];
  return parts.flatMap(([what, property, is, should]): Defect[] => {
    if (!is || !should) return [];
    const difference = colorDifference(is, should);
    if (difference <= maxDeltaE) return [];
    return [
      {
        element: node.element,
        box: candidate.box,
        message: `The ${what} of ${name(reference)} is ${hex(is)}, in the reference ${hex(should)}: ${round(difference)} apart (CIEDE2000).`,
        measured: { [property]: hex(is), deltaE: round(difference) },
        expected: { [property]: hex(should), max: maxDeltaE },
        suggestion: `Set its ${property} to ${hex(should)}.`,
        severity: 'warning',
      },
    ];
  });
}

function refitted(
  { candidate, reference, similarity }: NodePair,
  node: GraphNode,
  wanted: GraphNode,
  name: Namer,
  { minFont }: Tolerance,
): Defect[] {
  if (similarity.font === null || similarity.font >= minFont) return [];
  const [is, should] = [round(node.font!.size), round(wanted.font!.size)];
  return [
    {
      element: node.element,
      box: candidate.box,
      message: `${name(reference)} is set in ${is} px, in the reference in ${should} px.`,
      measured: { value: is, unit: 'px' },
      expected: { value: should },
      suggestion: `Set its font-size to ${should}px.`,
      severity: 'warning',
    },
  ];
}

/** One defect for all that measure and expect the same; the first stands for the others and counts them. */
function together(defects: readonly Defect[]): Defect[] {
  const groups = new Map<string, Defect[]>();
  for (const defect of defects) {
    const key = JSON.stringify([defect.measured, defect.expected]);
    groups.set(key, [...(groups.get(key) ?? []), defect]);
  }
  return [...groups.values()].map((group) => {
    const first = group[0]!;
    const others = group.length - 1;
    if (others === 0) return first;
    const also = `So ${others === 1 ? 'is one other' : `are ${others} others`}.`;
    return {
      ...first,
      message: `${first.message} ${also}`,
      measured: { ...first.measured, elements: group.length },
    };
  });
}

function areaOf({ box }: NodePart): number {
  return box[2] * box[3];
}

function placeOf([x, y, width, height]: Box) {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function placeText([x, y]: Box): string {
  return `(${round(x)}, ${round(y)})`;
}

function sizeText([, , width, height]: Box): string {
  return `${round(width)} x ${round(height)} px`;
}
