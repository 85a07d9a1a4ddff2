import { SMALLEST_CHART, type Box, type Layout } from '../../../render/capture.js';
import { sceneOf, upFrom } from '../scene.js';
import type { Chart } from './chart.js';
import { chartOnCanvas } from './on-canvas.js';
import { chartInSvg } from './svg.js';

const known = new WeakMap<Layout, Chart[]>();

/** The charts of a layout that tell their marks, in SVG or through the library that draws them: with a value axis, bars, or slices. */
export function chartsIn(layout: Layout): Chart[] {
  let charts = known.get(layout);
  if (!charts) known.set(layout, (charts = findCharts(layout)));
  return charts;
}

/** Why there is nothing to look at. */
export function withoutCharts(layout: Layout): { score: null; reason: string } {
  const canvas = layout.nodes.some(({ name, box }) => name === 'canvas' && isLarge(box));
  return { score: null, reason: canvas ? 'canvas-tells-nothing' : 'no-charts' };
}

function isLarge(box: Box | null): boolean {
  return box !== null && box[2] >= SMALLEST_CHART.width && box[3] >= SMALLEST_CHART.height;
}

function findCharts(layout: Layout): Chart[] {
  const charts: Chart[] = [];
  layout.nodes.forEach(({ name, box, parent, drawing }, i) => {
    if (!box || !isLarge(box) || !sceneOf(layout).drawn[i]) return;
    if (drawing) {
      const chart = chartOnCanvas(drawing, i, box);
      if (isChart(chart)) charts.push(chart);
    }
    if (name !== 'svg') return;
    for (const at of upFrom(layout, parent)) if (layout.nodes[at]!.name === 'svg') return;
    const chart = chartInSvg(layout, i, box);
    if (chart && isChart(chart)) charts.push(chart);
  });
  return charts;
}

function isChart({ axes, bars, lines, slices, texts }: Chart): boolean {
  const measures = axes.some(({ values }) => values !== null);
  if (measures && (bars.length >= 2 || lines.length >= 1)) return true;
  if (slices.length >= 2 && Math.abs(slices.reduce((sum, { share }) => sum + share, 0) - 1) < 0.02)
    return true;
  return bars.length >= 3 && texts.filter(({ value }) => value !== null).length >= 3;
}
