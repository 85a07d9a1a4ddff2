// How often pages of stronger systems score higher than pages of weaker ones that were to reproduce the same design.
//   npm run build && node benchmarks/validity/ladder.js [--json]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { loadInputs } from '../../dist/artifact/load.js';
import { concurrently } from '../../dist/concurrent.js';
import { buildGraph } from '../../dist/graph/build.js';
import { design2code } from '../../dist/graph/design2code.js';
import { matchGraphs } from '../../dist/graph/match.js';
import { createRenderer } from '../../dist/render/index.js';
import { judgeCapture } from '../../dist/score.js';
import { dataFolder } from '../lib/folders.js';
import { machine } from '../lib/machine.js';
import { table } from '../lib/print.js';
import { bootstrap } from './bootstrap.js';

/** Systems from strong to weak. Two of one strength are not clearly different: their pair is shown, and not summed up. */
const SYSTEMS = [
  { name: 'reference', strength: 4 },
  { name: 'gpt4v_visual_revision_prompting', strength: 3 },
  { name: 'gpt4v_direct_prompting', strength: 3 },
  { name: 'websight', strength: 2 },
  { name: 'finetune-cogagent-chat-02-11-02-39_4000_marker', strength: 1 },
  { name: 'finetune-cogagent-chat-02-01-14-05_500', strength: 1 },
];
const MEASURES = ['match', 'correctness with reference', 'correctness without'];
/** The picture that every page of the set shows in place of its own. */
const PICTURE = 'rick.jpg';

const { values: flags } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const folder = dataFolder('ladder');
const picture = pictureBeside(folder);
const scores = await scoreAll();
const pairs = SYSTEMS.flatMap((strong, i) => SYSTEMS.slice(i + 1).map((weak) => ({ strong, weak })));
const clear = pairs.filter(({ strong, weak }) => strong.strength > weak.strength);
const sums = [
  ['all clearly different', clear],
  ['without the reference itself', clear.filter(({ strong }) => strong.name !== 'reference')],
];

if (flags.json) process.stdout.write(`${JSON.stringify({ machine: machine(), scores }, null, 2)}\n`);
else {
  const head = ['stronger > weaker', 'n', ...MEASURES];
  const rows = pairs.map((pair) => row(nameOf(pair), [pair]));
  const systems = SYSTEMS.map(({ name }) => [name, ...meansOf(name)]);
  process.stdout.write(
    [
      machine(),
      'Share of pages on which the stronger system scores higher (a tie is not higher), with 95% intervals (bootstrap over pages).',
      '',
      table([head, ...rows, ...sums.map(([name, some]) => row(name, some))]),
      '',
      'Means over pages with a reference: overall match; block-match, text, position and colour after Design2Code (its CLIP needs a model).',
      '',
      table([['system', 'match', 'block', 'text', 'position', 'color'], ...systems]),
      '',
      `Pages where the order is wrong by the match: ${wrongOnes().join(', ') || 'none'}`,
      '',
    ].join('\n'),
  );
}

/** Scores by page, then by system. */
async function scoreAll() {
  const renderer = await createRenderer({ profile: 'reward', concurrency: 2 });
  try {
    const references = new Map();
    for (const page of pagesOf('reference')) {
      references.set(page, buildGraph(await render(renderer, 'reference', page)));
    }
    const jobs = SYSTEMS.flatMap(({ name }) => pagesOf(name).map((page) => ({ name, page })));
    const results = {};
    const score = async ({ name, page }) => {
      const capture = await render(renderer, name, page);
      return { name, page, scores: await scoresOf(capture, references.get(page)) };
    };
    for await (const { name, page, scores: measured } of concurrently(each(jobs), 4, score)) {
      (results[page] ??= {})[name] = measured;
    }
    return results;
  } finally {
    await renderer.close();
  }
}

async function* each(items) {
  await Promise.resolve();
  yield* items;
}

async function render(renderer, system, page) {
  for await (const { artifact, error } of loadInputs([join(folder, system, page)], { kind: 'website' })) {
    if (error) throw error;
    const files = new Map([...artifact.files, ...(picture ? [[PICTURE, picture]] : [])]);
    return renderer.render({ ...artifact, files });
  }
}

/** What each measure says of a page; null where it says nothing. */
async function scoresOf(capture, reference) {
  const graph = capture.data.layouts.length > 0 ? buildGraph(capture) : null;
  const correctness = async (options) => {
    const { channels } = await judgeCapture(capture, {}, { channels: ['correctness'], ...options });
    return channels.correctness.score;
  };
  return {
    match: graph && reference ? matchGraphs(graph, reference).score : null,
    'correctness with reference': reference ? await correctness({ reference }) : null,
    'correctness without': await correctness({}),
    design2code: graph && reference ? design2code(graph, reference) : null,
  };
}

function pagesOf(system) {
  return readdirSync(join(folder, system))
    .filter((file) => file.endsWith('.html'))
    .sort();
}

function pictureBeside(ladder) {
  const file = join(dirname(ladder), 'design2code', PICTURE);
  return existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
}

function row(name, some) {
  const counts = MEASURES.map((measure) => ordersOf(some, measure));
  return [
    name,
    Math.max(...counts.map((orders) => orders.flat().length)),
    ...counts.map((orders) => shareText(orders)),
  ];
}

/** For each page, 1 or 0 for each of the pairs that can be compared there. */
function ordersOf(some, measure) {
  return Object.values(scores).map((systems) =>
    some.flatMap(({ strong, weak }) => {
      const [a, b] = [systems[strong.name]?.[measure] ?? null, systems[weak.name]?.[measure] ?? null];
      return a === null || b === null ? [] : [a > b ? 1 : 0];
    }),
  );
}

function shareText(orders) {
  const share = (pages) => {
    const all = pages.flat();
    return all.reduce((sum, right) => sum + right, 0) / all.length;
  };
  const used = orders.filter((page) => page.length > 0);
  if (used.length === 0) return 'none';
  const [low, high] = bootstrap(used, share);
  const percent = (value) => `${Math.round(100 * value)}`;
  return `${percent(share(used))}% [${percent(low)}, ${percent(high)}] of ${used.flat().length}`;
}

function meansOf(name) {
  const all = Object.values(scores).flatMap((systems) => systems[name] ?? []);
  const mean = (value) => {
    const known = all.map(value).filter((number) => number !== null && number !== undefined);
    return known.length === 0 ? '-' : (known.reduce((a, b) => a + b, 0) / known.length).toFixed(3);
  };
  const block = (key) => mean(({ design2code: metrics }) => metrics?.[key]);
  return [mean(({ match }) => match), ...['blockMatch', 'text', 'position', 'color'].map(block)];
}

function wrongOnes() {
  return Object.entries(scores).flatMap(([page, systems]) =>
    clear.flatMap((pair) => {
      const [a, b] = [systems[pair.strong.name]?.match ?? null, systems[pair.weak.name]?.match ?? null];
      if (a === null || b === null || a > b) return [];
      return [`${page} (${nameOf(pair)}: ${a.toFixed(2)}, ${b.toFixed(2)})`];
    }),
  );
}

function nameOf({ strong, weak }) {
  return `${shortOf(strong.name)} ${strong.strength > weak.strength ? '>' : '>='} ${shortOf(weak.name)}`;
}

function shortOf(name) {
  return name.replace('_prompting', '').replace(/^finetune-(cogagent)-chat.*?_(\d+).*$/, '$1-$2');
}
