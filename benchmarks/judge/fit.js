// Fits the embedded judge and writes its model: npm run judge:fit
// Needs the rated pictures (KALLOS_DATA). Never reads ratings/reinecke: those votes may be used to evaluate, not to ship.
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { modelSchema } from '../../dist/channels/visual/embedded/model.js';
import { pairAccuracy, pearson } from './agreement.js';
import { fit, halfWidth, leftOut, trainingSet } from './model.js';

const set = await trainingSet();
const ratings = set.rated.map(({ score }) => score);
const { scores, caught } = leftOut(set);
const { linear, trees } = fit(set.rated, set.pairs);
const model = modelSchema.parse({
  schema: 'kallos.judge/1',
  fittedOn: ['calista', 'design2code'],
  linear: Object.fromEntries(
    Object.entries(linear).map(([id, numbers]) => [
      id,
      Object.fromEntries(
        Object.entries(numbers).map(([name, value]) => [name, Number(value.toPrecision(5))]),
      ),
    ]),
  ),
  trees,
  halfWidth: halfWidth(scores, ratings),
});
const file = fileURLToPath(new URL('../../src/channels/visual/embedded/model.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(model)}\n`);
process.stdout.write(
  `Fitted on ${set.rated.length} rated pages and ${set.pairs.length} damaged copies; left-out pages of Calista: Pearson ${pearson(scores, ratings).toFixed(2)}, ` +
    `pair accuracy ${pairAccuracy(scores, ratings).toFixed(2)}, damage caught ${caught.toFixed(3)}.\n`,
);
