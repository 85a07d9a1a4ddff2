import { z } from 'zod';
import { matchGraphs } from '../../graph/match.js';
import { defineCheck, type CheckResult } from '../check.js';
import { departures, referenceDefects } from './reference-defects.js';
import { scoreByShare } from './scale.js';
import { THRESHOLDS } from './thresholds.js';

const DEFAULTS = THRESHOLDS['reference-match'];

/**
 * How well a page matches the one that it was to reproduce. It runs only when a reference graph is given.
 *
 * The score of `matchGraphs` knows every px, and spreads what is wrong with one block over the whole page. So what a person
 * would call wrong, and a finding is made of, costs on top of it: what is missing or reads otherwise as a warning does, other
 * departures as advice does, by their share of both pages. A page may score a little less than 1 without a finding.
 */
export const referenceMatch = defineCheck({
  meta: {
    id: 'reference-match',
    title: 'Match with the reference',
    description:
      'Where the page departs from the design that it was to reproduce (`--reference`): what is missing, what was added, other words, another place, size, colour or font size. Texts, pictures, controls and shapes of both pages are paired by what they say, what they are, where they stand and how large they are; how the page is marked up takes no part. The score is the match as a whole: the share of both pages that has a partner, times the mean likeness of the partners in text, position, size, colour, font size and relations (order, alignment, distance, overlap); and what the findings name costs more, by its share of the pages. Places are compared on pages scaled to the same height.',
    remedy:
      'Begin with what is missing and with the wrong words, since everything else is judged on what is there. Then give sections the order and the width of the reference: most misplaced elements come from one section that is too high or too low.',
    severity: 'error',
    weight: 0.9,
    source:
      'Matching and similarities follow Design2Code (arXiv 2403.03163), extended to pictures, sizes, fonts and relations; layout relations after the design graph (docs/guides/design-graph.md).',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Larger shift of a centre, as a share of the canvas, that is reported. */
    maxShift: z.number().min(0).max(1).default(DEFAULTS.maxShift.value),
    /** Ratio of sizes, geometric mean of width and height, below which one is reported. */
    minSize: z.number().min(0).max(1).default(DEFAULTS.minSize.value),
    /** Ratio of font sizes below which one is reported. */
    minFont: z.number().min(0).max(1).default(DEFAULTS.minFont.value),
    /** CIEDE2000 above which a colour is reported. */
    maxDeltaE: z.number().min(0).default(DEFAULTS.maxDeltaE.value),
  }),
  evaluate({ graph, reference, options }): CheckResult {
    if (!reference) return { score: null, reason: 'no-reference' };
    const match = matchGraphs(graph, reference);
    if (match.score === null) return { score: null, reason: 'nothing-to-match' };
    const told = departures(match, graph, reference, options);
    return {
      score:
        match.score *
        scoreByShare(told.lost, told.total, 'warning') *
        scoreByShare(told.changed, told.total, 'advisory'),
      defects: referenceDefects(match, graph, reference, options),
    };
  },
});
