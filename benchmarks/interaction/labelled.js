import console from 'node:console';
import { createHash } from 'node:crypto';
import { table } from '../lib/print.js';
import { exploreAll, probeFor, readLabels, sourceOf, wordOf } from './pages.js';
import { share } from './statistics.js';

const LABELS = ['answers', 'otherwise', 'invisible-only', 'nothing'];
const TOLD = [...LABELS, 'broke', 'not tried'];
/** What a person calls "nothing happened": a change that only a script sees is none. */
const isDead = (word) => word === 'nothing' || word === 'invisible-only';

/**
 * Explores the pages of a folder and puts what was told beside each label.
 * @param {'pages' | 'ambient'} folder
 * @param {(page: string) => boolean} wanted
 * @returns {Promise<{ label: import('./pages.js').Label, told: string, detail: string }[]>}
 */
export async function compare(folder, wanted) {
  const labels = readLabels().filter(({ page }) => page.startsWith(`${folder}/`) && wanted(page));
  const jobs = [...new Set(labels.map(({ page }) => page))].map((id) => ({ id, html: sourceOf(id) }));
  const rows = [];
  await exploreAll(jobs, ({ id }, { trace, probes }) => {
    for (const label of labels.filter(({ page }) => page === id)) {
      const judged = probeFor(label, probes);
      const detail = judged
        ? `${judged.control.kind}: ${judged.probe.trouble?.detail ?? judged.happened}`
        : whyUntried(label, trace.data);
      rows.push({ label, told: judged ? wordOf(judged) : 'not tried', detail });
    }
  });
  const order = new Map(labels.map((label, i) => [label, i]));
  return rows.sort((a, b) => order.get(a.label) - order.get(b.label));
}

/** Why no probe did what a label speaks of. */
function whyUntried({ selector, via }, { controls, untried, status, detail }) {
  if (status === 'failed') return `the page could not be explored: ${detail}`;
  const at = controls.findIndex((one) => one.selector === selector || one.selector === via);
  if (at < 0) return 'it was not found';
  return untried.find(({ control }) => control === at)?.why ?? 'not in this way';
}

const nameOf = ({ page, selector, case: given }) => `${page} ${selector}${given ? ` (${given})` : ''}`;

/**
 * Precision and recall of "nothing happened" over the labelled controls, the confusion table, and every error.
 * @param {(page: string) => boolean} wanted
 * @returns {Promise<boolean>} whether both are at least .95
 */
export async function labelled(wanted) {
  const rows = await compare('pages', wanted);
  const halves = ['tuning', 'held-out'].map((half) =>
    rows.filter(({ label }) => halfOf(label.page) === half),
  );
  console.log('== tuning half');
  report(halves[0]);
  console.log('\n== held-out half');
  report(halves[1]);
  console.log('\n== both');
  return report(rows);
}

/** Pages are split by their names: rules are looked for on one half, and the other one says whether they hold. */
export const halfOf = (page) =>
  createHash('sha256').update(page).digest()[3] % 2 === 0 ? 'tuning' : 'held-out';

function report(rows) {
  const count = (label, told) => rows.filter((row) => row.label.label === label && row.told === told).length;
  console.log(`${rows.length} controls on ${new Set(rows.map(({ label }) => label.page)).size} pages\n`);
  console.log(
    table([
      ['label \\ told', ...TOLD],
      ...LABELS.map((label) => [label, ...TOLD.map((told) => count(label, told))]),
    ]),
  );

  const tried = rows.filter(({ told }) => told !== 'not tried');
  const alarms = tried.filter(({ told }) => isDead(told));
  const dead = tried.filter(({ label }) => isDead(label.label));
  const right = alarms.filter(({ label }) => isDead(label.label));
  console.log(`\n"Nothing happened" (nothing, or only what a script sees), of what was tried:`);
  console.log(`  precision ${share(right.length, alarms.length)}`);
  console.log(`  recall    ${share(right.length, dead.length)}`);
  console.log(`  tried     ${share(tried.length, rows.length)}`);
  const exact = tried.filter(({ label, told }) => label.label === told).length;
  console.log(`All four labels told apart: ${share(exact, tried.length)}`);

  const list = (title, those) => {
    if (those.length === 0) return;
    console.log(`\n${title}`);
    for (const { label, told, detail } of those)
      console.log(`  ${nameOf(label)}: ${label.label}, told ${told}\n    ${label.why} | ${detail}`);
  };
  list(
    'False alarms:',
    alarms.filter(({ label }) => !isDead(label.label)),
  );
  list(
    'Dead and missed:',
    dead.filter(({ told }) => !isDead(told)),
  );
  list(
    'Answers otherwise, or told so wrongly:',
    tried.filter(({ label, told }) => !isDead(label.label) && !isDead(told) && label.label !== told),
  );
  list(
    'Not tried:',
    rows.filter(({ told }) => told === 'not tried'),
  );
  return right.length >= 0.95 * alarms.length && right.length >= 0.95 * dead.length;
}

/**
 * How often something that moves by itself passes for an answer.
 * @param {(page: string) => boolean} wanted
 * @returns {Promise<boolean>} whether it never does
 */
export async function ambient(wanted) {
  const rows = await compare('ambient', wanted);
  const tried = rows.filter(({ told }) => told !== 'not tried');
  const dead = tried.filter(({ label }) => isDead(label.label));
  const fooled = dead.filter(({ told }) => !isDead(told));
  const alive = tried.filter(({ label }) => !isDead(label.label));
  console.log(`${rows.length} controls on ${new Set(rows.map(({ label }) => label.page)).size} moving pages`);
  console.log(`  dead, told that they answer  ${share(fooled.length, dead.length)}`);
  console.log(
    `  work, told that they do      ${share(alive.filter(({ told }) => !isDead(told)).length, alive.length)}`,
  );
  console.log(`  tried                        ${share(tried.length, rows.length)}`);
  const wrong = rows.filter(
    ({ label, told }) => told === 'not tried' || isDead(label.label) !== isDead(told),
  );
  for (const { label, told, detail } of wrong)
    console.log(`  ${nameOf(label)}: ${label.label}, told ${told} | ${label.why} | ${detail}`);
  return fooled.length === 0;
}
