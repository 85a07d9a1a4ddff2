import { z } from 'zod';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { area, intersect, round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { contains } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import type { Chart } from './chart.js';
import { chartsIn, withoutCharts } from './region.js';
import { legendOf, seriesOf } from './series.js';

/**
 * Charts of several series that nothing tells apart, and legends that lie outside of their drawing, where it is cut off.
 * A legend may stand anywhere in or around the drawing: signs with words, words in the series' colours, or words at the
 * ends of the lines.
 */
export const chartLegend = defineCheck({
  meta: {
    id: 'chart-legend',
    title: 'Series of a chart are not named',
    description:
      'A chart with several lines, or with bars of several colours at each place, needs a legend or names at the series: without them nobody can tell which is which. A legend that is cut off by the edge of the drawing is as good as missing. Looked at are charts drawn in SVG, and those that Chart.js (3, 4) or ECharts (5) draw on a canvas.',
    remedy:
      'Add a legend with the colour and the name of each series, or write the name at the end of each line. Make room for it within the viewBox.',
    severity: 'warning',
    weight: 0.3,
    source: 'Cleveland, The Elements of Graphing Data; what Vega-Lite, Plotly and Highcharts draw by default',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ layout }): CheckResult {
    const charts = chartsIn(layout).flatMap((chart) => {
      const series = seriesOf(chart);
      return series.length >= 2 ? [{ chart, series }] : [];
    });
    if (charts.length === 0) {
      const none = withoutCharts(layout);
      return chartsIn(layout).length > 0 ? { score: null, reason: 'no-chart-of-several-series' } : none;
    }
    const defects: Defect[] = [];
    for (const { chart, series } of charts) {
      const entries = legendOf(layout, chart, series);
      if (entries.length === 0) defects.push(missing(nameOf(layout, chart.element), chart, series.length));
      for (const { element, box, text } of entries) {
        const inside = area(intersect(box, chart.box)) / area(box);
        if (contains(layout, chart.element, element) && inside < 0.9) {
          defects.push({
            element,
            box,
            message: `The legend's ${quote(text, 30)} lies outside the drawing, by ${Math.round((1 - inside) * 100)} % of its size.`,
            measured: { value: round(inside, 2), unit: 'share inside' },
            expected: { min: 1 },
            suggestion: 'Make room for the legend within the viewBox, or move it inwards.',
          });
        }
      }
    }
    const affected = new Set(defects.map(({ element }) => element)).size;
    return {
      score: scoreByShare(Math.min(affected, charts.length), charts.length, 'warning', 'likely'),
      defects,
    };
  },
});

function missing(name: string, { element, box }: Chart, series: number): Defect {
  return {
    element,
    box,
    message: `${name} shows ${series} series in different colours, and nothing says which is which.`,
    measured: { value: 0, unit: 'named series', series },
    expected: { min: series },
    suggestion: 'Add a legend, or write the name of each series beside it in its colour.',
    certainty: 'likely',
  };
}
