// Does the same page give the same bytes? Every page several times, each time in a process of its own. See README.md.
//   npm run bench:determinism -- [<folder or file>…] [--times <n>] [--profile reward|full] [--against <dist of another install>]
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';
import { dataFolder } from './lib/folders.js';
import { machine } from './lib/machine.js';
import { table } from './lib/print.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '3' },
    profile: { type: 'string', default: 'full' },
    against: { type: 'string' },
  },
});
const inputs = (positionals.length > 0 ? positionals : [dataFolder('design2code')]).map((input) =>
  resolve(input),
);
const here = fileURLToPath(new URL('../dist', import.meta.url));
const installs = [
  ...Array(Number(options.times)).fill(here),
  ...(options.against ? [resolve(options.against)] : []),
];

// The first pass writes its captures and verdicts here; the others compare theirs with them.
const reference = mkdtempSync(join(tmpdir(), 'kallos-determinism-'));
process.on('exit', () => rmSync(reference, { recursive: true, force: true }));

/** @returns {Promise<Map<string, {outcome: string, determinism: string, differences: Record<string, string>}>>} by page */
function pass(dist) {
  const pages = new Map();
  const child = fork(fileURLToPath(new URL('lib/determinism-pass.js', import.meta.url)), [
    dist,
    options.profile,
    reference,
    ...inputs,
  ]);
  child.on('message', ({ id, ...page }) => pages.set(id, page));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done(pages) : fail(new Error(`a pass ended with ${code}`))));
  });
}

const about = machine();
const passes = [];
for (const [i, dist] of installs.entries()) {
  process.stderr.write(`pass ${i + 1} of ${installs.length}: ${dist}\n`);
  passes.push(await pass(dist));
}

const [first, ...others] = passes;
const rows = [['pass', 'pages', 'capture', 'pictures', 'verdict']];
const named = [];
for (const [i, pages] of others.entries()) {
  const equal = { capture: 0, pictures: 0, verdict: 0 };
  for (const id of first.keys()) {
    const page = pages.get(id);
    if (!page) named.push(`${id}, pass ${i + 2}: no verdict`);
    for (const what of Object.keys(equal)) {
      if (page && !(what in page.differences)) equal[what]++;
    }
    for (const [what, where] of Object.entries(page?.differences ?? {})) {
      named.push(`${id}, pass ${i + 2}: ${what} differs: ${where}`);
    }
  }
  const name = `${i + 2}${installs[i + 1] === here ? '' : ' (other install)'}`;
  rows.push([name, pages.size, equal.capture, equal.pictures, equal.verdict]);
}
const outcomes = new Map();
for (const { outcome, determinism } of first.values()) {
  const kind = `${outcome}, ${determinism}`;
  outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
}
process.stdout.write(
  [
    about,
    `${first.size} pages, profile ${options.profile}: ${[...outcomes].map(([kind, n]) => `${n} ${kind}`).join('; ')}`,
    'Pages equal to those of the first pass, byte for byte:',
    '',
    table(rows),
    '',
    ...named,
    '',
  ].join('\n'),
);
process.exitCode = named.length > 0 || first.size === 0 ? 1 : 0;
