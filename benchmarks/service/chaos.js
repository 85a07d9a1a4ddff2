// Thousands of artifacts, a hostile one in twenty, while browsers are killed at random: is every one answered once, with
// its own verdict, and none scored low for a fault of ours? Is a process left?
// With --redis two workers judge for the service, are killed too, and Redis is restarted in the middle.
//   npm run bench:chaos -- [--redis] [--count <n>] [--concurrency <n>] [--kill-every <s>]
/* global fetch */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearInterval, setInterval, setTimeout } from 'node:timers';
import { parseArgs } from 'node:util';
import { serve } from '../../dist/index.js';
import { HOSTILE } from '../lib/hostile.js';
import { machine } from '../lib/machine.js';
import { markOf, post, QUICK, quickPageOf } from './pages.js';
import { startProcess, startRedis, stopProcesses } from './redis.js';
import { childrenOf, descendantsOf, identityOf, isBrowser } from './tree.js';

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
/** Requests at a time, so that a page that waits for a dead worker's jobs to be found holds up only its own. */
const ASKERS = 8;
const BATCH = 5;
const PROGRESS_EVERY = 50;
/** A channel's score is the same to the last bit on one machine. */
const SAME = 1e-9;

const WORKERS = 2;
const WORKER = join(import.meta.dirname, 'worker-process.js');

const isHostile = (n) => n % HOSTILE_EVERY === HOSTILE_EVERY - 1;
const hostileOf = (n) => HOSTILE[Math.floor(n / HOSTILE_EVERY) % HOSTILE.length];
const htmlOf = (n) => (isHostile(n) ? `${hostileOf(n).html}<!-- ${markOf(n)} -->` : quickPageOf(n));

process.stdout.write(`${machine()}\n`);
const judging = { concurrency: Number(options.concurrency), cpuSeconds: 2 };
const redis = options.redis ? await startRedis() : null;
const captures = mkdtempSync(join(tmpdir(), 'kallos-captures-'));
process.once('exit', () => rmSync(captures, { recursive: true, force: true }));
const workers = new Set();
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
let faults = 0;
const service = await serve({
  port: 0,
  captures,
  scoring: { recipe: 'provable', channels: ['execution', 'correctness'], ...judging },
  ...(redis && { redis: redis.url }),
  onFault: () => faults++,
});
const ask = async (numbers, make) => {
  const items = numbers.map((n) => ({ id: String(n), html: make(n) }));
  const { status, text } = await post(service.url, '/v1/score', { items, deadlineMs: 600_000 });
  if (status !== 200) throw new Error(`answered with ${status}: ${text.slice(0, 200)}`);
  return JSON.parse(text).results;
};

// What each page is worth in peace: those of one remainder differ in their titles alone.
const FIRST = QUICK * 100_000;
const numbers = Array.from({ length: QUICK }, (_, i) => FIRST + i);
const inPeace = await ask(numbers, quickPageOf);
const peace = inPeace.map(({ score, valid }) => (valid ? score : null));
if (peace.includes(null) || new Set(peace).size !== QUICK)
  throw new Error(`these pages can't be told from one another: ${peace.join(', ')}`);

const seen = new Set();
const look = () => {
  for (const pid of descendantsOf(process.pid)) {
    const identity = identityOf(pid);
    if (identity) seen.add(identity);
  }
};
const kills = { browsers: 0, workers: 0, redis: 0 };
const killer = setInterval(() => {
  look();
  // Every third time a worker, and with it its browser. What was started by others is none of ours to end.
  const alive = [...workers].map(({ pid }) => pid);
  const kind = alive.length > 0 && (kills.browsers + kills.workers) % 3 === 2 ? 'workers' : 'browsers';
  const victims = kind === 'workers' ? alive : [process.pid, ...alive].flatMap(childrenOf).filter(isBrowser);
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
const unjudged = {};
const outcomes = {};
async function inspect({ id, valid, score, reason, verdict, evidence }) {
  const n = Number(id);
  answered.set(n, (answered.get(n) ?? 0) + 1);
  const outcome = verdict?.outcome ?? 'none';
  const kind = isHostile(n) ? `hostile: ${outcome}` : outcome;
  outcomes[kind] = (outcomes[kind] ?? 0) + 1;
  if (!valid) {
    unjudged[reason] = (unjudged[reason] ?? 0) + 1;
    return;
  }
  if (isHostile(n)) {
    if (!hostileOf(n).ends.includes(outcome)) wrong.push(`${n} (${hostileOf(n).name}): ${outcome}`);
    return;
  }
  const worth = peace[n % QUICK];
  if (Math.abs(score - worth) > SAME) wrong.push(`${n}: ${score} instead of ${worth} (${outcome})`);
  const capture = await fetch(`${service.url}${evidence.capture}`);
  const { title } = await capture.json();
  if (title !== markOf(n)) wrong.push(`${n}: has the verdict on "${title}"`);
}
const tell = () => {
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stderr.write(
    `${answered.size}/${COUNT} after ${seconds} s, killed ${JSON.stringify(kills)}, ${wrong.length} wrong, ` +
      `not judged ${JSON.stringify(unjudged)}\n`,
  );
};
let next = 0;
let told = 0;
const asker = async () => {
  while (next < COUNT) {
    const from = next;
    next = Math.min(COUNT, from + BATCH);
    if (redis && kills.redis === 0 && next >= COUNT / 2) {
      kills.redis++;
      setTimeout(() => void redis.restart(), 3000);
    }
    const batch = Array.from({ length: next - from }, (_, i) => from + i);
    for (const result of await ask(batch, htmlOf)) await inspect(result);
    if (Math.floor(answered.size / PROGRESS_EVERY) > told) {
      told = Math.floor(answered.size / PROGRESS_EVERY);
      tell();
    }
  }
};
await Promise.all(Array.from({ length: ASKERS }, asker));
clearInterval(killer);
look();
const seconds = (performance.now() - start) / 1000;
isOver = true;
await service.close();
await stopProcesses([...workers]);
await redis?.end();

const single = [...answered.values()].filter((times) => times === 1).length;
const left = [...seen].filter((identity) => identityOf(Number.parseInt(identity)) === identity);
process.stdout.write(
  `${COUNT} artifacts in ${seconds.toFixed(0)} s, killed ${JSON.stringify(kills)}, ${faults} faults told: ` +
    `${single} answered once, ${wrong.length} with another verdict than in peace or their own, ` +
    `not judged ${JSON.stringify(unjudged)}, ${left.length} of ${seen.size} processes left\n` +
    `Outcomes: ${JSON.stringify(outcomes)}\n${wrong.slice(0, 20).join('\n')}\n`,
);
if (single !== COUNT || wrong.length > 0 || left.length > 0) process.exitCode = 1;
