// Milliseconds of CPU (and of wall clock) that buildGraph takes: on a generated page of 1,000 elements, and on captures given as folders.
//   npm run build && node benchmarks/graph.js [capture folder…]
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { buildGraph } from '../dist/graph/build.js';
import { readCapture } from '../dist/render/index.js';

const RUNS = 40;

/** Ten sections of twenty cards, each a box with a heading, a paragraph with a link, and a button: 1,010 elements. */
function generatedPage() {
  const styles = [
    {},
    { 'background-color': 'rgb(250, 250, 250)' },
    { 'background-color': 'rgb(255, 255, 255)', 'box-shadow': 'rgb(0, 0, 0) 0px 1px 2px 0px' },
    { 'font-size': '20px', 'font-weight': '700' },
    { color: 'rgb(60, 60, 60)' },
    { color: 'rgb(0, 0, 200)', display: 'inline' },
    { 'background-color': 'rgb(20, 90, 200)', color: 'rgb(255, 255, 255)', display: 'inline-block' },
  ];
  const page = [1280, 8000];
  const nodes = [];
  const add = (parent, name, style, box, text) => {
    const paint = nodes.length;
    const element = nodes.push({ parent, type: 'element', name, box, paint, style, source: null }) - 1;
    if (text) {
      const lines = [{ box, start: 0, length: text.length }];
      nodes.push({ parent: element, type: 'text', name: '#text', text, box, paint, style, lines });
    }
    return element;
  };
  nodes.push({ parent: -1, type: 'document', name: '#document', box: [0, 0, ...page], paint: 0, style: -1 });
  const body = add(add(0, 'html', 0, [0, 0, ...page]), 'body', 0, [0, 0, ...page]);
  for (let s = 0; s < 10; s++) {
    const section = add(body, 'section', 1, [0, s * 800, 1280, 780]);
    for (let c = 0; c < 20; c++) {
      const x = 40 + (c % 5) * 240;
      const y = s * 800 + 20 + Math.floor(c / 5) * 190;
      const card = add(section, 'div', 2, [x, y, 220, 170]);
      add(card, 'h3', 3, [x + 10, y + 10, 200, 24], `Card ${c}`);
      const paragraph = add(card, 'p', 4, [x + 10, y + 40, 200, 40], 'Some words that tell what is in it');
      add(paragraph, 'a', 5, [x + 60, y + 60, 60, 20], 'more');
      add(card, 'button', 6, [x + 10, y + 120, 80, 30], 'Choose');
    }
  }
  const layout = { viewport: 'desktop', size: [1280, 960], page, nodes, styles, images: [], cut: false };
  return { data: { layouts: [layout] } };
}

/** Median of runs on fresh copies: what a layout has been asked before is remembered. */
function measure(name, capture) {
  const cpu = [];
  const wall = [];
  let graph;
  for (let run = 0; run < RUNS; run++) {
    const copy = { ...capture, data: JSON.parse(JSON.stringify(capture.data)) };
    const used = process.cpuUsage();
    const start = performance.now();
    graph = buildGraph(copy);
    wall.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000);
  }
  const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)].toFixed(1);
  const elements = capture.data.layouts[0].nodes.filter((node) => node.type === 'element').length;
  const { nodes, relations } = graph;
  process.stdout.write(
    `${name}: ${elements} elements, ${nodes.length} nodes, ${relations.length} relations: ` +
      `CPU ${median(cpu)} ms (first ${cpu[0].toFixed(1)}), wall ${median(wall)} ms\n`,
  );
}

measure('generated', generatedPage());
for (const folder of process.argv.slice(2)) measure(folder, await readCapture(folder));
