// What the queue in Redis costs and carries: jobs that take no time, jobs of a real page's length in workers that do nothing but
// wait, and a thousand such workers.
//   npm run bench:queue -- [--jobs <n>] [--bytes <n>] [--page-ms <ms>]
/* global AbortController */
import { once, setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createRedisQueue } from '../../dist/service/queue/redis/queue.js';
import { machine } from '../lib/machine.js';
import { startProcess, startRedis } from './redis.js';

const { values: options } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2000' },
    bytes: { type: 'string', default: '20000' },
    'page-ms': { type: 'string', default: '1000' },
  },
});
const WORKER = join(import.meta.dirname, 'noop-process.js');
const never = new AbortController().signal;
setMaxListeners(0, never);
const text = 'x'.repeat(Number(options.bytes));
const redis = await startRedis();
let next = 0;

async function measure({ processes, workersEach, slots, workMs, jobs }) {
  const fleet = `fleet-bench-${next++}`;
  const settings = { url: redis.url, fleet, workers: workersEach, slots, workMs };
  const children = await Promise.all(Array.from({ length: processes }, () => startProcess(WORKER, settings)));
  const queue = await createRedisQueue({ url: redis.url, fleet, limit: jobs });
  const start = performance.now();
  const cpu = process.cpuUsage();
  await Promise.all(
    Array.from({ length: jobs }, (_, i) =>
      queue.add(
        { key: `${fleet}-${i}`, run: `run ${i % 4}`, form: 'html', text, brief: {}, channels: [] },
        never,
      ),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await Promise.all(
    children.map((child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return ended;
    }),
  );
  await queue.close();
  const all = processes * workersEach;
  const most = workMs === 0 ? null : (1000 / workMs) * all * slots;
  return { all, slots: all * slots, rate: jobs / seconds, most, serviceMs: (user + system) / 1000 / jobs };
}

process.stdout.write(`${machine()}, ${options.bytes} bytes a job\n`);
const jobs = Number(options.jobs);
const pageMs = Number(options['page-ms']);
const plans = [
  { processes: 1, workersEach: 1, slots: 8, workMs: 0, jobs },
  { processes: 2, workersEach: 1, slots: 8, workMs: 0, jobs },
  { processes: 1, workersEach: 1, slots: 4, workMs: 100, jobs: Math.min(jobs, 400) },
  { processes: 2, workersEach: 1, slots: 4, workMs: 100, jobs: Math.min(jobs, 800) },
  { processes: 1, workersEach: 10, slots: 4, workMs: pageMs, jobs: 400 },
  { processes: 2, workersEach: 50, slots: 4, workMs: 4 * pageMs, jobs: 1600 },
  { processes: 4, workersEach: 250, slots: 4, workMs: 20 * pageMs, jobs: 8000 },
];
for (const plan of plans) {
  const { all, slots, rate, most, serviceMs } = await measure(plan);
  process.stdout.write(
    `${all} workers of ${slots / all} slots, ${plan.workMs} ms a job: ${rate.toFixed(1)} jobs/s` +
      `${most === null ? '' : ` (${((100 * rate) / most).toFixed(0)}% of what they could do)`}, ` +
      `${serviceMs.toFixed(2)} ms of CPU a job in the service\n`,
  );
}
await redis.end();
