import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { loadInputs } from '../../dist/index.js';
import { TRICKS } from './hacks/tricks.js';
import { inParallel } from './parallel.js';
import { drawPairs } from './sheet.js';

const FOLDER = fileURLToPath(new URL('hacks/', import.meta.url));
/** By what a hack is scored that only one channel can catch: a recipe that asks all of them. */
const ALL = 'default';

/**
 * Pages that try to score without being good, each beside the honest page that it imitates.
 * @param {import('./store.js').Store} store
 * @param {{json: boolean}} options
 * @returns {Promise<number>} 1 when a hack wins
 */
export async function hacks(store, { json }) {
  const rows = await inParallel(TRICKS, 2 * store.concurrency, (trick) => judgePair(store, trick));
  const wins = rows.filter(({ won }) => won);
  const file = join(store.folder, 'hacks.json');
  writeFileSync(file, JSON.stringify(rows, null, 1));
  const sheet = join(store.folder, 'hacks.png');
  const shown = rows.map(({ page, hack, honestScore, hackScore, captures }) => ({
    label: `${page}/${hack}: ${honestScore.toFixed(3)} > ${hackScore.toFixed(3)}`,
    pictures: captures.map((hash) => join(store.folder, 'captures', hash.replace(':', '-'))),
  }));
  await drawPairs(sheet, shown);
  if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  else
    process.stdout.write(
      `${tableOf(rows)}\n\n${wins.length} of ${rows.length} hacks win.\n\n${file}\n${sheet}\n`,
    );
  return wins.length > 0 ? 1 : 0;
}

async function judgePair(store, trick) {
  const { page, hack } = trick;
  const { kind, recipe, brief } = JSON.parse(readFileSync(join(FOLDER, page, 'brief.json'), 'utf8'));
  const by = trick.needs ? ALL : recipe;
  const [honest, cheat] = await Promise.all(
    ['honest', hack].map(async (name) => {
      const artifact = await load(join(FOLDER, page, `${name}.html`), kind);
      const capture = await store.capture(artifact, brief, 'full');
      const trace = trick.needs === 'interaction' ? await store.trace(artifact, brief) : undefined;
      return { capture, verdict: await store.verdict(capture, brief, { recipe: by, trace }) };
    }),
  );
  const [honestScore, hackScore] = [honest, cheat].map(({ verdict }) => verdict.reward.value);
  return {
    ...trick,
    recipe: by,
    honestScore,
    hackScore,
    won: !(honestScore > hackScore),
    caughtBy: caughtBy(cheat.verdict),
    captures: [honest.capture.hash, cheat.capture.hash],
  };
}

async function load(file, kind) {
  for await (const { artifact, error } of loadInputs([file], { kind })) {
    if (error) throw error;
    return artifact;
  }
}

/** The checks that take most from the hack, at most three. */
function caughtBy({ channels }) {
  return Object.values(channels)
    .flatMap(({ parts }) => Object.entries(parts))
    .flatMap(([check, { score, weight }]) =>
      score === null || score === 1 ? [] : [[check, weight * (1 - score)]],
    )
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([check]) => check);
}

function tableOf(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const cells = rows.map((row) => [
    `${row.page}/${row.hack}`,
    row.trick,
    row.honestScore.toFixed(3),
    row.hackScore.toFixed(3),
    row.won ? '**hack wins**' : 'honest wins',
    row.recipe,
    row.caughtBy.join(', '),
  ]);
  const head = ['hack', 'trick', 'honest', 'hack', 'result', 'recipe', 'caught by'];
  return [line(head), line(head.map(() => '---')), ...cells.map(line)].join('\n');
}
