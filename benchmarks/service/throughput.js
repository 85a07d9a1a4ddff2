// What does the service cost, beside rendering and judging in process? How long does an artifact wait at 1, 8, 64 and 512
// waiting? Runs of both alternate, so that what else the machine does falls on both.
//   npm run bench:service -- [--pages <n>] [--rounds <n>] [--concurrency <n>] [--waiting 1,8,64,512]
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createRenderer, extract, scoreMany, serve } from '../../dist/index.js';
import { machine } from '../lib/machine.js';
import { median, table } from '../lib/print.js';
import { itemOf, pageOf, post } from './pages.js';

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '2' },
    waiting: { type: 'string', default: '1,8,64,512' },
  },
});
const PAGES = Number(options.pages);
const ROUNDS = Number(options.rounds);
const concurrency = Number(options.concurrency);
const SETTINGS = { recipe: 'provable', channels: ['execution', 'correctness'], profile: 'reward' };
let next = 0;

async function inProcess(renderer) {
  const items = async function* () {
    for (let i = 0; i < PAGES; i++) {
      const id = String(next++);
      yield { id, artifact: extract(pageOf(Number(id)), { id }), brief: {} };
    }
  };
  const start = performance.now();
  let judged = 0;
  for await (const verdict of scoreMany(items(), { ...SETTINGS, renderer, concurrency }))
    judged += Number(verdict.reward.valid);
  if (judged !== PAGES) throw new Error(`${judged} of ${PAGES} judged in process`);
  return (1000 * PAGES) / (performance.now() - start);
}

async function throughService(url) {
  const items = Array.from({ length: PAGES }, () => itemOf(next++));
  const start = performance.now();
  const { status, text } = await post(url, '/v1/score', { items, deadlineMs: 600_000 });
  const seconds = (performance.now() - start) / 1000;
  const judged = status === 200 ? JSON.parse(text).results.filter(({ valid }) => valid).length : 0;
  if (judged !== PAGES) throw new Error(`${judged} of ${PAGES} judged by the service (${status})`);
  return PAGES / seconds;
}

async function latency(url, waiting) {
  const times = await Promise.all(
    Array.from({ length: waiting }, async () => {
      const start = performance.now();
      const { status } = await post(url, '/v1/score', { items: [itemOf(next++)], deadlineMs: 600_000 });
      if (status !== 200) throw new Error(`answered with ${status}`);
      return performance.now() - start;
    }),
  );
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))]);
  return [waiting, at(0.5), at(0.95), at(0.99)];
}

process.stdout.write(`${machine()}\n`);
const renderer = await createRenderer({ concurrency, profile: 'reward' });
const service = await serve({ port: 0, scoring: { ...SETTINGS, concurrency } });
await inProcess(renderer);
await throughService(service.url);
const rates = { process: [], service: [] };
for (let round = 0; round < ROUNDS; round++) {
  rates.process.push(await inProcess(renderer));
  rates.service.push(await throughService(service.url));
}
const [inside, outside] = [median(rates.process), median(rates.service)];
process.stdout.write(
  `In process ${inside.toFixed(2)} pages/s, through the service ${outside.toFixed(2)} pages/s: ` +
    `${(outside / inside).toFixed(3)} (median of ${ROUNDS} rounds of ${PAGES} pages)\n\n`,
);
const rows = [['waiting', 'p50 ms', 'p95 ms', 'p99 ms']];
for (const waiting of options.waiting.split(',').map(Number)) rows.push(await latency(service.url, waiting));
process.stdout.write(`${table(rows)}\n`);
await Promise.all([service.close(), renderer.close()]);
