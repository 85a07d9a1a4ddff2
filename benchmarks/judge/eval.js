// How far the embedded judge can be trusted, on pages that its model never saw: npm run judge:eval
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { pairAccuracy, pearson, spearman } from '../../dist/bench/agreement.js';
import { randomFrom } from '../../dist/bench/bootstrap.js';
import { judgePicture } from '../../dist/channels/visual/embedded/judge.js';
import { fitLinear } from '../../dist/channels/visual/embedded/learn.js';
import { readModel } from '../../dist/channels/visual/embedded/model.js';
import { FAMILIES, HANDS } from './damage/index.js';
import { damagedPairs, measuresOf, pagesOf, pictureOf } from './data.js';
import { Store } from '../validity/store.js';
import { examples, ladder } from './looks.js';
import { caught, fit, leftOut, leftOutPages, lookOf, renderedPages, trainingSet, valueOf } from './model.js';
import { captures } from './rendered.js';

const FIVE_SIZES = ['jpegFull', 'jpegHalf', 'jpegQuarter', 'jpegEighth', 'pngFull'];
/** Every so many of the 300 pages are damaged in every way. */
const EVERY_PAGE = 7;

/** Kinds of damage to rendered pages that are like each other: what a model has to do without that is to be asked for the new. */
const PAGE_FAMILIES = {
  colour: ['clashing-colours', 'restyled clashing-colours', 'fade-text', 'text-over-picture', 'tired-image'],
  type: [
    'all-caps',
    'flat-hierarchy',
    'shout-headings',
    'restyled no-hierarchy',
    'mixed-fonts',
    'many-sizes',
    'squeeze-lines',
  ],
  room: ['crowd', 'restyled crowding', 'uneven-gaps', 'restyled broken-rhythm', 'empty-area'],
  place: [
    'tilt',
    'misalign',
    'shift-block',
    'restyled misaligned-grid',
    'shrink-column',
    'stretch-image',
    'pixelate-image',
    'missing-stylesheet',
  ],
  whole: ['push-off-canvas', 'overlap-blocks', 'cover-block', 'clip-height', 'clip-width', 'widen-page'],
  emptiness: ['heading-only', 'hero-only', 'first-section', 'truncate', 'unrevealed', 'break-images'],
};

const random = randomFrom(1);
const say = (line) => process.stdout.write(`${line}\n`);
const figure = (value) => value.toFixed(3).replace(/^0/, '');
const show = (name, measure, scores, ratings) => {
  const [low, high] = interval(measure, scores, ratings, random);
  return `${name} ${figure(measure(scores, ratings))} [${figure(low)}, ${figure(high)}]`;
};
const agreement = (name, scores, ratings) =>
  say(
    `${name}: ${show('Pearson', pearson, scores, ratings)}, ${show('pair accuracy', pairAccuracy, scores, ratings)}`,
  );

const model = await readModel();
const training = await trainingSet();
const pages = pagesOf('reinecke');
const measures = await measuresOf(pages);
const ratings = pages.map(({ score }) => score);
const votes = { linear: model.linear, trees: [] };
const scoresBy = (of) => measures.map((one) => valueOf(of, one));
const floorOf = (ids) => scoresBy({ linear: fitLinear(training.rated, ids), trees: [] });

say('## 300 pages of Reinecke & Gajos, never fitted on\n');
agreement('judge', scoresBy(model), ratings);
agreement('votes alone (no knowledge of damage)', scoresBy(votes), ratings);
agreement('floor: five file sizes', floorOf(FIVE_SIZES), ratings);
agreement('floor: colourfulness and edges', floorOf(['colourfulness', 'edgeDensity']), ratings);

say(
  `\n## Damage to ${Math.ceil(pages.length / EVERY_PAGE)} of these pages: how often the copy scores less\n`,
);
const pairs = await damagedPairs(
  pages.filter(({ index }) => index % EVERY_PAGE === 0),
  1,
);
say(
  `all kinds: ${figure(caught(model, pairs))}; trees alone: ${figure(caught({ ...votes, trees: model.trees }, pairs))}; oddness alone: ${figure(caught({ ...votes, oddness: model.oddness }, pairs))}; votes alone: ${figure(caught(votes, pairs))}`,
);
/** Models that never saw the kinds of a group, one for each group. */
const modelsWithout = (groups) =>
  groups.map((kinds) => ({
    kinds,
    without: fit({ ...training, pairs: training.pairs.filter((pair) => !kinds.includes(pair.kind)) }),
  }));
