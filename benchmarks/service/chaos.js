// Thousands of artifacts, a hostile one in twenty, while browsers are killed at random: is every one answered once, with
// its own verdict, and none scored low for a fault of ours? Is a process left?
//   npm run bench:chaos -- [--count <n>] [--concurrency <n>] [--kill-every <s>]
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearInterval, setInterval } from 'node:timers';
import { parseArgs } from 'node:util';
import { serve } from '../../dist/index.js';
import { HOSTILE } from '../lib/hostile.js';
import { machine } from '../lib/machine.js';
import { EXAMPLES, pageOf, post } from './pages.js';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    concurrency: { type: 'string', default: '2' },
    'kill-every': { type: 'string', default: '7' },
  },
});
const COUNT = Number(options.count);
const KILL_MS = 1000 * Number(options['kill-every']);
const HOSTILE_EVERY = 20;
const BATCH = 100;

/** Browsers are the children of this process: what was started by others is none of ours to end. */
const browsers = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((pid) => {
      try {
        return /chrom|unshare|bwrap/i.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      } catch {
        return false;
      }
    });

const isHostile = (n) => n % HOSTILE_EVERY === HOSTILE_EVERY - 1;
const hostileOf = (n) => HOSTILE[Math.floor(n / HOSTILE_EVERY) % HOSTILE.length];
const markOf = (n) => `page ${String(n).padStart(6, '0')}`;
const htmlOf = (n) => (isHostile(n) ? `${hostileOf(n).html}<!-- ${markOf(n)} -->` : pageOf(n));

process.stdout.write(`${machine()}\n`);
const service = await serve({
  port: 0,
  scoring: {
    recipe: 'provable',
    channels: ['execution', 'correctness'],
    concurrency: Number(options.concurrency),
    cpuSeconds: 3,
  },
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

let kills = 0;
const killer = setInterval(() => {
  const all = browsers();
  const victim = all[Math.floor(Math.random() * all.length)];
  if (victim === undefined) return;
  try {
    process.kill(victim, 'SIGKILL');
    kills++;
  } catch {
    // It had ended by itself.
  }
}, KILL_MS);

const start = performance.now();
const answered = new Map();
const wrong = [];
const outcomes = {};
for (let from = 0; from < COUNT; from += BATCH) {
  const batch = Array.from({ length: Math.min(BATCH, COUNT - from) }, (_, i) => from + i);
  for (const result of await ask(batch, htmlOf)) {
    const n = Number(result.id);
    answered.set(n, (answered.get(n) ?? 0) + 1);
    const { outcome } = result.verdict ?? { outcome: result.reason };
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
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
await service.close();

const once = [...answered.values()].filter((times) => times === 1).length;
process.stdout.write(
  `${COUNT} artifacts in ${seconds.toFixed(0)} s, ${kills} browsers killed: ${once} answered once, ` +
    `${wrong.length} scored otherwise than in peace, ${browsers().length} browsers left\n` +
    `Outcomes: ${JSON.stringify(outcomes)}\n${wrong.slice(0, 20).join('\n')}\n`,
);
if (once !== COUNT || wrong.length > 0 || browsers().length > 0) process.exitCode = 1;
