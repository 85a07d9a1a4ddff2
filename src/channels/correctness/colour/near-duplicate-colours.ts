import { z } from 'zod';
import type { DesignGraph, Rgba } from '../../../graph/schema.js';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { largest, textColors, type Use } from '../brand/uses.js';
import { hex } from '../contrast.js';
import { area, round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf } from '../scene.js';
import { nameOf } from '../wording.js';
import { differenceOf, oklchOf } from './spaces.js';
import { COLOUR_THRESHOLDS } from './thresholds.js';

const DEFAULTS = COLOUR_THRESHOLDS['near-duplicate-colours'];

/**
 * Colours of text, or of surfaces, that nobody can tell apart: two values where one was meant.
 *
 * Not meant, and left out: surfaces that are nearly white or nearly black, whose fine steps are levels; translucent
 * ones, which are one colour laid on different grounds; gradients, pictures and drawings; a colour hardly used.
 */
export const nearDuplicateColours = defineCheck({
  meta: {
    id: 'near-duplicate-colours',
    title: 'Nearly equal colours',
    description:
      'Two colours of text, or of surfaces, that differ by less than an eye can see on one page (CIEDE2000). They are the trace of values written anew instead of taken from a palette; nobody sees the difference, but everybody who changes the page pays for it.',
    remedy: 'Use one of the two for both, by a CSS variable.',
    severity: 'advisory',
    weight: 0.05,
    source: 'CIE 142-2001 (CIEDE2000); Mokrzycki & Tatol 2011 on what differences are seen',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** CIEDE2000 below which two colours are taken for one. */
    minDifference: z.number().nonnegative().default(DEFAULTS.minDifference.value),
    /** Share of the text or of the surfaces from which a colour counts. */
    minShare: z.number().min(0).max(1).default(DEFAULTS.minShare.value),
  }),
  evaluate({ layout, graph, options }): CheckResult {
    const measures = [
      { of: 'text', uses: textColors(graph) },
      { of: 'surfaces', uses: surfacesOf(layout, graph) },
    ];
    if (measures.every(({ uses }) => uses.length === 0)) return { score: null, reason: 'nothing-to-compare' };
    let score = 1;
    const defects: Defect[] = [];
    for (const { of, uses } of measures) {
      const total = weigh(uses);
      const colours = coloursOf(uses).filter((colour) => weigh(colour) >= options.minShare * total);
      const doubles = doublesOf(colours, options.minDifference);
      score *= scoreByShare(
        doubles.reduce((sum, { rare }) => sum + weigh(rare), 0),
        total,
        'advisory',
      );
      defects.push(...doubles.map((double) => defectOf(layout, double, of, options.minDifference)));
    }
    return { score, defects };
  },
});

const weigh = (uses: readonly Use<Rgba>[]) => uses.reduce((sum, { weight }) => sum + weight, 0);

/** Lightness in OKLCH beyond which surfaces are levels of white and of black. */
const LEVELS = { light: 0.93, dark: 0.3 } as const;

function surfacesOf(layout: Layout, { nodes }: DesignGraph): Use<Rgba>[] {
  return nodes.flatMap(({ element, clippedBox }) => {
    const facts = factsOf(layout, element);
    if (!facts || facts.background[3] < 1 || facts.textClip || !clippedBox) return [];
    const { l } = oklchOf(facts.background);
    if (l > LEVELS.light || l < LEVELS.dark) return [];
    return [{ element, value: facts.background, weight: area(clippedBox) }];
  });
}

/** The uses of each colour, the most used first. */
function coloursOf(uses: readonly Use<Rgba>[]): Use<Rgba>[][] {
  const colours = new Map<string, Use<Rgba>[]>();
  for (const use of uses) {
    const key = hex(use.value);
    const known = colours.get(key);
    if (known) known.push(use);
    else colours.set(key, [use]);
  }
  return [...colours.values()].sort((a, b) => weigh(b) - weigh(a));
}

interface Double {
  rare: Use<Rgba>[];
  usual: Use<Rgba>[];
  difference: number;
}

/** Every colour that a more used one is nearly equal to, with the nearest such. */
function doublesOf(colours: readonly Use<Rgba>[][], minDifference: number): Double[] {
  return colours.flatMap((rare, i): Double[] => {
    const [nearest] = colours
      .slice(0, i)
      .map((usual) => ({ rare, usual, difference: differenceOf(rare[0]!.value, usual[0]!.value) }))
      .sort((a, b) => a.difference - b.difference);
    return nearest && nearest.difference < minDifference ? [nearest] : [];
  });
}

function defectOf(
  layout: Layout,
  { rare, usual, difference }: Double,
  of: string,
  minDifference: number,
): Defect {
  const { element, value } = largest(rare);
  const other = hex(usual[0]!.value);
  return {
    element,
    box: layout.nodes[element]!.box,
    message: `The ${of === 'text' ? 'text colour' : 'background'} ${hex(value)} of ${nameOf(layout, element)} is nearly ${other}, which the page uses more.`,
    measured: { value: round(difference, 2), unit: 'CIEDE2000', first: hex(value), second: other },
    expected: { min: minDifference },
    suggestion: `Use ${other} for both.`,
  };
}
