// Thousands of artifacts, a hostile one in twenty, while browsers are killed at random: is every one answered once, with
// its own verdict, and none scored low for a fault of ours? Is a process left?
// With --redis two workers judge for the service, are killed too, and Redis is restarted in the middle.
//   npm run bench:chaos -- [--redis] [--count <n>] [--concurrency <n>] [--kill-every <s>]
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout } from 'node:timers';
import { parseArgs } from 'node:util';
import { serve } from '../../dist/index.js';
import { HOSTILE } from '../lib/hostile.js';
import { machine } from '../lib/machine.js';
import { EXAMPLES, pageOf, post } from './pages.js';
import { startProcess, startRedis } from './redis.js';

const { values: options } = parseArgs({
  options: {
    redis: { type: 'boolean', default: false },
    count: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '2' },
    'kill-every': { type: 'string', default: '7' },
  },
});
const COUNT = Number(options.count);
const KILL_MS = 1000 * Number(options['kill-every']);
const HOSTILE_EVERY = 20;
const BATCH = 50;

const WORKERS = 2;
const WORKER = join(import.meta.dirname, 'worker-process.js');

const childrenOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};
const isBrowser = (pid) => {
  try {
    return /chrom|unshare|bwrap/i.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
};
/** Browsers are the children of this process and of its workers: what was started by others is none of ours to end. */
const workers = new Set();
const seen = new Set();
const browsers = () => {
  const all = [process.pid, ...[...workers].map(({ pid }) => pid)].flatMap(childrenOf).filter(isBrowser);
  for (const pid of all) seen.add(pid);
  return all;
};

const isHostile = (n) => n % HOSTILE_EVERY === HOSTILE_EVERY - 1;
const hostileOf = (n) => HOSTILE[Math.floor(n / HOSTILE_EVERY) % HOSTILE.length];
const markOf = (n) => `page ${String(n).padStart(6, '0')}`;
const htmlOf = (n) => (isHostile(n) ? `${hostileOf(n).html}<!-- ${markOf(n)} -->` : pageOf(n));

process.stdout.write(`${machine()}\n`);
const judging = { concurrency: Number(options.concurrency), cpuSeconds: 3 };
const redis = options.redis ? await startRedis() : null;
const captures = redis ? mkdtempSync(join(tmpdir(), 'kallos-captures-')) : undefined;
let isOver = false;
const keepWorker = async () => {
  const worker = await startProcess(WORKER, { redis: redis.url, captures, scoring: judging });
  workers.add(worker);
  worker.once('exit', () => {
    workers.delete(worker);
    // As whoever runs workers would.
    if (!isOver) void keepWorker();
  });
};
if (redis) await Promise.all(Array.from({ length: WORKERS }, keepWorker));
const service = await serve({
  port: 0,
  scoring: { recipe: 'provable', channels: ['execution', 'correctness'], ...judging },
  ...(redis && { redis: redis.url, captures }),
});
const ask = async (numbers, make) => {
  const items = numbers.map((n) => ({ id: String(n), html: make(n) }));
  const { status, text } = await post(service.url, '/v1/score', {
    items,
    deadlineMs: 600_000,
    verdict: 'full',
  });
  if (status !== 200) throw new Error(`answered with ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text).results;
};

// What each example is worth in peace: its pages differ in their titles alone.
const FIRST = 1_000_000;
const numbers = Array.from({ length: EXAMPLES }, (_, i) => FIRST + i);
const results = await ask(numbers, pageOf);
const peace = new Map(results.map(({ id, score }) => [Number(id) % EXAMPLES, score]));

const kills = { browsers: 0, workers: 0, redis: 0 };
const killer = setInterval(() => {
  // Every third time a worker, and with it its browser.
  const all = browsers();
  const alive = [...workers].map(({ pid }) => pid);
  const kind = alive.length > 0 && (kills.browsers + kills.workers) % 3 === 2 ? 'workers' : 'browsers';
  const victims = kind === 'workers' ? alive : all;
  const victim = victims[Math.floor(Math.random() * victims.length)];
  if (victim === undefined) return;
  try {
    process.kill(victim, 'SIGKILL');
    kills[kind]++;
  } catch {
    // It had ended by itself.
  }
}, KILL_MS);

const start = performance.now();
const answered = new Map();
const wrong = [];
let invalid = 0;
const outcomes = {};
for (let from = 0; from < COUNT; from += BATCH) {
  if (redis && kills.redis === 0 && from >= COUNT / 2 - BATCH) {
    kills.redis++;
    setTimeout(() => void redis.restart(), 3000);
  }
  const batch = Array.from({ length: Math.min(BATCH, COUNT - from) }, (_, i) => from + i);
  for (const result of await ask(batch, htmlOf)) {
    const n = Number(result.id);
    answered.set(n, (answered.get(n) ?? 0) + 1);
    const { outcome } = result.verdict ?? { outcome: result.reason };
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (!result.valid) invalid++;
    if (!result.valid) continue;
    if (isHostile(n)) {
      if (!hostileOf(n).ends.includes(outcome)) wrong.push(`${n} (${hostileOf(n).name}): ${outcome}`);
    } else if (Math.abs(result.score - peace.get(n % EXAMPLES)) > 1e-9) {
      wrong.push(`${n}: ${result.score} instead of ${peace.get(n % EXAMPLES)} (${outcome})`);
    }
  }
}
clearInterval(killer);
const seconds = (performance.now() - start) / 1000;
isOver = true;
await service.close();
await Promise.all(
  [...workers].map((worker) => {
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    return ended;
  }),
);
await redis?.end();
if (captures) rmSync(captures, { recursive: true, force: true });

const single = [...answered.values()].filter((times) => times === 1).length;
const left = [...seen].filter(isBrowser).length;
process.stdout.write(
  `${COUNT} artifacts in ${seconds.toFixed(0)} s, killed: ${JSON.stringify(kills)}: ${single} answered once, ` +
    `${wrong.length} scored otherwise than in peace, ${invalid} not judged, ${left} browsers left\n` +
    `Outcomes: ${JSON.stringify(outcomes)}\n${wrong.slice(0, 20).join('\n')}\n`,
);
if (single !== COUNT || wrong.length > 0 || left > 0) process.exitCode = 1;
