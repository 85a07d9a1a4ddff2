import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { randomFrom } from '../../dist/bench/bootstrap.js';
import { seedOf, shuffled } from './random.js';
import { realPages, sample, wellMade } from './pages.js';
import { inParallel } from './parallel.js';
import { drawPlaces } from './sheet.js';

const SEVERITIES = ['error', 'warning', 'advisory'];
/** A check that finds something on a larger share of good pages is looked at. */
const OFTEN = 0.2;
/** Hits of each check on the picture. */
const SHOWN = 4;

/**
 * What the checks find on pages that are good: the originals of Design2Code, and the best-made examples (these at every viewport).
 * @param {import('./store.js').Store} store
 * @param {{pages: number, json: boolean}} options
 */
export async function alarms(store, { pages: count, json }) {
  const { design2code } = await realPages();
  const sets = [
    { name: 'design2code', profile: 'reward', pages: sample({ design2code }, count) },
    { name: 'well-made', profile: 'full', pages: await wellMade() },
  ];
  const found = {};
  const hits = [];
  for (const { name, profile, pages } of sets) {
    const verdicts = await inParallel(pages, 2 * store.concurrency, async (artifact) => {
      const capture = await store.capture(artifact, {}, profile);
      return { artifact, capture, verdict: await store.verdict(capture) };
    });
    found[name] = countsOf(verdicts);
    hits.push(...verdicts.flatMap(hitsOf));
  }
  const file = join(store.folder, 'alarms.json');
  writeFileSync(file, JSON.stringify(found, null, 1));
  const sheet = join(store.folder, 'alarms.png');
  await drawPlaces(sheet, chosen(hits, store.folder));
  if (json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else process.stdout.write(`${Object.entries(found).map(reportOf).join('\n\n')}\n\n${file}\n${sheet}\n`);
  return 0;
}

/** Findings and pages by check and severity. */
function countsOf(verdicts) {
  const checks = {};
  for (const { verdict } of verdicts) {
    const here = new Map();
    for (const { check, severity } of verdict.findings) {
      const counts = (checks[check] ??= Object.fromEntries(
        SEVERITIES.map((name) => [name, { findings: 0, pages: 0 }]),
      ));
      counts[severity].findings++;
      here.set(`${check} ${severity}`, counts[severity]);
    }
    for (const counts of here.values()) counts.pages++;
  }
  const silent = verdicts.filter(({ verdict }) => verdict.findings.length === 0).length;
  const scores = verdicts
    .map(({ verdict }) => verdict.channels.correctness.score)
    .filter((score) => score !== null);
  return { pages: verdicts.length, silent, correctness: mean(scores), checks };
}

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;

function hitsOf({ artifact, capture, verdict }) {
  const primary = capture.data.layouts[0]?.viewport;
  return verdict.findings
    .filter(({ viewport, box }) => box && viewport === primary)
    .map(({ check, severity, message, box }) => ({
      check,
      label: `${check} (${severity}): ${message.slice(0, 46)}`,
      capture: capture.hash.replace(':', '-'),
      page: artifact.id,
      box,
    }));
}

/** A few hits of each check, each on a page of its own. */
function chosen(hits, folder) {
  const checks = [...new Set(hits.map(({ check }) => check))].sort();
  return checks.flatMap((check) => {
    const mixed = shuffled(
      hits.filter((hit) => hit.check === check),
      randomFrom(seedOf(check)),
    );
    const first = mixed.filter(({ page }, i) => mixed.findIndex((other) => other.page === page) === i);
    return first
      .slice(0, SHOWN)
      .map(({ label, capture, box }) => ({ label, box, picture: join(folder, 'captures', capture) }));
  });
}

function reportOf([name, { pages, silent, correctness, checks }]) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const percent = (count) => `${Math.round((100 * count) / pages)}%`;
  const most = ([, counts]) => Math.max(...SEVERITIES.map((severity) => counts[severity].pages));
  const rows = Object.entries(checks)
    .sort((a, b) => most(b) - most(a))
    .map(([check, counts]) => [
      check,
      ...SEVERITIES.map((severity) => percent(counts[severity].pages)),
      (SEVERITIES.reduce((sum, severity) => sum + counts[severity].findings, 0) / pages).toFixed(1),
    ]);
  const often = Object.entries(checks).filter((entry) => most(entry) > OFTEN * pages);
  return [
    `### ${name}: ${pages} pages, ${silent} without a finding, mean correctness ${correctness.toFixed(2)}`,
    '',
    line(['check', ...SEVERITIES.map((severity) => `pages with ${severity}`), 'findings a page']),
    line(['---', '---', '---', '---', '---']),
    ...rows.map(line),
    '',
    `On more than ${100 * OFTEN}%: ${often.map(([check]) => check).join(', ') || 'none'}.`,
  ].join('\n');
}
