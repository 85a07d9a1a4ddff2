// What does the service cost, beside rendering and judging in process? How long does an artifact wait at 1, 8, 64 and 512
// waiting? Do two workers do twice the work of one? Runs alternate, so that what else the machine does falls on all alike;
// CPU of this process tells the service's own share even where the clock can't.
//   npm run bench:service -- [--pages <n>] [--rounds <n>] [--concurrency <n>] [--waiting 1,8,64,512] [--only rate,latency,workers]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createRenderer, extract, scoreMany, serve } from '../../dist/index.js';
import { machine } from '../lib/machine.js';
import { median, table } from '../lib/print.js';
import { pageOf, post, quickPageOf } from './pages.js';
import { startProcess, startRedis, stopProcesses } from './redis.js';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '2' },
    waiting: { type: 'string', default: '1,8,64,512' },
    only: { type: 'string', default: 'rate,latency,workers' },
  },
});
const PAGES = Number(options.pages);
const ROUNDS = Number(options.rounds);
const concurrency = Number(options.concurrency);
const SETTINGS = { recipe: 'provable', channels: ['execution', 'correctness'], profile: 'reward' };
const WORKER = join(import.meta.dirname, 'worker-process.js');
const isAsked = (what) => options.only.split(',').includes(what);
let next = 0;

/** Pages a second, and CPU ms of this process a page. */
async function measure(work) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const judged = await work();
  if (judged !== PAGES) throw new Error(`${judged} of ${PAGES} judged`);
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (1000 * PAGES) / (performance.now() - start), cpuMs: (user + system) / 1000 / PAGES };
}

const inProcess = (renderer) =>
  measure(async () => {
    const items = async function* () {
      for (let i = 0; i < PAGES; i++) {
        const id = String(next++);
        yield { id, artifact: extract(pageOf(Number(id)), { id }), brief: {} };
      }
    };
    let judged = 0;
    for await (const verdict of scoreMany(items(), { ...SETTINGS, renderer, concurrency }))
      judged += Number(verdict.reward.valid);
    return judged;
  });

const through = (url, make = pageOf) =>
  measure(async () => {
    const items = Array.from({ length: PAGES }, () => ({ id: String(next), html: make(next++) }));
    const { status, text } = await post(url, '/v1/score', { items, deadlineMs: 600_000 });
    return status === 200 ? JSON.parse(text).results.filter(({ valid }) => valid).length : 0;
  });

async function latency(url, waiting) {
  const times = await Promise.all(
    Array.from({ length: waiting }, async () => {
      const n = next++;
      const start = performance.now();
      const { status, text } = await post(url, '/v1/score', {
        items: [{ id: String(n), html: quickPageOf(n) }],
        deadlineMs: 600_000,
      });
      if (status !== 200 || !JSON.parse(text).results[0].valid) throw new Error(`answered with ${status}`);
      return performance.now() - start;
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]);
  return [waiting, at(0.5), at(0.95), at(0.99)];
}

/** One worker of one browser beside two such workers, each in processes of their own, on the same pages. */
async function compareWorkers() {
  const redis = await startRedis();
  const captures = mkdtempSync(join(tmpdir(), 'kallos-captures-'));
  process.once('exit', () => rmSync(captures, { recursive: true, force: true }));
  // A seed of its own gives each its own fleet.
  const fleets = [1, 2].map((count) => ({ count, seed: `${count} workers`, rates: [] }));
  const running = await Promise.all(
    fleets.map(async ({ count, seed, rates }) => {
      const scoring = { concurrency: 1, profile: SETTINGS.profile, seed };
      const start = () => startProcess(WORKER, { redis: redis.url, captures, scoring });
      const workers = await Promise.all(Array.from({ length: count }, start));
      const { recipe, channels } = SETTINGS;
      const service = await serve({
        port: 0,
        redis: redis.url,
        captures,
        scoring: { ...scoring, recipe, channels },
      });
      await through(service.url);
      return { workers, service, rates };
    }),
  );
  for (let round = 0; round < ROUNDS; round++)
    for (const { service, rates } of running) rates.push((await through(service.url)).rate);
  for (const { service, workers } of running) {
    await service.close();
    await stopProcesses(workers);
  }
  await redis.end();
  return fleets.map(({ rates }) => rates);
}

process.stdout.write(`${machine()}\n`);
const service = await serve({ port: 0, scoring: { ...SETTINGS, concurrency } });
if (isAsked('rate')) {
  const renderer = await createRenderer({ concurrency, profile: 'reward' });
  await inProcess(renderer);
  await through(service.url);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Who comes first changes: what the machine does meanwhile drifts.
    const first = round % 2 === 0 ? await inProcess(renderer) : null;
    const outside = await through(service.url);
    rounds.push({ inside: first ?? (await inProcess(renderer)), outside });
  }
  await renderer.close();
  const of = (read) => median(rounds.map(read));
  const shares = rounds.map(({ inside, outside }) => outside.rate / inside.rate);
  process.stdout.write(
    `In process ${of(({ inside }) => inside.rate).toFixed(2)} pages/s, through the service ` +
      `${of(({ outside }) => outside.rate).toFixed(2)}: ${median(shares).toFixed(3)} of it ` +
      `(median of ${ROUNDS} rounds of ${PAGES} pages: ${shares.map((share) => share.toFixed(2)).join(' ')})\n` +
      `CPU of Node a page: ${of(({ inside }) => inside.cpuMs).toFixed(1)} ms in process, ` +
      `${of(({ outside }) => outside.cpuMs).toFixed(1)} ms with the service\n`,
  );
}
if (isAsked('latency')) {
  await latency(service.url, 2 * concurrency);
  const rows = [['waiting', 'p50 ms', 'p95 ms', 'p99 ms']];
  for (const waiting of options.waiting.split(',').map(Number))
    rows.push(await latency(service.url, waiting));
  process.stdout.write(`Latency on quick pages:\n${table(rows)}\n`);
}
await service.close();
if (isAsked('workers')) {
  const [one, two] = await compareWorkers();
  const shares = one.map((rate, i) => two[i] / rate);
  process.stdout.write(
    `One worker of one browser ${median(one).toFixed(2)} pages/s, two ${median(two).toFixed(2)}: ` +
      `${median(shares).toFixed(2)} times as many (${shares.map((share) => share.toFixed(2)).join(' ')})\n`,
  );
}
