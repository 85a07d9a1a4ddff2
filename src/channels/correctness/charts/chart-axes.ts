import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult } from '../../check.js';
import { union } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { nameOf } from '../wording.js';
import { containerOf, textsAround } from './container.js';
import type { Chart } from './chart.js';
import { chartsIn, withoutCharts } from './region.js';

/**
 * Axes of numbers of which nobody says what they count: no title along the axis, no unit at its labels, and no title,
 * caption or heading in or above the chart.
 */
export const chartAxes = defineCheck({
  meta: {
    id: 'chart-axes',
    title: 'Axis does not say what it measures',
    description:
      'Numbers along an axis need a name: a title at the axis, a unit at the labels ("20 %", "$40k"), or at least a title of the chart. Reported where all of them are missing. Looked at are charts drawn in SVG, and those that Chart.js (3, 4) or ECharts (5) draw on a canvas. An advice.',
    remedy:
      'Write what is measured, with its unit, along the axis or into the title of the chart: "Passengers per day, thousands".',
    severity: 'advisory',
    weight: 0.1,
    source: 'Cleveland, The Elements of Graphing Data; matplotlib and Vega-Lite title every axis of numbers',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ layout }): CheckResult {
    const charts = chartsIn(layout).flatMap((chart) => {
      const axis = chart.axes.find(({ values }) => values !== null);
      return axis ? [{ chart, axis }] : [];
    });
    if (charts.length === 0) return withoutCharts(layout);
    const mute = charts.filter(({ chart, axis }) => {
      return axis.ticks.every(({ unit }) => unit === '') && !isTitled(layout, chart);
    });
    return {
      score: scoreByShare(mute.length, charts.length, 'advisory'),
      defects: mute.map(({ chart, axis: { ticks, along } }) => ({
        element: chart.element,
        box: union(ticks[0]!.box, ticks.at(-1)!.box),
        message: `The numbers ${ticks[0]!.text} to ${ticks.at(-1)!.text} along the ${along === 'x' ? 'horizontal' : 'vertical'} axis of ${nameOf(layout, chart.element)} have neither title nor unit, and the chart has no title.`,
        measured: { value: 'numbers only' },
        expected: { value: 'title or unit' },
        suggestion: 'Add a title to the axis, or a unit to its labels.',
      })),
    };
  },
});

/** Words in the drawing that label no tick, or words around it: a heading, a caption, a line of text. */
function isTitled(layout: Layout, chart: Chart): boolean {
  const ticks = new Set(chart.axes.flatMap((axis) => axis.ticks));
  const isWords = (text: string) => /\p{L}{3}/u.test(text);
  if (chart.texts.some((text) => text.value === null && !ticks.has(text) && isWords(text.text))) return true;
  return textsAround(layout, chart, containerOf(layout, chart)).some(({ text }) => isWords(text));
}
