import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { layoutOf, pageOf } from '../../../render/testing/page.js';
import { evaluateCapture } from '../../testing/evaluate.js';
import { CHART_CHECKS } from './index.js';
import { withoutCharts } from './region.js';

const { resolve } = createRequire(import.meta.url);
const LIBRARIES = {
  'chart.js': readFileSync(resolve('chart.js').replace(/chart\.c?js$/, 'chart.umd.js'), 'utf8'),
  echarts: readFileSync(resolve('echarts/dist/echarts.min.js'), 'utf8'),
};

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

/** What the checks of charts say of a page: messages of the findings, or null where there is nothing to check. */
async function judge(
  library: keyof typeof LIBRARIES,
  config: string,
  around = '',
): Promise<Record<string, unknown>> {
  const draw =
    library === 'chart.js'
      ? `<canvas id="c" width="700" height="340"></canvas><script src="library.js"></script>
         <script>new Chart(document.getElementById('c'), { options: { responsive: false, animation: false }, ...${config} })</script>`
      : `<div id="c" style="width:700px;height:340px"></div><script src="library.js"></script>
         <script>echarts.init(document.getElementById('c')).setOption({ animation: false, ...${config} })</script>`;
  const capture = await renderer.render(
    pageOf({
      'index.html': `<!doctype html><html lang="en">${draw}${around}`,
      'library.js': LIBRARIES[library],
    }),
  );
  expect(capture.data.errors).toEqual([]);
  const said = await Promise.all(
    CHART_CHECKS.map(async (check) => {
      const { score, defects } = await evaluateCapture(check, capture);
      return [check.meta.id, score === null ? null : defects.map(({ message }) => message)];
    }),
  );
  return Object.fromEntries(said) as Record<string, unknown>;
}

const LINES = (legend: boolean) => `{ type: 'line',
  options: { responsive: false, animation: false, plugins: { legend: { display: ${legend} } } },
  data: { labels: ['2021', '2022', '2023', '2024'], datasets: [
    { label: 'North', data: [12, 15, 11, 18], borderColor: '#c00' }, { label: 'South', data: [9, 11, 14, 13], borderColor: '#0a0' }] } }`;

describe('a chart on a canvas', () => {
  it('of two lines needs a legend', async () => {
    expect((await judge('chart.js', LINES(true)))['chart-legend']).toEqual([]);
    expect((await judge('chart.js', LINES(false)))['chart-legend']).toEqual([
      expect.stringContaining('shows 2 series in different colours, and nothing says which is which'),
    ]);
    const lines = (legend: string) => `{ ${legend} xAxis: { data: ['a', 'b', 'c'] }, yAxis: {},
      series: [{ type: 'line', name: 'One', data: [1, 3, 2] }, { type: 'line', name: 'Two', data: [2, 1, 4] }] }`;
    expect((await judge('echarts', lines('legend: {},')))['chart-legend']).toEqual([]);
    expect((await judge('echarts', lines('')))['chart-legend']).toHaveLength(1);
  });

  it('says what its numbers count, or is told that it does not', async () => {
    const bars = (title: string) => `{ type: 'bar', options: { responsive: false, animation: false,
        plugins: { legend: { display: false } }, scales: { y: { title: ${title} } } },
      data: { labels: ['N', 'S', 'W'], datasets: [{ data: [12, 15, 11] }] } }`;
    expect((await judge('chart.js', bars(`{ display: true, text: 'Tonnes' }`)))['chart-axes']).toEqual([]);
    expect((await judge('chart.js', bars('{ display: false }')))['chart-axes']).toEqual([
      expect.stringContaining('have neither title nor unit'),
    ]);
  });

  it('has labels that run into each other', async () => {
    const names = JSON.stringify(Array.from({ length: 14 }, (_, i) => `Department ${i + 1}`));
    const bars = (
      rest: string,
    ) => `{ xAxis: { data: ${names}, axisLabel: { interval: 0, ${rest} } }, yAxis: { name: 'Staff' },
      series: [{ type: 'bar', data: ${names}.map((_, i) => i + 3) }] }`;
    expect((await judge('echarts', bars('')))['chart-ticks']).toEqual([
      expect.stringContaining('of a horizontal axis overlap'),
    ]);
    expect((await judge('echarts', bars('rotate: 60')))['chart-ticks']).toEqual([]);
  });

  it('is held against a table with its names', async () => {
    const table = (last: number) => `<table><tr><th></th><th>North</th><th>South</th></tr>
      ${[
        ['2021', 12, 9],
        ['2022', 15, 11],
        ['2023', 11, 14],
        ['2024', last, 13],
      ]
        .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('')}</table>`;
    expect((await judge('chart.js', LINES(true), table(18)))['chart-data']).toEqual([]);
    expect((await judge('chart.js', LINES(true), table(81)))['chart-data']).toEqual([
      'The chart shows 18 for "2024" ("North"), a table of the page says 81.',
    ]);
  });

  it('of no library that is known tells nothing', async () => {
    const capture = await renderer.render(
      pageOf('<!doctype html><canvas width="700" height="340"></canvas>'),
    );
    for (const check of CHART_CHECKS)
      expect(await evaluateCapture(check, capture)).toEqual({ score: null, defects: [] });
    expect(withoutCharts(layoutOf(capture))).toEqual({ score: null, reason: 'canvas-tells-nothing' });
  });
});
