// Thousands of renders with a hostile page in twenty: is a verdict lost or given to the wrong page, does memory grow, is
// anything left behind? See README.md.
//   npm run bench:soak -- [--count <n>] [--concurrency <n>] [--keep <folder for captures that are judged otherwise than alone>]
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { URL } from 'node:url';
import { parseArgs } from 'node:util';
import { createRenderer, extract, judgeCapture, scoreMany, writeCapture } from '../dist/index.js';
import { cacheDir, sha256 } from '../dist/render/paths.js';
import { HOSTILE } from './lib/hostile.js';
import { machine } from './lib/machine.js';
import { startMeter } from './lib/meter.js';
import { median, table } from './lib/print.js';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '2' },
    keep: { type: 'string' },
  },
});
const COUNT = Number(options.count);
const CONCURRENCY = Number(options.concurrency);
const HOSTILE_EVERY = 20;
const CPU_SECONDS = 3;
/** Growth between the second quarter and the last that is noise: garbage not yet collected, a browser younger or older. */
const FLAT = { factor: 1.15, mb: 40 };
const PROGRESS_EVERY = Math.max(1, Math.floor(COUNT / 20));

// A temporary folder of our own, to see what stays in it.
const temp = mkdtempSync(join(tmpdir(), 'kallos-soak-'));
process.env.TMPDIR = temp;
process.on('exit', () => rmSync(temp, { recursive: true, force: true }));

const examples = new URL('../examples/', import.meta.url);
const everyPage = readdirSync(examples)
  .filter((name) => name.endsWith('.html'))
  .sort()
  .map((name) => ({ name, html: readFileSync(new URL(name, examples), 'utf8') }));

const markerOf = (n) => `item ${String(n).padStart(6, '0')}`;

/** Item n of the soak: a good page whose title is its own, or a hostile one. */
function itemOf(n) {
  const hostile = n % HOSTILE_EVERY === HOSTILE_EVERY - 1;
  const turn = Math.floor(n / HOSTILE_EVERY);
  const source = hostile ? HOSTILE[turn % HOSTILE.length] : pages[n % pages.length];
  const html = source.html.replace(/<title>[^<]*/, `<title>${markerOf(n)}`);
  return { n, id: markerOf(n), source, hostile, artifact: extract(html, { id: markerOf(n) }) };
}

async function* items() {
  for (let n = 0; n < COUNT; n++) {
    const { id, artifact } = itemOf(n);
    yield { id, artifact, brief: {} };
  }
}

/** What must be the same whenever and beside whatever a page is rendered. */
function judgementOf(capture, { outcome, channels, findings }) {
  return {
    outcome,
    scores: Object.values(channels)
      .map(({ status, score }) => `${status} ${score}`)
      .join(),
    findings: findings.map(({ fingerprint }) => fingerprint).join(),
    pictures: capture.data.pictures.map(({ hash }) => hash).join(),
  };
}

/** Leaves a capture where one can look at it. */
async function keep(capture, name) {
  if (options.keep !== undefined) await writeCapture(join(options.keep, name), capture);
}

/**
 * The judgement of each good page, rendered by itself. A page that needs more than half of the budget is left out: beside
 * others, on a busy machine, it would go over it without being to blame.
 */
async function judgeAlone() {
  const alone = new Map();
  for (const page of everyPage) {
    const renderer = await createRenderer({ concurrency: 1 });
    const capture = await renderer.render(extract(page.html, { id: page.name }));
    await renderer.close();
    await keep(capture, page.name);
    if (capture.timings.cpuMs < CPU_SECONDS * 500)
      alone.set(page.name, judgementOf(capture, await judgeCapture(capture)));
  }
  return alone;
}

const about = machine();
const alone = await judgeAlone();
const pages = everyPage.filter(({ name }) => alone.has(name));
const meter = await startMeter();
const wrong = [];
const seen = new Map();
const outcomes = new Map();
const samples = [];
const complain = (id, what) => {
  wrong.push(`${id}: ${what}`);
  process.stderr.write(`${id}: ${what}\n`);
};

