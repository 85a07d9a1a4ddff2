import { z } from 'zod';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round, union } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { quote } from '../wording.js';
import { placeOf, type Axis } from './axes.js';
import type { ChartText } from './chart.js';
import { chartsIn, withoutCharts } from './region.js';
import { CHART_THRESHOLDS } from './thresholds.js';

const DEFAULTS = CHART_THRESHOLDS['chart-ticks'];

/** Labels of one axis that run into each other: upright ones side by side or one above the other, and turned ones. */
export const chartTicks = defineCheck({
  meta: {
    id: 'chart-ticks',
    title: 'Labels of an axis run into each other',
    description:
      "Along an axis too many labels, or too long ones, overlap or touch, so that two read as one. Looked at are charts drawn in SVG, and those that Chart.js (3, 4) or ECharts (5) draw on a canvas; what other scripts draw there isn't known.",
    remedy:
      'Show fewer labels (every second, every fifth), shorten them ("Jan", "1.2k"), give the axis more room, or draw the bars lying down with the names beside them.',
    severity: 'warning',
    weight: 0.35,
    source: 'Reports on generated charts; Heer & Bostock and the defaults of d3-axis and Vega (labelOverlap)',
    viewports: 'all',
  },
  options: z.strictObject({
    /** Em between neighbours in a row. */
    minGap: z.number().min(0).default(DEFAULTS.minGap.value),
    /** Em between the middle lines of turned neighbours. */
    minDistance: z.number().min(0).default(DEFAULTS.minDistance.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const charts = chartsIn(layout);
    const axes = charts.flatMap((chart) => chart.axes);
    if (axes.length === 0) return withoutCharts(layout);
    const crowded = axes.flatMap((axis) => {
      const pairs = collisions(axis, options);
      return pairs.length > 0 ? [{ axis, pairs }] : [];
    });
    const all = axes.reduce((sum, { ticks }) => sum + ticks.length, 0);
    const bad = crowded.reduce((sum, { pairs }) => sum + pairs.length, 0);
    return {
      score: scoreByShare(bad, all, 'warning'),
      defects: crowded.map(({ axis, pairs }) => describe(axis, pairs, options.minGap)),
    };
  },
});

interface Collision {
  a: ChartText;
  b: ChartText;
  /** Em between them, negative where they overlap. */
  gap: number;
}

function collisions(
  { along, ticks }: Axis,
  { minGap, minDistance }: { minGap: number; minDistance: number },
): Collision[] {
  return ticks.slice(1).flatMap((b, i): Collision[] => {
    const a = ticks[i]!;
    // The same words at the same place: drawn twice, to give them an outline.
    if (a.text === b.text && Math.abs(placeOf(a, along) - placeOf(b, along)) < 2) return [];
    const em = Math.min(a.fontSize, b.fontSize);
    if (a.angle !== 0) {
      const across = Math.abs((placeOf(b, along) - placeOf(a, along)) * Math.sin((a.angle * Math.PI) / 180));
      return across / em < minDistance && a.box[0] + a.box[2] > b.box[0]
        ? [{ a, b, gap: across / em - 1 }]
        : [];
    }
    const axis = along === 'x' ? 0 : 1;
    const gap = (b.box[axis] - a.box[axis] - a.box[axis + 2]!) / em;
    // Lines of text may touch with their boxes: letters fill two thirds of them.
    return gap < (along === 'x' ? minGap : -0.35) ? [{ a, b, gap }] : [];
  });
}

function describe({ along, ticks }: Axis, pairs: readonly Collision[], minGap: number): Defect {
  const worst = pairs.reduce((a, b) => (b.gap < a.gap ? b : a));
  const relation = worst.gap < 0 ? 'overlap' : 'touch';
  const others =
    pairs.length > 1 ? `, as do ${pairs.length - 1} more pairs of its ${ticks.length} labels` : '';
  return {
    element: worst.a.element,
    box: union(worst.a.box, worst.b.box),
    message: `The labels ${quote(worst.a.text, 20)} and ${quote(worst.b.text, 20)} of a ${along === 'x' ? 'horizontal' : 'vertical'} axis ${relation}${others}.`,
    measured: { value: round(worst.gap, 2), unit: 'em', pairs: pairs.length },
    expected: { min: minGap },
    suggestion: 'Show fewer labels, shorten them, or give the axis more room.',
  };
}
