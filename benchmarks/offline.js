// How much of what pages load is answered without the internet, whether modules are one, whether the network can be cut, and what it
// costs. See README.md.
//   npm run bench:offline -- [<folder or file>…] [--lock <file>] [--store <folder>] [--sheet <png>] [--cut] [--cost] [--runs <n>]
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';
import { measureCost } from './lib/cost.js';
import { firstDifference } from './lib/difference.js';
import { dataFolder } from './lib/folders.js';
import { machine } from './lib/machine.js';
import { table } from './lib/print.js';
import { drawSheet } from './lib/sheet.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lock: { type: 'string' },
    store: { type: 'string' },
    sheet: { type: 'string' },
    cut: { type: 'boolean', default: false },
    cost: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
  },
});
const examples = fileURLToPath(new URL('../examples/offline', import.meta.url));
const inputs = (positionals.length > 0 ? positionals : [examples, dataFolder('generated')]).map((input) =>
  resolve(input),
);
const store = {
  ...(options.store && { store: resolve(options.store) }),
  ...(options.lock && { lock: resolve(options.lock) }),
};
const KINDS = ['script', 'stylesheet', 'font'];
const FATES = ['answered', 'placeholder', 'unavailable', 'absent', 'failed'];
/** What pages print when a library came twice, or when its hooks met another instance's renderer. */
const DOUBLE =
  /one instance: false|Multiple instances of Three|Invalid hook call|more than one copy of React|reading 'use(?:State|Ref|Effect|Memo|Context)'/i;
/** Nobody listens here: a pass that asked a registry would fail. */
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:9/' };

const temp = mkdtempSync(join(tmpdir(), 'kallos-offline-'));
process.on('exit', () => rmSync(temp, { recursive: true, force: true }));

/** Renders every page in a new process. @returns {Promise<Map<string, object>>} what lib/offline-pass.js tells, by page */
function pass(name, mode, env = {}) {
  process.stderr.write(`pass: ${name}\n`);
  const pages = new Map();
  const job = { inputs, offline: { mode, ...store }, folder: join(temp, name), concurrency: 2 };
  const child = fork(fileURLToPath(new URL('lib/offline-pass.js', import.meta.url)), [JSON.stringify(job)], {
    env: { ...process.env, ...env },
  });
  child.on('message', ({ id, ...page }) => pages.set(id, page));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done(pages) : fail(new Error(`a pass ended with ${code}`))));
  });
}

/** What a page asked of others for script, style and fonts, each address once. */
function outside({ requests = [] }) {
  const own = ({ url, fate, from }) =>
    fate === 'missing' || fate === 'blocked' || !/^https?:/.test(url) || (fate === 'answered' && !from);
  const asked = requests.filter((request) => KINDS.includes(request.type) && !own(request));
  return [...new Map(asked.map((request) => [request.url, request])).values()];
}

function shares(pages) {
  const all = [...pages.values()].flatMap(outside);
  const rows = KINDS.map((kind) => {
    const asked = all.filter(({ type }) => type === kind);
    return [kind, asked.length, ...FATES.map((fate) => share(asked, fate))];
  });
  const whole = [...pages.values()].filter((page) => outside(page).length > 0);
  const complete = whole.filter((page) => outside(page).every(({ fate }) => fate === 'answered'));
  return [
    `${pages.size} pages, ${whole.length} of them load script, style or fonts from outside; all of it is answered for ${complete.length}.`,
    table([['', 'asked', ...FATES], ...rows, ['all', all.length, ...FATES.map((fate) => share(all, fate))]]),
  ].join('\n');
}

function share(requests, fate) {
  const count = requests.filter((request) => request.fate === fate).length;
  return requests.length === 0 ? '–' : `${count} (${((100 * count) / requests.length).toFixed(1)}%)`;
}

function remarks(pages) {
  const lines = [];
  for (const [id, page] of pages) {
    const name = basename(id);
    if (page.failed) lines.push(`${name}: not rendered: ${page.failed}`);
    else if (page.outcome !== 'ok') lines.push(`${name}: ${page.outcome}`);
    for (const { url, type, fate, reason } of outside(page)) {
      if (fate !== 'answered') lines.push(`${name}: ${fate} ${type} ${url}${reason ? `: ${reason}` : ''}`);
    }
    for (const { message, kind, excused } of page.errors ?? []) {
      if (kind !== 'resource')
        lines.push(`${name}: ${kind}${excused ? ' (excused)' : ''}: ${message.split('\n')[0]}`);
    }
  }
  return lines.length > 0 ? lines : ['nothing'];
}

/** Pages that import one library by several routes say whether they got one instance; what libraries warn of counts for all pages. */
function instances(pages) {
  const said = [...pages].map(([id, { console: lines = [], errors = [] }]) => ({
    name: basename(id),
    checked: lines.some(({ text }) => /one instance:/.test(text)),
    double: [...lines.map(({ text }) => text), ...errors.map(({ message }) => message)].filter((text) =>
      DOUBLE.test(text),
    ),
  }));
  const checked = said.filter((page) => page.checked);
  const doubles = said.filter((page) => page.double.length > 0);
  return [
    `${checked.length} pages check that their modules are one; ${doubles.length} pages tell of two instances:`,
    ...doubles.map(({ name, double }) => `${name}: ${double[0].split('\n')[0].slice(0, 160)}`),
  ].join('\n');
}

function difference(before, after) {
  if (!before || !after) return 'not rendered';
  const [one, other] = [before, after].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  return firstDifference(one, other) ?? 'the pictures differ';
}

const about = machine();
const output = [about];
const answered = await pass('locked', 'locked');
output.push(shares(answered), '', 'Not answered, and errors:', ...remarks(answered), '', instances(answered));
let failed = [...answered.values()].some((page) => page.failed);

if (options.cut) {
  const sealed = await pass('sealed', 'sealed', NO_REGISTRY);
  const differing = [...answered].filter(([id, page]) => sealed.get(id)?.hash !== page.hash);
  output.push(
    '',
    `Without a network, in a new process: ${answered.size - differing.length} of ${answered.size} captures are the same bytes.`,
    ...differing.map(
      ([id, { capture }]) => `${basename(id)}: ${difference(capture, sealed.get(id)?.capture)}`,
    ),
  );
  failed ||= differing.length > 0;
}
if (options.sheet) {
  await drawSheet(resolve(options.sheet), answered, await pass('off', 'off'));
  output.push('', `Contact sheet, with the store and without: ${options.sheet}`);
}
if (options.cost)
  output.push('', await measureCost(inputs, { mode: 'sealed', ...store }, Number(options.runs)));

process.stdout.write(`${output.join('\n')}\n`);
process.exitCode = failed ? 1 : 0;