async function inspect(capture, verdict) {
  const n = Number(verdict.id.replace('item ', ''));
  const item = itemOf(n);
  const what = `${item.source.name} ended as ${verdict.outcome} (${verdict.detail})`;
  seen.set(n, (seen.get(n) ?? 0) + 1);
  if (item.hostile) {
    const name = `${item.source.name}: ${verdict.outcome}`;
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
  }
  // The hash of the code that was captured, and the title that the live page had.
  const { entry, files } = item.artifact;
  if (capture.data.artifact.files[entry] !== sha256(files.get(entry)))
    complain(verdict.id, 'the capture is of another page');
  if (verdict.outcome === 'infra' || verdict.cause === 'infra') complain(verdict.id, what);
  else if (item.hostile) {
    if (!item.source.ends.includes(verdict.outcome)) complain(verdict.id, what);
    if (verdict.outcome !== 'ok' && verdict.cause !== 'artifact')
      complain(verdict.id, `${what}, cause ${verdict.cause}`);
  } else if (verdict.outcome !== 'ok') complain(verdict.id, what);
  else {
    if (capture.data.title !== item.id) complain(verdict.id, `has the title "${capture.data.title}"`);
    const expected = alone.get(item.source.name);
    const other = Object.entries(judgementOf(capture, verdict)).filter(
      ([key, value]) => value !== expected[key],
    );
    if (other.length > 0) {
      const told = other.map(([key, value]) => `${key} ${value} for ${expected[key]}`).join('; ');
      complain(verdict.id, `${item.source.name} is judged otherwise than alone: ${told}`);
      await keep(capture, `${item.source.name} as ${item.id}`);
    }
  }
}

async function sample(done) {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { peakBrowsersMb, usualBrowsersMb, alive } = await meter.read();
  const mb = (bytes) => bytes / 2 ** 20;
  samples.push({ done, rss: mb(rss), heap: mb(heapUsed + external), browsers: usualBrowsersMb });
  const { rss: now, heap } = samples.at(-1);
  process.stderr.write(
    `${done}/${COUNT} after ${Math.round((performance.now() - from) / 1000)} s: node ${now.toFixed(0)} MB ` +
      `(${heap.toFixed(0)} MB of values), browsers ${usualBrowsersMb.toFixed(0)} MB (at most ${peakBrowsersMb.toFixed(0)}) ` +
      `in ${alive.length} processes, ${wrong.length} wrong\n`,
  );
}

const from = performance.now();
const renderer = await createRenderer({ concurrency: CONCURRENCY, cpuSeconds: CPU_SECONDS });
let verdicts = 0;
for await (const verdict of scoreMany(items(), {
  renderer,
  concurrency: CONCURRENCY,
  onError: (error, id) => complain(id, `${error.code} ${error.message}`),
  onCapture: inspect,
})) {
  if (verdict.id && ++verdicts % PROGRESS_EVERY === 0) await sample(verdicts);
}
await renderer.close();
const seconds = (performance.now() - from) / 1000;
const left = await meter.left();
await meter.stop();
const filesLeft = [temp, cacheDir('scratch')].flatMap((folder) =>
  readdirSync(folder).map((name) => join(folder, name)),
);

const lost = Array.from({ length: COUNT }, (_, n) => n).filter((n) => !seen.has(n));
const twice = [...seen].filter(([, times]) => times > 1);

/** Medians of the second quarter (the first one warms up) and of the last. */
function growth(key) {
  const quarter = (index) =>
    samples.filter(({ done }) => Math.ceil((done / COUNT) * 4) === index).map((at) => at[key]);
  const [early, late] = [quarter(2), quarter(4)].map(median);
  return {
    text: `${early.toFixed(0)} -> ${late.toFixed(0)} MB`,
    flat: late <= early * FLAT.factor + FLAT.mb,
  };
}
const memory = { rss: growth('rss'), heap: growth('heap'), browsers: growth('browsers') };

const rows = [
  ['verdicts lost', lost.length, lost.length === 0],
  ['verdicts given twice', twice.length, twice.length === 0],
  ['wrong verdicts', wrong.length, wrong.length === 0],
  ['memory of node', memory.rss.text, memory.rss.flat],
  ['of it, values after collection', memory.heap.text, memory.heap.flat],
  ['memory of the browsers (median)', memory.browsers.text, memory.browsers.flat],
  ['processes left', left.length, left.length === 0],
  ['files left', filesLeft.length, filesLeft.length === 0],
];
const fine = rows.every(([, , ok]) => ok);
const hostile = [...outcomes].sort().map(([name, times]) => `  ${times} x ${name}`);
process.stdout.write(
  [
    about,
    `Good pages: ${pages.map(({ name }) => name).join(', ')}`,
    `${COUNT} pages in ${seconds.toFixed(0)} s (${(COUNT / seconds).toFixed(2)} a second), ${CONCURRENCY} at once, ${CPU_SECONDS} CPU s a page`,
    '',
    table(rows.map(([what, value, ok]) => [what, value, ok ? 'fine' : 'WRONG'])),
    '',
    'hostile pages',
    ...hostile,
    ...(wrong.length > 0 ? ['', ...wrong.slice(0, 50)] : []),
    ...(lost.length > 0 ? [`lost: ${lost.map(markerOf).join(', ')}`] : []),
    ...filesLeft.map((file) => `left: ${file}`),
    '',
  ].join('\n'),
);
process.exitCode = fine ? 0 : 1;
