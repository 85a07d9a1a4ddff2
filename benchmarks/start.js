// How long a person waits for the command: each run is a fresh process. See README.md.
//   npm run bench:start -- [--runs <n>] [--page <file>]
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from './lib/machine.js';
import { median, table } from './lib/print.js';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    page: { type: 'string', default: path('../examples/pricing.html') },
  },
});
const KALLOS = path('../dist/cli/main.js');
const COMMANDS = {
  'kallos --help': ['--help'],
  'kallos score (reward)': ['score', options.page, '--profile', 'reward'],
  'kallos score (full)': ['score', options.page, '--profile', 'full'],
};

/** Milliseconds to the first byte on standard output and to the end. */
function time(args) {
  const from = performance.now();
  const child = spawn(process.execPath, [KALLOS, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let first = null;
  let errors = '';
  child.stdout.on('data', () => (first ??= performance.now() - from));
  child.stderr.on('data', (chunk) => (errors += chunk));
  return new Promise((done, fail) => {
    child.once('error', fail);
    // 1 says that there are findings; only 2 says that it did not work.
    child.once('close', (code) => {
      if (code === 0 || code === 1) done({ first, end: performance.now() - from });
      else fail(new Error(`kallos ${args.join(' ')} ended with ${code}: ${errors}`));
    });
  });
}

const about = machine();
const rows = [['', 'first output ms', 'end ms', 'slowest end']];
for (const [name, args] of Object.entries(COMMANDS)) {
  const times = [];
  // The first run reads everything from the disk, and unpacks the browser on a new machine.
  await time(args);
  for (let run = 0; run < Number(options.runs); run++) times.push(await time(args));
  const ends = times.map(({ end }) => end);
  rows.push([
    name,
    ...[median(times.map(({ first }) => first)), median(ends), Math.max(...ends)].map((ms) => ms.toFixed(0)),
  ]);
}
process.stdout.write(
  `${about}\n${options.runs} runs each, a process each, after one to warm up; medians\n\n${table(rows)}\n`,
);
