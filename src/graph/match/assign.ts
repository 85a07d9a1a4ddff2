import munkres from 'munkres';
import { MATCH_LIMITS } from './limits.js';
import {
  dice,
  diceBound,
  bigramsOf,
  intersectionOverUnion,
  positionSimilarity,
  roleSimilarity,
  sizeSimilarity,
  type Bigrams,
} from './similarity.js';
import type { Unit, UnitKind } from './units.js';

/** A unit of the candidate and the one of the reference that it stands for. */
export interface UnitPair {
  candidate: Unit;
  reference: Unit;
}

/** How well two units fit, in [0,1]; 0 for two that must not be paired. */
type Affinity = (candidate: Unit, reference: Unit) => number;

const THINGS: readonly UnitKind[] = ['picture', 'control', 'shape'];

/**
 * Pairs the units of two graphs so that the sum of their affinities is the largest (assignment, Kuhn 1955). Equal texts
 * are paired first, among themselves: that is nearly all of most pages, and keeps the rest small. Affinity is the plain
 * mean of the similarities of text, role, place and size; of what has no words, of the last three.
 */
export function pairUnits(candidates: readonly Unit[], references: readonly Unit[]): UnitPair[] {
  const texts = { candidates: ofKind(candidates, 'text'), references: ofKind(references, 'text') };
  const equal = equalTexts(texts.candidates, texts.references);
  const taken = new Set(equal.flatMap(({ candidate, reference }) => [candidate, reference]));
  const free = (units: readonly Unit[]) => units.filter((unit) => !taken.has(unit));
  return [
    ...equal,
    ...assign(free(texts.candidates), free(texts.references), textAffinity()),
    ...THINGS.flatMap((kind) => assign(ofKind(candidates, kind), ofKind(references, kind), thingAffinity)),
  ];
}

function ofKind(units: readonly Unit[], kind: UnitKind): Unit[] {
  return units.filter((unit) => unit.kind === kind);
}

function equalTexts(candidates: readonly Unit[], references: readonly Unit[]): UnitPair[] {
  const groups = byText(references);
  return [...byText(candidates)].flatMap(([text, group]) =>
    assign(group, groups.get(text) ?? [], (a, b) => (1 + likeness(a, b)) / 4),
  );
}

function byText(units: readonly Unit[]): Map<string, Unit[]> {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const group = groups.get(unit.text);
    if (group) group.push(unit);
    else groups.set(unit.text, [unit]);
  }
  return groups;
}

function textAffinity(): Affinity {
  const known = new Map<Unit, Bigrams>();
  const bigrams = (unit: Unit) => {
    let counted = known.get(unit);
    if (!counted) known.set(unit, (counted = bigramsOf(unit.text)));
    return counted;
  };
  const { sameText, samePlace } = MATCH_LIMITS;
  return (a, b) => {
    const [left, right] = [bigrams(a), bigrams(b)];
    const bound = diceBound(left, right);
    const text = bound < sameText.value ? 0 : dice(left, right);
    if (text < sameText.value && intersectionOverUnion(a.place, b.place) < samePlace.value) return 0;
    return (text + likeness(a, b)) / 4;
  };
}

function thingAffinity(a: Unit, b: Unit): number {
  const affinity = likeness(a, b) / 3;
  return affinity < MATCH_LIMITS.sameThing.value ? 0 : affinity;
}

function likeness(a: Unit, b: Unit): number {
  return roleSimilarity(a, b) + positionSimilarity(a.place, b.place) + sizeSimilarity(a.box, b.box);
}

/** The best assignment of two lists; of long ones, of their upper and lower halves. */
function assign(candidates: readonly Unit[], references: readonly Unit[], affinity: Affinity): UnitPair[] {
  if (candidates.length === 0 || references.length === 0) return [];
  if (candidates.length === 1 && references.length === 1) {
    const [candidate, reference] = [candidates[0]!, references[0]!];
    return affinity(candidate, reference) > 0 ? [{ candidate, reference }] : [];
  }
  if (candidates.length * references.length > MATCH_LIMITS.block.value) {
    const [upper, lower] = halves(candidates);
    const [upperReferences, lowerReferences] = halves(references);
    return [...assign(upper, upperReferences, affinity), ...assign(lower, lowerReferences, affinity)];
  }
  const costs = candidates.map((candidate) => references.map((reference) => -affinity(candidate, reference)));
  return munkres(costs).flatMap(([i, j]) =>
    costs[i]![j]! < 0 ? [{ candidate: candidates[i]!, reference: references[j]! }] : [],
  );
}

function halves(units: readonly Unit[]): [Unit[], Unit[]] {
  const sorted = units.toSorted((a, b) => a.place[1] - b.place[1]);
  const middle = Math.ceil(sorted.length / 2);
  return [sorted.slice(0, middle), sorted.slice(middle)];
}
