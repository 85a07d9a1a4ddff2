import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Drawing } from '../capture.js';
import { createRenderer, type Renderer } from '../renderer.js';
import { layoutOf, pageOf } from '../testing/page.js';

const { resolve } = createRequire(import.meta.url);
const CHART_JS = readFileSync(
  resolve('chart.js/auto').replace(/auto.auto\.c?js$/, 'dist/chart.umd.js'),
  'utf8',
);
const ECHARTS = readFileSync(resolve('echarts/dist/echarts.min.js'), 'utf8');

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1 });
});
afterAll(() => renderer.close());

/** What is known of the one canvas of a page. */
async function drawingOf(body: string, library = ''): Promise<Drawing | undefined> {
  const capture = await renderer.render(
    pageOf({ 'index.html': `<!doctype html><body style="margin:0">${body}`, 'library.js': library }),
  );
  expect(capture.data.errors).toEqual([]);
  return layoutOf(capture).nodes.find(({ name }) => name === 'canvas')!.drawing;
}

const chartJs = (config: string, style = '') =>
  drawingOf(
    `<canvas id="c" width="600" height="300" style="${style}"></canvas><script src="library.js"></script>
     <script>new Chart(document.getElementById('c'), ${config})</script>`,
    CHART_JS,
  );
const eCharts = (option: string) =>
  drawingOf(
    `<div id="c" style="width:600px;height:300px"></div><script src="library.js"></script>
     <script>echarts.init(document.getElementById('c')).setOption(${option})</script>`,
    ECHARTS,
  );
const words = (drawing: Drawing) => drawing.texts.map(({ text }) => text);

describe('a chart of Chart.js', () => {
  const BARS = `{ type: 'bar', options: { responsive: false, animation: false, scales: { y: { title: { display: true, text: 'Tonnes' } } } },
    data: { labels: ['North', 'South'], datasets: [{ label: 'Apples', data: [10, 20], backgroundColor: '#c00' }] } }`;

  it('tells its labels, its titles and its legend', async () => {
    const drawing = (await chartJs(BARS))!;
    expect(words(drawing)).toEqual(expect.arrayContaining(['North', 'South', '0', '20', 'Tonnes', 'Apples']));
    expect(drawing.shapes.find(({ kind }) => kind === 'sign')).toMatchObject({ color: '#c00' });
  });

  it('tells its bars in px of the page, with what they stand for', async () => {
    const drawing = (await chartJs(BARS))!;
    const bars = drawing.shapes.filter(({ kind }) => kind === 'bar');
    expect(bars.map(({ points }) => points)).toEqual([[['North', 10]], [['South', 20]]]);
    expect(bars[1]!.box[3]).toBeCloseTo(2 * bars[0]!.box[3], -1);
    const twice = 'transform:scale(2);transform-origin:0 0';
    const [large] = (await chartJs(BARS, twice))!.shapes.filter(({ kind }) => kind === 'bar');
    expect(large!.box[0]).toBeCloseTo(2 * bars[0]!.box[0], 0);
    expect(large!.box[2]).toBeCloseTo(2 * bars[0]!.box[2], 0);
  });

  it('tells lines with their values, and shares of a pie', async () => {
    const line = await chartJs(
      `{ type: 'line', options: { responsive: false, animation: false }, data: { labels: ['a', 'b', 'c'], datasets: [
         { label: 'One', data: [1, 3, 2], borderColor: 'teal' }, { label: 'Two', hidden: true, data: [1, 1, 1] }] } }`,
    );
    expect(line!.shapes.filter(({ kind }) => kind === 'line')).toMatchObject([
      {
        color: 'teal',
        series: 'One',
        points: [
          ['a', 1],
          ['b', 3],
          ['c', 2],
        ],
      },
    ]);
    const pie = await chartJs(
      `{ type: 'doughnut', options: { responsive: false, animation: false }, data: { labels: ['a', 'b'], datasets: [{ data: [1, 3] }] } }`,
    );
    expect(pie!.shapes.flatMap(({ share }) => share ?? [])).toEqual([0.25, 0.75]);
  });
});

describe('a chart of ECharts', () => {
  it('tells its labels, its legend and its bars', async () => {
    const drawing = (await eCharts(
      `{ animation: false, legend: {}, xAxis: { data: ['North', 'South', 'West'] }, yAxis: { name: 'Tonnes' },
         series: [{ type: 'bar', name: 'Apples', data: [10, 20, 15] }, { type: 'bar', name: 'Pears', data: [5, 6, 7] }] }`,
    ))!;
    expect(words(drawing)).toEqual(
      expect.arrayContaining(['North', 'South', '0', '20', 'Tonnes', 'Apples', 'Pears']),
    );
    const bars = drawing.shapes.filter(({ kind }) => kind === 'bar');
    expect(bars.map(({ series, points: [point] }) => [series, ...point!])).toEqual([
      ['Apples', 'North', 10],
      ['Apples', 'South', 20],
      ['Apples', 'West', 15],
      ['Pears', 'North', 5],
      ['Pears', 'South', 6],
      ['Pears', 'West', 7],
    ]);
    expect(bars[1]!.box[3]).toBeCloseTo(2 * bars[0]!.box[3], -1);
    expect(drawing.shapes.some(({ kind, color }) => kind === 'sign' && color === bars[0]!.color)).toBe(true);
  });

  it('tells lines and slices', async () => {
    const line = await eCharts(
      `{ animation: false, xAxis: { data: ['a', 'b', 'c'] }, yAxis: {}, series: [{ type: 'line', name: 'One', data: [1, 3, 2] }] }`,
    );
    expect(line!.shapes.filter(({ kind }) => kind === 'line')).toMatchObject([
      {
        series: 'One',
        points: [
          ['a', 1],
          ['b', 3],
          ['c', 2],
        ],
      },
    ]);
    const pie = await eCharts(
      `{ animation: false, series: [{ type: 'pie', data: [{ name: 'a', value: 1 }, { name: 'b', value: 3 }] }] }`,
    );
    expect(pie!.shapes.flatMap(({ share }) => (share === undefined ? [] : [share.toFixed(2)]))).toEqual([
      '0.25',
      '0.75',
    ]);
  });
});

describe('a canvas', () => {
  it('of no library tells nothing', async () => {
    expect(await drawingOf('<canvas width="600" height="300"></canvas>')).toBeUndefined();
  });

  it('whose library answers with something else tells nothing', async () => {
    for (const answer of ['{}', '{ scales: {}, data: { datasets: [] } }', '(() => { throw 1 })()'])
      expect(
        await drawingOf(`<canvas width="600" height="300"></canvas>
          <script>window.Chart = { getChart: () => (${answer}) }</script>`),
      ).toBeUndefined();
  });
});
