// Fits the embedded judge and writes its model: npm run judge:fit
// Needs the rated pictures and the pages (KALLOS_DATA), and renders the pages the first time, which takes an hour. Never reads
// ratings/reinecke: those votes may be used to evaluate, not to ship.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { pairAccuracy, pearson } from '../../dist/bench/agreement.js';
import { modelSchema } from '../../dist/channels/visual/embedded/model.js';
import { fit, halfWidth, leftOut, leftOutPages, renderedPages, trainingSet, withLayout } from './model.js';

const figures = (value, count) => Number(value.toPrecision(count));

const set = await trainingSet();
const { fitted } = await renderedPages();
const ratings = set.rated.map(({ score }) => score);
const { scores, caught } = leftOut(set);
const seen = fit(set);
const whole = withLayout(seen, fitted);
const { values, ahead } = leftOutPages(seen, fitted);
const unseen = [...values.values()].reduce((sum, value) => sum + value, 0) / values.size;
const model = modelSchema.parse({
  schema: 'kallos.judge/1',
  fittedOn: ['calista', 'design2code', 'generated', 'slides', 'written'],
  linear: Object.fromEntries(
    Object.entries(whole.linear).map(([id, numbers]) => [
      id,
      Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, figures(value, 5)])),
    ]),
  ),
  trees: whole.trees,
  oddness: whole.oddness,
  layout: { ...whole.layout, unseen: figures(unseen, 4) },
  centre: figures(whole.centre, 4),
  halfWidth: halfWidth(scores, ratings),
});
const file = fileURLToPath(new URL('../../src/channels/visual/embedded/model.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(model)}\n`);
process.stdout.write(
  `Fitted on ${set.rated.length} rated pages, ${set.pairs.length} damaged pictures, and ${fitted.pairs.length} damaged copies of ${fitted.originals.length} rendered pages.\n` +
    `Left-out pages of Calista: Pearson ${pearson(scores, ratings).toFixed(2)}, pair accuracy ${pairAccuracy(scores, ratings).toFixed(2)}, damage caught ${caught.toFixed(3)}.\n` +
    `Left-out rendered pages: damage caught ${(ahead.filter((pair) => pair.ahead > 0).length / ahead.length).toFixed(3)}.\n`,
);
