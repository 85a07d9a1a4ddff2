import { parseColor } from '../../../graph/color.js';
import type { Rgba } from '../../../graph/schema.js';
import type { Box, Drawing } from '../../../render/capture.js';
import { axesOf } from './axes.js';
import { emptyChart, type Chart, type Mark } from './chart.js';
import { numberOf } from './numbers.js';
import { CLOSE, distance } from './series.js';

/** Stands for a gradient or a pattern, which have no one colour. */
const MIXED: Rgba = [0.5, 0.5, 0.5, 1];

/** What a library says that it has drawn on a canvas, as a chart. All its parts name the canvas: it has no elements. */
export function chartOnCanvas({ texts, shapes }: Drawing, element: number, box: Box): Chart {
  const chart = emptyChart(element, box);
  chart.texts = texts.flatMap(({ text, size, color, angle, ...rest }) => {
    const words = text.trim();
    const number = numberOf(words);
    return words === ''
      ? []
      : [
          {
            ...rest,
            node: element,
            element,
            text: words,
            fontSize: size,
            angle: Math.abs(angle) < 1 ? 0 : angle,
            value: number?.value ?? null,
            unit: number?.unit ?? '',
            color: color === null ? null : parseColor(color),
          },
        ];
  });
  for (const { kind, color, share, series, points, ...rest } of shapes) {
    const mark: Mark = { ...rest, element, color: (color === null ? null : parseColor(color)) ?? MIXED };
    if (kind === 'slice') chart.slices.push({ ...mark, share: share ?? 0 });
    else if (kind === 'sign') chart.signs.push(mark);
    else chart[kind === 'bar' ? 'bars' : 'lines'].push(mark);
    if (points.length === 0) continue;
    const known = chart.data.find((one) => one.series === (series ?? ''));
    if (known) known.points = [...known.points, ...points];
    else chart.data.push({ series: series ?? '', points });
  }
  chart.axes = axesOf(chart.texts);
  chart.signs = chart.signs.filter((sign) => isOfLegend(sign, chart));
  return chart;
}

/** Not every small shape is a sign of the legend: one stands beside the name of a series, or of a slice. */
function isOfLegend(sign: Mark, { texts, data, slices }: Chart): boolean {
  const names = new Set(data.map(({ series }) => series));
  if (slices.length > 0) for (const { points } of data) for (const [name] of points) names.add(name);
  return texts.some(({ text, box }) => names.has(text) && distance(sign.box, box) < CLOSE);
}
