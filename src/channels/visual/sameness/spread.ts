import type { DesignGraph } from '../../../graph/schema.js';
import { traitsOf, type Lab, type Palette, type Traits } from './traits.js';

/** How far two designs are from each other, each aspect in [0,1]; `value` is the mean of the four. */
export interface DesignDistance {
  value: number;
  /** Colours, in OKLCH's space. */
  palette: number;
  /** What stands where on the first screens. */
  layout: number;
  /** Font families and the range of sizes. */
  type: number;
  /** Which kinds of elements, in which order. */
  structure: number;
}

const ASPECTS = ['palette', 'layout', 'type', 'structure'] as const;

/** Of a palette, what belongs to the grounds; the rest belongs to the letters. */
const GROUNDS = 0.65;
/** OKLab distance of colours that nobody would call alike: red and blue of middle chroma, or white and a light grey of .8. */
const FAR_COLOR = 0.2;
/** Half an octave: a page set at 16 px and one set at 23 px. */
const FAR_SIZE = 0.35;

/**
 * Spread of a group of designs (the rollouts of one prompt): the mean distance over all pairs, in [0,1]. 0 when all are the
 * same design, whatever their words. Null for fewer than two that show anything; a graph that shows nothing takes no part.
 */
export function groupSpread(graphs: readonly DesignGraph[]): DesignDistance | null {
  const distances = designDistances(graphs);
  const pairs = distances.flatMap((row, i) => row.slice(0, i).filter((each) => each !== null));
  if (pairs.length === 0) return null;
  const mean = (aspect: keyof DesignDistance) =>
    pairs.reduce((sum, pair) => sum + pair[aspect], 0) / pairs.length;
  return {
    value: mean('value'),
    palette: mean('palette'),
    layout: mean('layout'),
    type: mean('type'),
    structure: mean('structure'),
  };
}

/**
 * Distances among designs: a symmetric table, null on its diagonal and for graphs that show nothing. What the optional
 * reward term `addSpread` takes.
 */
export function designDistances(graphs: readonly DesignGraph[]): (DesignDistance | null)[][] {
  const traits = graphs.map(traitsOf);
  const distances = traits.map(() => traits.map((): DesignDistance | null => null));
  traits.forEach((a, i) => {
    traits.slice(0, i).forEach((b, j) => {
      if (a && b) distances[i]![j] = distances[j]![i] = distanceOf(a, b);
    });
  });
  return distances;
}

function distanceOf(a: Traits, b: Traits): DesignDistance {
  const distance = {
    palette: GROUNDS * paletteGap(a.grounds, b.grounds) + (1 - GROUNDS) * paletteGap(a.inks, b.inks),
    layout: difference(a.layout, b.layout),
    type: (halfDifference(a.families, b.families) + sizeGap(a.sizes, b.sizes)) / 2,
    structure: (halfDifference(a.roles, b.roles) + halfDifference(a.steps, b.steps)) / 2,
  };
  return { value: ASPECTS.reduce((sum, aspect) => sum + distance[aspect], 0) / ASPECTS.length, ...distance };
}

const paletteGap = (a: Palette, b: Palette) => (gapTo(a, b) + gapTo(b, a)) / 2;

/** How far the colours of one palette are from the nearest of the other, by their shares (a Chamfer distance). */
function gapTo(from: Palette, to: Palette): number {
  if (from.length === 0 || to.length === 0) return from.length === to.length ? 0 : 1;
  return from.reduce((sum, { color, share }) => {
    const nearest = Math.min(...to.map((other) => colorGap(color, other.color)));
    return sum + share * Math.min(1, nearest / FAR_COLOR);
  }, 0);
}

const colorGap = (a: Lab, b: Lab) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Share of what either design takes that is taken by one alone (1 minus the weighted Jaccard index). */
function difference(a: Float64Array, b: Float64Array): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    both += Math.min(a[i]!, b[i]!);
    either += Math.max(a[i]!, b[i]!);
  }
  return either === 0 ? 0 : 1 - both / either;
}

/** Half the sum of the differences of two distributions (total variation). */
function halfDifference(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const name of new Set([...a.keys(), ...b.keys()]))
    sum += Math.abs((a.get(name) ?? 0) - (b.get(name) ?? 0));
  return sum / 2;
}

/** How far sizes have to be moved to make one distribution of the other (earth mover's distance in one dimension). */
function sizeGap(a: Traits['sizes'], b: Traits['sizes']): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 0 : 1;
  const steps = [...a, ...b.map(({ log, share }) => ({ log, share: -share }))].sort((x, y) => x.log - y.log);
  let [moved, carried] = [0, 0];
  steps.forEach(({ log, share }, i) => {
    carried += share;
    const next = steps[i + 1];
    if (next) moved += Math.abs(carried) * (next.log - log);
  });
  return Math.min(1, moved / FAR_SIZE);
}
