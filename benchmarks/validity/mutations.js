import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { randomFrom } from '../../dist/bench/bootstrap.js';
import { machine } from '../lib/machine.js';
import { giveBrief } from './brief.js';
import { damage } from './damage/index.js';
import { KINDS } from './kinds.js';
import { Page } from './page.js';
import { realPages, sample, wellMade } from './pages.js';
import { inParallel } from './parallel.js';
import { seedOf, shuffled } from './random.js';
import { drawPairs } from './sheet.js';
import { SEVERITIES, summaryOf, tableOf } from './summary.js';
import { tryPage } from './tried.js';

/** Pairs on the picture of failures. */
const SHOWN = 36;

/**
 * Damages pages in every way of the table, and says in which way the scores went.
 * @param {import('./store.js').Store} store
 * @param {{pages: number, kinds?: string[], severities: number[], json: boolean}} options severities 0 to 2
 */
export async function mutations(store, { pages: count, kinds: wanted, severities, json }) {
  const unknown = wanted?.find((id) => !KINDS.some((kind) => kind.id === id));
  if (unknown) throw new Error(`There is no kind "${unknown}": see kinds.js.`);
  const kinds = KINDS.filter(({ id }) => !wanted || wanted.includes(id));
  const sets = { ...(await realPages()), 'well-made': await wellMade() };
  // In an order of chance: what a run that is broken off leaves is a sample of all sets.
  const pages = shuffled(sample(sets, count), randomFrom(seedOf('pages')));
  const rows = [];
  const spared = [];
  const files = { table: join(store.folder, 'mutations.md'), rows: join(store.folder, 'mutations.json') };
  const start = Date.now();
  let [summary, text] = [[], ''];
  for (const [i, artifact] of pages.entries()) {
    for (const row of await damageOne(store, artifact, kinds, severities))
      (row.spared ? spared : rows).push(row);
    const seconds = Math.round((Date.now() - start) / 1000);
    process.stderr.write(`\r${i + 1} of ${pages.length} pages, ${rows.length} mutants, ${seconds} s `);
    const ofKind = ({ id }) => rows.filter((row) => row.kind === id);
    summary = kinds.map((kind) => summaryOf(kind, ofKind(kind)));
    text = [tableOf(summary), ...sparedLines(spared)].join('\n');
    writeFileSync(files.table, `${machine()}\n${i + 1} of ${pages.length} pages\n\n${text}\n`);
    writeFileSync(files.rows, JSON.stringify({ machine: machine(), summary, rows, spared }, null, 1));
  }
  process.stderr.write('\n');
  const sheet = await drawFailures(store, rows);
  if (json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  else process.stdout.write(`${text}\n\n${[...Object.values(files), ...sheet].join('\n')}\n`);
  return summary.every(({ holds }) => holds) ? 0 : 1;
}

/** On how many pages each kind of `interaction` had nothing to break, and why. */
function sparedLines(spared) {
  return [...grouped(spared)].map(([kind, rows]) => {
    const why = new Map(rows.map(({ page, spared: reason }) => [page, reason]));
    const counts = [...new Set(why.values())].map(
      (reason) => `${[...why.values()].filter((one) => one === reason).length} ${reason}`,
    );
    return `Not applicable: ${kind} on ${why.size} pages (${counts.join(', ')}).`;
  });
}

async function damageOne(store, artifact, kinds, severities) {
  // Pages on a phone cost more: they are drawn for the kinds that need them.
  const originals = new Map();
  const original = (profile) => {
    if (!originals.has(profile)) originals.set(profile, readOriginal(store, artifact, profile));
    return originals.get(profile);
  };
  const jobs = kinds
    .filter(({ only }) => !only || only === artifact.kind)
    .flatMap((kind) => severities.map((severity) => ({ kind, severity })));
  const rows = await inParallel(jobs, 2 * store.concurrency, async ({ kind, severity }) => {
    const profile = kind.shows === 'phone' ? 'full' : 'reward';
    const page = await original(profile);
    return page ? judgeMutant(store, page, kind, severity, profile) : null;
  });
  return rows.filter(Boolean);
}

async function readOriginal(store, artifact, profile) {
  const capture = await store.capture(artifact, {}, profile);
  if (capture.data.outcome !== 'ok' || capture.data.layouts.length === 0) return null;
  const page = new Page(artifact, capture);
  await giveBrief(page, store);
  return page;
}

async function judgeMutant(store, page, kind, severity, profile) {
  // Trying a page costs some seconds: it is done for the kinds that only trying can show.
  const tried = kind.moves === 'interaction';
  if (tried) await (page.tried ??= tryPage(page, store));
  const mutant = await damage(page, kind, severity);
  if (!mutant) return tried ? { kind: kind.id, page: page.artifact.id, spared: whySpared(page) } : null;
  const capture = await store.capture(mutant.artifact, {}, profile);
  if (!isDone(kind, page.capture, capture) || mutant.done?.(capture) === false) return null;
  const brief = kind.against === 'brief' ? page.brief : {};
  const reference = kind.against === 'reference' ? { hash: page.capture.hash, graph: page.graph } : undefined;
  const traces = tried ? [page.trace, await store.trace(mutant.artifact)] : [];
  const [before, after] = [
    await store.verdict(page.capture, brief, { reference, trace: traces[0] }),
    await store.verdict(capture, brief, { reference, trace: traces[1] }),
  ];
  return {
    kind: kind.id,
    page: page.artifact.id,
    severity: SEVERITIES[severity],
    outcome: after.outcome,
    before: scoresOf(before),
    after: scoresOf(after),
    fell: fallsOf(before, after, kind.moves),
    captures: [page.capture.hash, capture.hash],
  };
}

/** Why nothing on a page could be broken. */
const whySpared = ({ trace, answering }) => {
  if (trace.data.controls.length === 0) return 'nothing to act on';
  return answering.length === 0 ? 'nothing answered' : 'nothing of this sort answered';
};

/** Was the damage really done? */
function isDone({ shows }, before, after) {
  if (after.data.outcome !== 'ok') return true;
  const picture = ({ data }) => data.pictures[0]?.hash;
  const errors = ({ data }) => data.errors.filter(({ kind }) => kind !== 'resource').length;
  if (shows === 'picture') return picture(before) !== picture(after);
  return shows !== 'errors' || errors(after) > errors(before);
}

/** A channel that could not be judged through the page's own fault has nothing; through ours, it is not known. */
function scoresOf({ channels }) {
  return Object.fromEntries(
    Object.entries(channels).map(([name, { status, score }]) => [name, status === 'gated' ? 0 : score]),
  );
}

/** The parts of the channel that fell, the most first, each with what it took from the channel. */
function fallsOf(before, after, channel) {
  const falls = Object.entries(after.channels[channel].parts).flatMap(([check, part]) => {
    if (part.score === null) return [];
    const fall = part.weight * ((before.channels[channel].parts[check]?.score ?? 1) - part.score);
    return fall > 1e-9 ? [[check, fall]] : [];
  });
  return Object.fromEntries(falls.sort(([, a], [, b]) => b - a));
}

/** A picture of mutants that did not fall at their highest severity, a few of each kind. */
async function drawFailures(store, rows) {
  const lost = rows.filter(({ kind, before, after }) => {
    const { moves } = KINDS.find(({ id }) => id === kind);
    return before[moves] !== null && after[moves] !== null && before[moves] <= after[moves];
  });
  const first = [...grouped(lost)].flatMap(([, some]) => some.slice(-2));
  if (first.length === 0) return [];
  const file = join(store.folder, 'mutations.png');
  await drawPairs(
    file,
    first.slice(0, SHOWN).map(({ kind, page, severity, before, after, captures }) => {
      const { moves } = KINDS.find(({ id }) => id === kind);
      return {
        label: `${kind}, ${severity}, ${page}: ${moves} ${before[moves].toFixed(3)} > ${after[moves].toFixed(3)}`,
        pictures: captures.map((hash) => join(store.folder, 'captures', hash.replace(':', '-'))),
      };
    }),
  );
  return [file];
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.kind, [...(groups.get(row.kind) ?? []), row]);
  return groups;
}
