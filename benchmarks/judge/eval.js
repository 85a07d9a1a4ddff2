// How far the embedded judge can be trusted, on pages that its model never saw: npm run judge:eval
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { judgePicture } from '../../dist/channels/visual/embedded/judge.js';
import { fitLinear } from '../../dist/channels/visual/embedded/learn.js';
import { readModel } from '../../dist/channels/visual/embedded/model.js';
import { interval, pairAccuracy, pearson, spearman } from './agreement.js';
import { DAMAGE, randomFrom } from './damage.js';
import { damagedPairs, measuresOf, pagesOf, pictureOf } from './data.js';
import { BOOST, caught, fit, leftOut, trainingSet, valueOf } from './model.js';

const FIVE_SIZES = ['jpegFull', 'jpegHalf', 'jpegQuarter', 'jpegEighth', 'pngFull'];
/** Every so many of the 300 pages are damaged in every way. */
const EVERY_PAGE = 7;

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
const scoresBy = (linear, trees = []) => measures.map((one) => valueOf({ linear, trees }, one));

say('## 300 pages of Reinecke & Gajos, never fitted on\n');
agreement('judge', scoresBy(model.linear, model.trees), ratings);
agreement('without its trees (no knowledge of damage)', scoresBy(model.linear), ratings);
agreement('floor: five file sizes', scoresBy(fitLinear(training.rated, FIVE_SIZES)), ratings);
agreement(
  'floor: colourfulness and edges',
  scoresBy(fitLinear(training.rated, ['colourfulness', 'edgeDensity'])),
  ratings,
);

say(
  `\n## Damage to ${Math.ceil(pages.length / EVERY_PAGE)} of these pages: how often the copy scores less\n`,
);
const pairs = await damagedPairs(
  pages.filter(({ index }) => index % EVERY_PAGE === 0),
  1,
);
say(
  `all kinds: ${figure(caught(model, pairs))}; without the trees: ${figure(caught({ ...model, trees: [] }, pairs))}`,
);
let hits = 0;
for (const kind of Object.keys(DAMAGE)) {
  const own = pairs.filter((pair) => pair.kind === kind);
  const without = fit(
    training.rated,
    training.pairs.filter((pair) => pair.kind !== kind),
  );
  hits += caught(without, own) * own.length;
  say(
    `${kind}: ${figure(caught(model, own))}; by a model that never saw this kind: ${figure(caught(without, own))}`,
  );
}
say(`each kind by a model that never saw it, all together: ${figure(hits / pairs.length)}`);

say('\n## 100 pages of Calista, left out of the fit in five folds\n');
const own = training.rated.map(({ score }) => score);
const left = leftOut(training);
agreement('judge', left.scores, own);
say(`damage caught: ${figure(left.caught)}`);
agreement('without its trees', leftOut(training, { ...BOOST, trees: 0 }).scores, own);

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
const pictures = await Promise.all(pages.slice(0, 40).map(pictureOf));
const times = [];
for (const picture of pictures) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  await judgePicture(picture, null);
  const used = process.cpuUsage(cpu);
  times.push({ wall: performance.now() - start, cpu: (used.user + used.system) / 1000 });
}
// The first ten warm the compiler.
const median = (name) =>
  times
    .slice(10)
    .map((time) => time[name])
    .sort((a, b) => a - b)[15]
    .toFixed(0);
say(`a decoded picture of 1024 x 768: median ${median('wall')} ms, ${median('cpu')} ms of CPU`);

function grouped(list) {
  const groups = new Map();
  list.forEach((chart, i) => {
    const type = chart.file.slice(0, 5);
    groups.set(type, [...(groups.get(type) ?? []), i]);
  });
  return groups;
}
