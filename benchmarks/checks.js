// CPU that judging takes: all checks on a page together, and each for itself. Pages are rendered once; judging is pure, so it is
// repeated. See README.md.
//   npm run bench:checks -- [<folder or file>…] [--profile full] [--runs 5]
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createRenderer, judgeCapture, loadInputs } from '../dist/index.js';
import { CHECKS } from '../dist/channels/correctness/index.js';
import { dataFolder } from './lib/folders.js';
import { machine } from './lib/machine.js';
import { median, table } from './lib/print.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { profile: { type: 'string', default: 'full' }, runs: { type: 'string', default: '5' } },
});
const inputs = (
  positionals.length > 0 ? positionals : [dataFolder('design2code'), dataFolder('generated')]
).map((input) => resolve(input));

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Time that each check took, summed over its viewports, in ms of wall clock: too short for the CPU clock. */
const spent = new Map();
for (const { meta, evaluate } of CHECKS) spent.set(meta.id, { page: 0, all: [], evaluate });
for (const check of CHECKS) {
  const { evaluate } = check;
  const timed = async function (...args) {
    const from = performance.now();
    try {
      return await evaluate.apply(check, args);
    } finally {
      spent.get(check.meta.id).page += performance.now() - from;
    }
  };
  Reflect.set(check, 'evaluate', timed);
}

const captures = [];
const about = machine();
const renderer = await createRenderer({
  profile: options.profile,
  viewports: { desktop: [1280, 960], tablet: [820, 1180], mobile: [375, 812] },
});
const rules = [];
for await (const item of loadInputs(inputs)) {
  if ('error' in item) continue;
  const capture = await renderer.render(item.artifact, item.brief);
  if (capture.data.layouts.length === 0) continue;
  captures.push({ id: item.id, capture });
  if (capture.timings.stages.rules !== undefined) rules.push(capture.timings.stages.rules);
}
await renderer.close();

const pages = [];
for (const { id, capture } of captures) {
  const runs = [];
  for (let run = 0; run <= Number(options.runs); run++) {
    // A copy, because what a layout has been asked before is remembered.
    const copy = { ...capture, data: JSON.parse(JSON.stringify(capture.data)) };
    for (const each of spent.values()) each.page = 0;
    const from = cpuMs();
    await judgeCapture(copy, {}, { channels: ['execution', 'correctness'], recipe: 'provable' });
    const took = cpuMs() - from;
    // The first one warms the code up.
    if (run > 0) runs.push(took);
  }
  pages.push({ id, cpu: median(runs), first: runs[0] });
  for (const each of spent.values()) each.all.push(each.page);
}

const byCpu = pages.toSorted((a, b) => b.cpu - a.cpu);
process.stdout.write(
  `${about}\n${pages.length} pages, profile ${options.profile}, graph and all checks of execution and correctness: ` +
    `median ${median(pages.map(({ cpu }) => cpu)).toFixed(1)} ms of CPU, ` +
    `most ${byCpu[0].cpu.toFixed(0)} ms (${byCpu[0].id}), then ${byCpu[1].cpu.toFixed(0)} and ${byCpu[2].cpu.toFixed(0)}\n` +
    (rules.length > 0
      ? `rules of axe-core, in the browser: median ${median(rules).toFixed(0)} ms of wall clock, most ${Math.max(...rules)}\n`
      : '') +
    '\n',
);
const rows = [...spent]
  .map(([id, { all }]) => ({ id, middle: median(all), most: Math.max(...all) }))
  .sort((a, b) => b.middle - a.middle || b.most - a.most)
  .slice(0, 15)
  .map(({ id, middle, most }) => [id, middle.toFixed(2), most.toFixed(1)]);
process.stdout.write(`${table([['ms of wall clock', 'median', 'most'], ...rows])}\n`);
