// What the queue in Redis costs and carries: jobs that take no time; jobs as long as pages, in workers that do nothing but
// wait; and a thousand such workers, to which jobs come at a steady rate. CPU is told for each part, since on one machine
// all of them share its cores.
//   npm run bench:queue -- [--jobs <n>] [--bytes <n>] [--page-ms <median ms>] [--spread <sigma>] [--rate <jobs/s>] [--only <plan>]
/* global AbortController */
import { once, setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { createRedisQueue } from '../../dist/service/queue/redis/queue.js';
import { machine } from '../lib/machine.js';
import { table } from '../lib/print.js';
import { startProcess, startRedis, stopProcesses } from './redis.js';

const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    bytes: { type: 'string', default: '20000' },
    'page-ms': { type: 'string', default: '1000' },
    spread: { type: 'string', default: '0.6' },
    rate: { type: 'string', default: '50' },
    only: { type: 'string' },
  },
});
const WORKER = join(import.meta.dirname, 'noop-process.js');
const SLOTS = 4;
const IDLE_MS = 10_000;
const never = new AbortController().signal;
setMaxListeners(0, never);
const text = 'x'.repeat(Number(options.bytes));
const spread = Number(options.spread);
const redis = await startRedis();
const admin = new Redis(redis.url);
let next = 0;

async function readRedis() {
  const lines = (await admin.info()).split('\r\n').filter((line) => line.includes(':'));
  const told = Object.fromEntries(lines.map((line) => line.split(':', 2)));
  return {
    cpuMs: 1000 * (Number(told.used_cpu_user) + Number(told.used_cpu_sys)),
    commands: Number(told.total_commands_processed),
    peakMb: Number(told.used_memory_peak) / 2 ** 20,
    connections: Number(told.connected_clients),
  };
}

async function measure({ processes, workersEach, slots, workMs, jobs, everyMs = 0 }) {
  const fleet = `fleet-bench-${next++}`;
  await admin.flushall();
  await admin.config('RESETSTAT');
  const settings = { url: redis.url, fleet, workers: workersEach, slots, workMs, spread };
  const started = performance.now();
  const children = await Promise.all(Array.from({ length: processes }, () => startProcess(WORKER, settings)));
  const startMs = performance.now() - started;
  const queue = await createRedisQueue({ url: redis.url, fleet, limit: jobs });
  const resting = await readRedis();
  await sleep(IDLE_MS);
  const before = await readRedis();

  const start = performance.now();
  const cpu = process.cpuUsage();
  const waits = await Promise.all(
    Array.from({ length: jobs }, async (_, i) => {
      if (everyMs > 0) await sleep(i * everyMs);
      const content = { form: 'html', text, brief: {}, channels: [] };
      const { verdict } = await queue.add({ key: `${fleet}-${i}`, run: `run ${i % 4}`, ...content }, never);
      return verdict.cost.queueMs;
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const after = await readRedis();
  const idleShare = (before.cpuMs - resting.cpuMs) / IDLE_MS;
  const workers = children.map((child) => once(child, 'message').then(([{ cpuMs }]) => cpuMs));
  await stopProcesses(children);
  await queue.close();
  const workerMs = (await Promise.all(workers)).reduce((a, b) => a + b, 0);
  const all = processes * workersEach;
  waits.sort((a, b) => a - b);
  // The mean of a log-normal is above its median.
  const meanMs = workMs * Math.exp(spread ** 2 / 2);
  return {
    rate: jobs / seconds,
    // What slots that never wait would do; where jobs come at a rate, that rate says how many there can be.
    most: workMs === 0 || everyMs > 0 ? null : (1000 / meanMs) * all * slots,
    startMs,
    connections: before.connections - 1,
    peakMb: after.peakMb,
    idle: {
      commands: (before.commands - resting.commands) / (IDLE_MS / 1000),
      share: idleShare,
    },
    commands: (after.commands - before.commands) / jobs,
    // Beyond what workers cost it that have nothing to do.
    redisMs: (after.cpuMs - before.cpuMs - 1000 * seconds * idleShare) / jobs,
    serviceMs: (user + system) / 1000 / jobs,
    workerMs: workerMs / jobs,
    wait: [0.5, 0.95, 0.99].map((at) => waits[Math.floor(at * waits.length)]),
  };
}

process.stdout.write(
  `${machine()}, ${options.bytes} bytes a job, times of jobs log-normal (sigma ${spread})\n`,
);
const jobs = Number(options.jobs);
const pageMs = Number(options['page-ms']);
const steady = { jobs: 40 * Number(options.rate), everyMs: 1000 / Number(options.rate) };
const plans = {
  nothing: { processes: 1, workersEach: 1, slots: 8, workMs: 0, jobs },
  'nothing, in many slots': { processes: 1, workersEach: 1, slots: 64, workMs: 0, jobs },
  'nothing, in two workers': { processes: 2, workersEach: 1, slots: 8, workMs: 0, jobs },
  one: { processes: 1, workersEach: 1, slots: SLOTS, workMs: pageMs / 10, jobs: 400 },
  two: { processes: 2, workersEach: 1, slots: SLOTS, workMs: pageMs / 10, jobs: 800 },
  // As long as pages are where browsers share cores, and no more than this machine can pass on.
  hundred: { processes: 4, workersEach: 25, slots: SLOTS, workMs: 5 * pageMs, ...steady },
  thousand: { processes: 4, workersEach: 250, slots: SLOTS, workMs: 5 * pageMs, ...steady },
};
/** How much of a core may be used: beyond that waits grow. */
const BUSY = 0.7;
const allowed = [];
const head = [
  'plan',
  'jobs/s',
  'of most',
  'wait p50',
  'p95',
  'p99 ms',
  'Redis ms',
  'service ms',
  'workers ms',
];
const rows = [[...head, 'commands', 'connections', 'peak MB', 'idle Redis']];
for (const [name, plan] of Object.entries(plans)) {
  if (options.only !== undefined && options.only !== name) continue;
  const told = await measure(plan);
  const { rate, most, wait, redisMs, serviceMs, workerMs, commands, connections, peakMb, idle } = told;
  const cpu = [redisMs, serviceMs, workerMs].map((ms) => ms.toFixed(2));
  const idling = `${(100 * idle.share).toFixed(1)}% ${idle.commands.toFixed(0)}/s`;
  const share = most === null ? '' : `${((100 * rate) / most).toFixed(0)}%`;
  rows.push([
    name,
    rate.toFixed(1),
    share,
    ...wait,
    ...cpu,
    commands.toFixed(1),
    connections,
    peakMb.toFixed(0),
    idling,
  ]);
  const carries = (BUSY - idle.share) / (redisMs / 1000);
  allowed.push(
    `${name}: a core ${100 * BUSY}% busy with Redis carries ${carries.toFixed(0)} jobs/s, one of a service ${((1000 * BUSY) / serviceMs).toFixed(0)}\n`,
  );
}
process.stdout.write(`${table(rows)}\n${allowed.join('')}`);
admin.disconnect();
await redis.end();