/** How often damage of some kinds is caught by a model that saw none of them, by kind. */
const unseenBy = (models) =>
  new Map(
    models.flatMap(({ kinds, without }) =>
      kinds.map((kind) => [
        kind,
        pairs.filter((pair) => pair.kind === kind).map((pair) => caught(without, [pair])),
      ]),
    ),
  );
const withoutHand = modelsWithout(HANDS);
const kindUnseen = unseenBy(withoutHand);
const familyUnseen = unseenBy(modelsWithout(Object.values(FAMILIES).map(Object.keys)));
const average = (of) => of.reduce((sum, value) => sum + value, 0) / of.length;
say(
  `all kinds, by models that saw ${withoutHand.map(({ kinds }) => kinds.length).join(', ')} of them never: ${withoutHand
    .map(({ without }) => figure(caught(without, pairs)))
    .join(', ')}; mean ${figure(average(withoutHand.map(({ without }) => caught(without, pairs))))}`,
);
say('kind: caught; by a model that saw its family but not the kind; by a model that saw none of its family');
for (const [family, kinds] of Object.entries(FAMILIES)) {
  say(`family ${family}`);
  for (const kind of Object.keys(kinds)) {
    const own = pairs.filter((pair) => pair.kind === kind);
    say(
      `${kind}: ${figure(caught(model, own))}; ${figure(average(kindUnseen.get(kind)))}; ${figure(average(familyUnseen.get(kind)))}`,
    );
  }
}
const together = (unseen) => figure(average([...unseen.values()].flat()));
say(`all: kinds unseen ${together(kindUnseen)}, families unseen ${together(familyUnseen)}`);
/** The kinds that there were before the list was widened, to compare with figures of that time. */
const FIRST = [
  'blur',
  'noise',
  'washed-out',
  'clashing-colours',
  'shuffled-tiles',
  'misaligned-grid',
  'broken-rhythm',
  'crowding',
  'shrunk',
  'stickers',
  'low-colour',
  'pixelated',
  'jpeg-artefacts',
  'ghost',
  'overlap',
  'tilted',
  'motion-blur',
  'tinted-tiles',
  'stretched',
  'salt-and-pepper',
  'emptied',
];
say(
  `the first 21 kinds: seen ${figure(
    caught(
      model,
      pairs.filter(({ kind }) => FIRST.includes(kind)),
    ),
  )}, unseen ${figure(average(FIRST.flatMap((kind) => kindUnseen.get(kind))))}, families unseen ${figure(average(FIRST.flatMap((kind) => familyUnseen.get(kind))))}`,
);

say('\n## 100 pages of Calista, left out of the fit in five folds\n');
const own = training.rated.map(({ score }) => score);
const left = leftOut(training);
agreement('judge', left.scores, own);
say(`damage caught: ${figure(left.caught)}`);
agreement('votes alone', leftOut(training, false).scores, own);

const { fitted, made } = await renderedPages();
const share = (ahead) =>
  ahead.length > 0 ? figure(ahead.filter((by) => by > 0).length / ahead.length) : '-';
const kindsOf = (list) => [...new Set(list.map(({ kind }) => kind))];
const seen = fit(training);
const out = leftOutPages(seen, fitted);
say(
  `\n## ${fitted.originals.length} rendered pages, left out of the fit in five folds: how often the copy scores less\n`,
);
say('kind (pairs): by the whole; by a model that never saw its family; by the picture alone');
const never = new Map();
for (const [family, kinds] of Object.entries(PAGE_FAMILIES)) {
  const away = leftOutPages(seen, fitted, ({ kind }) => !kinds.includes(kind));
  for (const kind of kinds)
    never.set(
      kind,
      away.ahead.filter((pair) => pair.kind === kind).map(({ ahead }) => ahead),
    );
  say(`family ${family}: ${kinds.join(', ')}`);
}
const ownOf = (is) => out.ahead.filter(is);
const picture = ({ better, worse }) => valueOf(seen, better.picture) - valueOf(seen, worse.picture);
const row = (name, is) => {
  const some = ownOf(is);
  const unseen = kindsOf(some).flatMap((kind) => never.get(kind) ?? []);
  say(
    `${name} (${some.length}): ${share(some.map(({ ahead }) => ahead))}; ${share(unseen)}; ${share(some.map(picture))}`,
  );
};
for (const kind of kindsOf(out.ahead)) row(kind, (pair) => pair.kind === kind);
for (const family of new Set(out.ahead.map((pair) => pair.family)))
  row(`all of ${family}`, (pair) => pair.family === family);
row('all', () => true);

