// Does the service keep what it should let go? Memory of the service and of its browsers after 3,000 pages beside that after
// 500, on quick pages that are all different. 20,000 pages are for a night: they fill every store that has a limit.
// With --kept the stores of answers and captures are full after so many pages: what grows then is none of them.
//   npm run bench:memory -- [--pages 3000] [--after 500] [--kept <n>] [--concurrency 2]
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { serve } from '../../dist/index.js';
import { machine } from '../lib/machine.js';
import { startMeter } from '../lib/meter.js';
import { median, table } from '../lib/print.js';
import { post, quickPageOf } from './pages.js';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '3000' },
    after: { type: 'string', default: '500' },
    kept: { type: 'string' },
    concurrency: { type: 'string', default: '2' },
  },
});
const PAGES = Number(options.pages);
const AFTER = Number(options.after);
const BATCH = 50;
/** Batches whose readings make one figure: garbage comes and goes, browsers are renewed. */
const READINGS = 5;

process.stdout.write(`${machine()}\n`);
const meter = await startMeter();
const service = await serve({
  port: 0,
  ...(options.kept && { limits: { answers: Number(options.kept), captures: Number(options.kept) } }),
  scoring: {
    recipe: 'provable',
    channels: ['execution', 'correctness'],
    profile: 'reward',
    concurrency: Number(options.concurrency),
  },
});
const readings = [];
const start = performance.now();
for (let done = 0; done < PAGES;) {
  const items = Array.from({ length: BATCH }, (_, i) => ({ id: `${done + i}`, html: quickPageOf(done + i) }));
  const { status, text } = await post(service.url, '/v1/score', { items, deadlineMs: 600_000 });
  const judged = status === 200 ? JSON.parse(text).results.filter(({ valid }) => valid).length : 0;
  if (judged !== BATCH) throw new Error(`${judged} of ${BATCH} judged (${status})`);
  done += BATCH;
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { usualBrowsersMb } = await meter.read();
  readings.push({
    done,
    rss: rss / 2 ** 20,
    values: (heapUsed + external) / 2 ** 20,
    browsers: usualBrowsersMb,
  });
  if (done % 500 === 0) {
    const seconds = Math.round((performance.now() - start) / 1000);
    const told = ['rss', 'values', 'browsers'].map((key) => `${key} ${readings.at(-1)[key].toFixed(0)} MB`);
    process.stderr.write(`${done}/${PAGES} after ${seconds} s: ${told.join(', ')}\n`);
  }
}
const seconds = (performance.now() - start) / 1000;
await service.close();
const alive = await meter.left();
await meter.stop();

/** Medians of the last readings up to so many pages. */
const at = (pages, key) =>
  median(
    readings
      .filter(({ done }) => done <= pages)
      .slice(-READINGS)
      .map((reading) => reading[key]),
  );
const rows = [['memory', `after ${AFTER}`, `after ${PAGES} pages`, 'growth']];
for (const [name, key] of [
  ['service, resident', 'rss'],
  ['of it, values after collection', 'values'],
  ['browsers', 'browsers'],
]) {
  const [early, late] = [at(AFTER, key), at(PAGES, key)];
  const growth = `${(late - early).toFixed(0)} MB (${((1024 * (late - early)) / (PAGES - AFTER)).toFixed(1)} kB a page)`;
  rows.push([name, `${early.toFixed(0)} MB`, `${late.toFixed(0)} MB`, growth]);
}
process.stdout.write(
  `${PAGES} pages in ${seconds.toFixed(0)} s (${(PAGES / seconds).toFixed(2)} a second)\n${table(rows)}\n` +
    `${alive.length} processes left\n`,
);
if (alive.length > 0) process.exitCode = 1;
