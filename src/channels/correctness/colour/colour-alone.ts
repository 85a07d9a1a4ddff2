import { z } from 'zod';
import { parseColor } from '../../../graph/color.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { quote } from '../wording.js';
import { chartsOf, type Chart, type Mark } from './charts.js';
import { DEFICIENCIES, differenceOf, differenceSeenBy } from './spaces.js';
import { COLOUR_THRESHOLDS } from './thresholds.js';

const DEFAULTS = COLOUR_THRESHOLDS['colour-alone'];
const OPTIONS = z.strictObject({
  /** CIEDE2000 as colour-blind eyes see it, from which two series are told apart. */
  minDifference: z.number().nonnegative().default(DEFAULTS.minDifference.value),
});

/**
 * Series of a chart that colour-blind readers can't tell apart, though a legend tells them apart by colour.
 *
 * Not meant, and left out: charts without a legend, where colour is decoration; series that also differ by dashes or by
 * the shape of their marks, or that are named beside the marks themselves; charts on a canvas and in pictures, of which
 * only pixels are known; colours too alike for everybody.
 */
export const colourAlone = defineCheck({
  meta: {
    id: 'colour-alone',
    title: 'Meaning by colour alone',
    description:
      'Series of an SVG chart that its legend tells apart by colour alone, in colours that fall together for readers with protanopia or deuteranopia (red and green, blue and violet). One man in twelve sees colours differently. The colours are compared as such readers see them, by CIEDE2000.',
    remedy:
      'Name the series beside their marks, or add dashes, patterns or shapes of points; or choose colours that differ in lightness too.',
    severity: 'warning',
    weight: 0.2,
    source:
      'WCAG 2.2, 1.4.1 Use of Color; Machado, Oliveira & Fernandes 2009 (doi 10.1109/TVCG.2009.113) for the simulation',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, graph, options }): CheckResult {
    const charts = chartsOf(layout, graph).filter(({ legend }) => legend.length > 1);
    if (charts.length === 0) return { score: null, reason: 'no-chart-with-a-legend' };
    let [series, lost] = [0, 0];
    const defects = charts.flatMap((chart): Defect[] => {
      const entries = entriesOf(chart);
      const pairs = pairsOf(entries, options.minDifference);
      series += entries.length;
      lost += new Set(pairs.flatMap(({ a, b }) => [a, b])).size;
      return pairs.map((pair) => defectOf(chart, pair, options.minDifference));
    });
    if (series < 2) return { score: null, reason: 'no-chart-with-a-legend' };
    return { score: scoreByShare(lost, series, 'warning', 'likely'), defects };
  },
});

interface Entry {
  color: string;
  text: string;
  marks: Mark[];
}

interface Pair {
  a: Entry;
  b: Entry;
  deficiency: keyof typeof DEFICIENCIES;
  seen: number;
}

/** The series of the legend that the chart shows and that nothing but their colour names. */
function entriesOf({ legend, series, texts }: Chart): Entry[] {
  return legend.flatMap(({ color, text }) => {
    const marks = series.get(color);
    return marks && !texts.includes(text) ? [{ color, text, marks }] : [];
  });
}

function pairsOf(entries: readonly Entry[], minDifference: number): Pair[] {
  return entries.flatMap((a, i) =>
    entries.slice(i + 1).flatMap((b): Pair[] => {
      const [first, second] = [parseColor(a.color)!, parseColor(b.color)!];
      // Twice as far apart for other eyes: what is hard for everybody is no matter of colour vision.
      if (isToldApart(a, b) || differenceOf(first, second) < 2 * minDifference) return [];
      const [worst] = (Object.keys(DEFICIENCIES) as (keyof typeof DEFICIENCIES)[])
        .map((deficiency) => ({ deficiency, seen: differenceSeenBy(deficiency, first, second) }))
        .sort((x, y) => x.seen - y.seen);
      return worst!.seen < minDifference ? [{ a, b, ...worst! }] : [];
    }),
  );
}

/** Do dashes or the kind of marks tell the series apart? */
function isToldApart(a: Entry, b: Entry): boolean {
  const traits = (of: (mark: Mark) => string) => {
    const [first, second] = [new Set(a.marks.map(of)), new Set(b.marks.map(of))];
    return [...first].some((trait) => !second.has(trait)) || [...second].some((trait) => !first.has(trait));
  };
  return traits(({ dash }) => dash) || traits(({ tag }) => tag);
}

function defectOf(chart: Chart, { a, b, deficiency, seen }: Pair, minDifference: number): Defect {
  return {
    element: chart.element,
    box: chart.box,
    certainty: 'likely',
    message: `${quote(a.text)} (${a.color}) and ${quote(b.text)} (${b.color}) look alike to readers with ${deficiency}, and only their colours tell them apart.`,
    measured: { value: round(seen), unit: 'CIEDE2000', deficiency, first: a.color, second: b.color },
    expected: { min: minDifference },
    suggestion:
      'Make one of them clearly lighter or darker, give one a dashed line or a pattern, or write their names beside the marks.',
  };
}