say('\n## Our examples, never fitted on, and their damaged copies\n');
const byModel = made.pairs.map((pair) => ({
  ...pair,
  by: lookOf(model, pair.better) - lookOf(model, pair.worse),
}));
for (const family of new Set(byModel.map((pair) => pair.family))) {
  const some = byModel.filter((pair) => pair.family === family);
  say(`${family} (${some.length}): ${share(some.map(({ by }) => by))}`);
}

say('\n## Scores\n');
const unit = (value) => 1 / (1 + Math.exp(-value));
const { unseen } = model.layout;
for (const set of new Set(fitted.originals.map((original) => original.set))) {
  const scores = fitted.originals
    .filter((original) => original.set === set)
    .map(({ page }) => unit(out.values.get(page) - unseen))
    .sort((a, b) => a - b);
  const at = (part) => figure(scores[Math.floor(part * (scores.length - 1))]);
  say(
    `${set} (${scores.length}, left out): a tenth below ${at(0.1)}, median ${at(0.5)}, a tenth above ${at(0.9)}`,
  );
}
const store = new Store({ folder: captures });
try {
  const { good, poor } = await examples(store);
  const listed = (list) => list.map(([name, score]) => `${name} ${figure(score)}`).join(', ');
  say(`good examples: ${listed(good)}`);
  say(`poor examples: ${listed(poor)}`);
  const rows = await ladder(store);
  const steps = rows.flatMap((strong) =>
    rows
      .filter(({ page, strength }) => page === strong.page && strength < strong.strength)
      .map((weak) => strong.score - weak.score),
  );
  for (const system of new Set(rows.map((each) => each.system))) {
    const scores = rows.filter((each) => each.system === system).map(({ score }) => score);
    say(`ladder, ${system}: mean ${figure(scores.reduce((sum, score) => sum + score, 0) / scores.length)}`);
  }
  say(`ladder: the stronger system scores higher in ${share(steps)} of ${steps.length} pairs`);
} finally {
  await store.close();
}

say('\n## 300 charts: "readable"\n');
const charts = pagesOf('charts');
const chartMeasures = await measuresOf(charts);
const chartScores = chartMeasures.map((one) => valueOf(model, one));
say(
  show(
    'Spearman, across types',
    spearman,
    chartScores,
    charts.map(({ score }) => score),
  ),
);
const types = grouped(charts);
const within = [...types.values()].map((at) =>
  spearman(
    at.map((i) => chartScores[i]),
    at.map((i) => charts[i].score),
  ),
);
say(
  `Spearman, mean within ${within.length} types: ${figure(within.reduce((sum, value) => sum + value, 0) / within.length)}`,
);

say('\n## Time\n');
const shots = await Promise.all(pages.slice(0, 40).map(pictureOf));
/** Five screens high, as many pages are. */
const long = shots.map(({ width, height, data }) => ({
  width,
  height: 5 * height,
  data: new Uint8Array(5 * data.length).map((_, i) => data[i % data.length]),
}));
for (const [name, pictures] of [
  ['a decoded picture of 1024 x 768', shots],
  ['five of these, one below the other', long],
]) {
  const times = [];
  for (const picture of pictures) {
    const start = performance.now();
    const cpu = process.cpuUsage();
    await judgePicture(picture, null);
    const used = process.cpuUsage(cpu);
    times.push({ wall: performance.now() - start, cpu: (used.user + used.system) / 1000 });
  }
  // The first ten warm the compiler.
  const median = (of) =>
    times
      .slice(10)
      .map((time) => time[of])
      .sort((a, b) => a - b)[15]
      .toFixed(0);
  say(`${name}: median ${median('wall')} ms, ${median('cpu')} ms of CPU`);
}

function grouped(list) {
  const groups = new Map();
  list.forEach((chart, i) => {
    const type = chart.file.slice(0, 5);
    groups.set(type, [...(groups.get(type) ?? []), i]);
  });
  return groups;
}

/**
 * 95% bootstrap interval of a measure of agreement, over the rated pictures.
 * @param {(scores: number[], ratings: number[]) => number} measure
 * @param {() => number} random
 */
function interval(measure, scores, ratings, random, rounds = 300) {
  const values = Array.from({ length: rounds }, () => {
    const drawn = scores.map(() => Math.floor(random() * scores.length));
    return measure(
      drawn.map((i) => scores[i]),
      drawn.map((i) => ratings[i]),
    );
  }).sort((a, b) => a - b);
  return [values[Math.floor(rounds * 0.025)], values[Math.floor(rounds * 0.975)]];
}
