// Pages a second, CPU and memory of Kallos beside two usual ways to take a picture of a page. See README.md.
//   npm run bench:render -- [--pages <folder>] [--count <n>] [--runs <n>] [--chromium <path>] [--only a,b,c,d,e] [--json]
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { createRenderer, loadInputs, scoreMany } from '../dist/index.js';
import { locateBrowser } from '../dist/render/browser/locate.js';
import { dataFolder } from './lib/folders.js';
import { machine } from './lib/machine.js';
import { startMeter } from './lib/meter.js';
import { median, table } from './lib/print.js';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string' },
    count: { type: 'string', default: '60' },
    runs: { type: 'string', default: '3' },
    chromium: { type: 'string' },
    only: { type: 'string', default: 'a,b,c,d,e' },
    json: { type: 'boolean', default: false },
  },
});
const AT_ONCE = 2;
const VIEWPORT = { width: 1280, height: 960 };
const FULL_CHROMIUM = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
];

const folder = resolve(options.pages ?? dataFolder('design2code'));
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .sort()
  .slice(0, Number(options.count))
  .map((name) => join(folder, name));
const baseline = await findBaseline();

/** The full Chromium asked for or installed; else the headless shell that Kallos uses, which flatters the baselines. */
async function findBaseline() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((dir) => FULL_CHROMIUM.map((name) => join(dir, name)));
  const found = options.chromium ?? onPath.find(isExecutable);
  if (found) return { launch: { executablePath: found }, note: 'full Chromium' };
  const { path, libraries } = await locateBrowser();
  const env = { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) };
  return {
    launch: { executablePath: path, env },
    note: 'HEADLESS SHELL: no full Chromium was found, name one with --chromium',
  };
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A full-page picture of a page in a fresh context, the usual way. */
async function picture(browser, file) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href, { waitUntil: 'networkidle' });
    await page.screenshot({ fullPage: true, type: 'png' });
  } finally {
    await context.close();
  }
}

/**
 * @param {'reward' | 'full'} profile
 * @param {string[]} asked channels; `visual` is the embedded judge of looks
 */
const kallos = (profile, asked) => async () => {
  const renderer = await createRenderer({ profile, concurrency: AT_ONCE });
  return {
    async run(pages) {
      for await (const { id, outcome, channels } of scoreMany(loadInputs(pages), {
        renderer,
        concurrency: AT_ONCE,
        channels: asked,
      })) {
        if (outcome !== 'ok' || channels.correctness.status !== 'scored')
          throw new Error(`${id} ended as ${outcome}`);
      }
    },
    close: () => renderer.close(),
  };
};

const PROVABLE = ['execution', 'correctness'];

/** Each starts something that goes over pages, and ends it. */
const WAYS = {
  a: {
    name: 'a  a Chromium a page, one at a time',
    start: async () => ({
      async run(pages) {
        for (const file of pages) {
          const browser = await chromium.launch(baseline.launch);
          await picture(browser, file);
          await browser.close();
        }
      },
      close: async () => undefined,
    }),
  },
  b: {
    name: 'b  a context a page, two at once',
    start: async () => {
      const browser = await chromium.launch(baseline.launch);
      return {
        async run(pages) {
          const queue = [...pages];
          const worker = async () => {
            for (let file = queue.shift(); file; file = queue.shift()) await picture(browser, file);
          };
          await Promise.all(Array.from({ length: AT_ONCE }, worker));
        },
        close: () => browser.close(),
      };
    },
  },
  c: { name: 'c  Kallos reward, two at once', start: kallos('reward', PROVABLE) },
  d: { name: 'd  Kallos full, two at once', start: kallos('full', PROVABLE) },
  e: { name: 'e  c, and the judge of looks', start: kallos('reward', [...PROVABLE, 'visual']) },
};

const meter = await startMeter();
const chosen = options.only.split(',');
const runs = Object.fromEntries(chosen.map((way) => [way, []]));
const about = machine();
let memory = '';
for (let run = 0; run < Number(options.runs); run++) {
  for (const way of chosen) {
    const started = await WAYS[way].start();
    // Every browser has drawn a page before the clock starts: programs, fonts and code are in memory.
    await started.run(files.slice(0, AT_ONCE));
    const before = await meter.read();
    const from = performance.now();
    await started.run(files);
    const seconds = (performance.now() - from) / 1000;
    const after = await meter.read();
    await started.close();
    memory = after.memory;
    const result = {
      pagesPerSecond: files.length / seconds,
      cpuSecondsPerPage: (after.cpuMs - before.cpuMs) / 1000 / files.length,
      peakMb: after.peakMb,
      peakBrowsersMb: after.peakBrowsersMb,
    };
    runs[way].push(result);
    process.stderr.write(
      `run ${run + 1} ${way}: ${result.pagesPerSecond.toFixed(2)} pages/s, ${result.cpuSecondsPerPage.toFixed(2)} CPU s a page\n`,
    );
  }
}
await meter.stop();

const medians = Object.fromEntries(
  chosen.map((way) => [
    way,
    Object.fromEntries(
      Object.keys(runs[way][0]).map((key) => [key, median(runs[way].map((result) => result[key]))]),
    ),
  ]),
);
const browser = `${baseline.launch.executablePath} (${baseline.note})`;
if (options.json) {
  const facts = { machine: about, baseline: browser, folder, pages: files.length, memory };
  process.stdout.write(`${JSON.stringify({ ...facts, medians, runs }, null, 2)}\n`);
} else {
  const times = (way, base, key, inverse) => {
    if (!medians[base] || way === base) return '';
    const ratio = medians[way][key] / medians[base][key];
    return (inverse ? 1 / ratio : ratio).toFixed(2);
  };
  const header = [
    '',
    'pages/s',
    'CPU s/page',
    'peak MB',
    'of browsers',
    'pages/s : a',
    'pages/s : b',
    'CPU a :',
    'CPU b :',
  ];
  const rows = chosen.map((way) => [
    WAYS[way].name,
    medians[way].pagesPerSecond.toFixed(2),
    medians[way].cpuSecondsPerPage.toFixed(2),
    medians[way].peakMb.toFixed(0),
    medians[way].peakBrowsersMb.toFixed(0),
    times(way, 'a', 'pagesPerSecond'),
    times(way, 'b', 'pagesPerSecond'),
    times(way, 'a', 'cpuSecondsPerPage', true),
    times(way, 'b', 'cpuSecondsPerPage', true),
  ]);
  process.stdout.write(
    `${about}\na and b: ${browser}\n${files.length} pages of ${folder}, medians of ${options.runs} runs, memory: ${memory}\n\n` +
      `${table([header, ...rows])}\n`,
  );
}
