import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { quote } from '../wording.js';
import { fitOf, labelledBarsOf, type Fit, type LabelledBars } from './bars.js';
import { comparedWithTables, type Compared } from './data-table.js';
import { labelledSlicesOf, type LabelledSlice } from './pie.js';
import { chartsIn, withoutCharts } from './region.js';
import { CHART_THRESHOLDS } from './thresholds.js';

const DEFAULTS = CHART_THRESHOLDS['chart-data'];

interface Options {
  maxError: number;
  maxShare: number;
  minBase: number;
}

/**
 * Marks that contradict the numbers written at them: bars of a length that their label doesn't have, slices of another
 * share than their percentage, and bars that begin elsewhere than at zero. Only where each mark has one number, and most
 * marks agree with theirs.
 */
export const chartData = defineCheck({
  meta: {
    id: 'chart-data',
    title: 'Chart contradicts its numbers',
    description:
      'The length of a bar or the share of a slice is measured in the drawing and compared with the number written at it. A bar that is too long or too short for its number misinforms; bars whose base is cut off exaggerate differences (a warning). A number may stand at the mark, in its `data-value` or `aria-label`, or in a table of the page that has the names of the axis. Looked at are charts drawn in SVG, and those that Chart.js (3, 4) or ECharts (5) draw on a canvas, where most marks agree with their numbers in one scale, logarithmic ones too.',
    remedy:
      'Compute lengths and angles from the data instead of writing them by hand, with one scale for all, from zero.',
    severity: 'error',
    weight: 0.5,
    source: 'Tufte, The Visual Display of Quantitative Information (lie factor); reports on generated charts',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Share of the longest bar by which a length may be off. */
    maxError: z.number().min(0).max(1).default(DEFAULTS.maxError.value),
    /** Share of the circle by which a slice may be off. */
    maxShare: z.number().min(0).max(1).default(DEFAULTS.maxShare.value),
    /** Length at zero, as a share of the longest bar, from which the base counts as cut off. */
    minBase: z.number().min(0).max(1).default(DEFAULTS.minBase.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const charts = chartsIn(layout);
    const defects: Defect[] = [];
    let marks = 0;
    let wrong = 0;
    let cut = 0;
    for (const chart of charts) {
      for (const bars of labelledBarsOf(layout, chart)) {
        const fit = fitOf(
          bars.bars.map(({ label }) => label.value!),
          bars.bars.map(({ length }) => length),
          options.maxError,
        );
        if (!fit) continue;
        marks += bars.bars.length;
        wrong += fit.off.length;
        defects.push(...fit.off.map((one) => ofBar(layout, bars, one)));
        const based = ofBase(bars, fit, options);
        if (based) {
          cut += bars.bars.length;
          defects.push(based);
        }
      }
      const compared = comparedWithTables(layout, chart);
      marks += compared.length;
      const others = compared.filter(({ agrees }) => !agrees);
      wrong += others.length;
      defects.push(...others.map(ofTable));
      const slices = labelledSlicesOf(layout, chart);
      marks += slices.length;
      const off = slices.filter(({ slice, said }) => Math.abs(slice.share - said) > options.maxShare);
      wrong += off.length;
      defects.push(...off.map((one) => ofSlice(one, options)));
    }
    if (marks === 0) {
      return charts.length > 0 ? { score: null, reason: 'no-labelled-marks' } : withoutCharts(layout);
    }
    return {
      score: scoreByShare(wrong, marks, 'error') * scoreByShare(cut, marks, 'warning', 'likely'),
      defects,
    };
  },
});

function ofBar(
  layout: Layout,
  { bars, along }: LabelledBars,
  { index, expected }: Fit['off'][number],
): Defect {
  const { mark, label, length } = bars[index]!;
  const side = along === 'y' ? 'high' : 'long';
  return {
    element: mark.element,
    box: mark.box,
    message: `The bar of ${quote(label.text, 20)} is ${round(length)} px ${side}; by the scale of the others it should be ${round(expected)} px.`,
    measured: { value: round(length), unit: 'px', label: label.text },
    expected: { value: round(expected), unit: 'px' },
    suggestion: 'Compute its length from the number, or correct the number.',
    source: layout.nodes[mark.element]!.source ?? null,
  };
}

function ofBase({ bars }: LabelledBars, { scale, base }: Fit, { minBase }: Options): Defect | null {
  const longest = bars.reduce((a, b) => (b.length > a.length ? b : a));
  if (scale !== 'cut' || Math.abs(base) < minBase * longest.length) return null;
  return {
    element: longest.mark.element,
    box: longest.mark.box,
    message: `The bars don't begin at zero: a bar of value 0 would be ${round(base)} px long, so that their lengths don't compare as their numbers do.`,
    measured: { value: round(base / longest.length, 2), unit: 'share of the longest bar' },
    expected: { max: minBase },
    suggestion: 'Let the bars begin at zero, or draw dots or a line where that hides the differences.',
    severity: 'warning',
    certainty: 'likely',
  };
}

function ofTable({ name, series, shown, said, mark }: Compared): Defect {
  const round4 = (value: number) => Number(value.toPrecision(4));
  return {
    element: mark.element,
    box: mark.box,
    message: `The chart shows ${round4(shown)} for ${quote(name, 30)}${series === '' ? '' : ` (${quote(series, 30)})`}, a table of the page says ${round4(said)}.`,
    measured: { value: round4(shown), label: name },
    expected: { value: round4(said) },
    suggestion: 'Draw chart and table from the same data.',
    certainty: 'likely',
  };
}

function ofSlice({ slice, text, said }: LabelledSlice, { maxShare }: Options): Defect {
  const percent = (share: number) => Math.round(share * 1000) / 10;
  return {
    element: slice.element,
    box: slice.box,
    message: `The slice of ${quote(text, 30)} takes ${percent(slice.share)} % of the circle, not ${percent(said)} %.`,
    measured: { value: round(slice.share, 3), unit: 'share of the circle' },
    expected: { min: round(said - maxShare, 3), max: round(said + maxShare, 3) },
    suggestion: 'Compute its angle from the number, or correct the number.',
  };
}
