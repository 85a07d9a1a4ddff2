// Milliseconds of CPU (and of wall clock) that matchGraphs takes on two pages of 1,000 nodes: equal, moved, reworded, and with nothing in common.
//   npm run build && node benchmarks/match.js
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { matchGraphs } from '../dist/graph/match.js';
import { machine } from './lib/machine.js';
import { median, table } from './lib/print.js';

const RUNS = 40;
const CARDS = 200;

/** Cards of five nodes in rows of five: a box with a heading, a paragraph, a price that many share, and a button. */
function generatedGraph({ shift = 0, reword = (text) => text } = {}) {
  const nodes = [];
  const relations = [];
  const add = (parent, role, box, text) => {
    const id = nodes.length;
    const line = reword(text, id);
    nodes.push({
      id,
      element: id,
      parent,
      role,
      tag: 'div',
      text: line,
      box,
      clippedBox: box,
      lines: text === '' ? [] : [{ box, text: line }],
      paint: id,
      opacity: 1,
      color: text === '' ? null : [0, 0, 0, 1],
      background: { kind: 'solid', color: [1, 1, 1, 1] },
      font: text === '' ? null : { family: 'Inter', size: 16, weight: 400, italic: false, lineHeight: 20 },
      direction: 'ltr',
      source: null,
    });
    if (parent >= 0) relations.push({ type: 'contains', nodes: [parent, id], value: null });
    return id;
  };
  for (let c = 0; c < CARDS; c++) {
    const x = 40 + (c % 5) * 240 + shift;
    const y = 20 + Math.floor(c / 5) * 190;
    const card = add(-1, 'box', [x, y, 220, 170], '');
    const parts = [
      add(card, 'heading', [x + 10, y + 10, 200, 24], `Card ${c}`),
      add(card, 'text', [x + 10, y + 40, 200, 40], `Some words that tell what is in number ${c * 7919}`),
      add(card, 'text', [x + 10, y + 90, 60, 20], `${c % 7} euro`),
      add(card, 'button', [x + 10, y + 120, 80, 30], 'Choose'),
    ];
    relations.push({ type: 'aligned-left', nodes: parts, value: x + 10 });
    parts.slice(1).forEach((id, i) => {
      relations.push({ type: 'next', nodes: [parts[i], id], value: null });
      relations.push({ type: 'above', nodes: [parts[i], id], value: 6 });
    });
  }
  return { schema: 'kallos.graph/1', viewport: 'desktop', canvas: [1280, 7620], nodes, relations };
}

const reference = generatedGraph();
const other = (text, id) => text && `${(id * 104_729).toString(36)} ${(id * 7919).toString(36)}`;
const cases = {
  equal: generatedGraph(),
  moved: generatedGraph({ shift: 7 }),
  reworded: generatedGraph({ reword: (text, id) => text && `${text} ${(id * 7919) % 1000}` }),
  'nothing in common': generatedGraph({ shift: 5000, reword: other }),
};
process.stdout.write(`${machine()}\n${reference.nodes.length} nodes a side, ${RUNS} runs\n`);
const rows = Object.entries(cases).map(([name, candidate]) => {
  const cpu = [];
  const wall = [];
  let match;
  for (let run = 0; run < RUNS; run++) {
    const used = process.cpuUsage();
    const start = performance.now();
    match = matchGraphs(candidate, reference);
    wall.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1000);
  }
  const ms = (value) => value.toFixed(1);
  return [name, match.pairs.length, ms(median(cpu)), ms(cpu[0]), ms(median(wall))];
});
process.stdout.write(`${table([['candidate', 'pairs', 'CPU ms', 'first', 'wall ms'], ...rows])}\n`);
