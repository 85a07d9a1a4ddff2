// How the embedded judge is fitted: the one recipe, for what is shipped and for what is cross-validated.
import { fitLinear, fitTrees, folds, standardise } from '../../dist/channels/visual/embedded/learn.js';
import { apply } from '../../dist/channels/visual/embedded/model.js';
import { damagedPairs, measuresOf, pagesOf } from './data.js';
import { randomFrom } from './damage.js';

/** Chosen by agreement on Calista and by damage caught there, each left out of the fit in turn; see docs/guides/embedded-judge.md. */
export const BOOST = { trees: 300, depth: 3, rate: 0.1, penalty: 5, margin: 1, votes: 0.5, share: 0.5 };

/** Every second kind of damage is done to a page: enough, and half the time. */
const EVERY = 2;

/** What the judge is fitted on: votes on Calista, and damage to its pages and to those of Design2Code. */
export async function trainingSet() {
  const pages = pagesOf('calista');
  const measures = await measuresOf(pages);
  const rated = pages.map((page, i) => ({ page, measures: measures[i], score: page.score }));
  const pairs = [
    ...(await damagedPairs(pages, EVERY)),
    ...(await damagedPairs(pagesOf('design2code'), EVERY)),
  ];
  // One object a page, so that a page's votes and its pairs meet.
  const byPage = new Map(rated.map((item) => [item.page.set + item.page.file, item.measures]));
  return {
    rated,
    pairs: pairs.map((pair) => ({
      ...pair,
      better: byPage.get(pair.page.set + pair.page.file) ?? pair.better,
    })),
  };
}

/** Fits both parts of a model. */
export function fit(rated, pairs, boost = BOOST) {
  const linear = fitLinear(rated, Object.keys(rated[0].measures));
  return { linear, trees: boost.trees > 0 ? fitTrees(linear, rated, pairs, boost, randomFrom(1)) : [] };
}

export const valueOf = (model, measures) => apply(model, measures).value;

/** Share of the pairs in which the damaged page scores less. */
export function caught(model, pairs) {
  return (
    pairs.filter(({ better, worse }) => valueOf(model, worse) < valueOf(model, better)).length / pairs.length
  );
}

/** Inner scores of rated pages by models that saw neither them nor their damaged copies, on five folds. */
export function leftOut({ rated, pairs }, boost = BOOST) {
  const scores = new Array(rated.length);
  let hits = 0;
  for (const fold of folds(rated.length, 5)) {
    const away = new Set([...fold].map((i) => rated[i].measures));
    const model = fit(
      rated.filter((_, i) => !fold.has(i)),
      pairs.filter(({ better }) => !away.has(better)),
      boost,
    );
    for (const i of fold) scores[i] = valueOf(model, rated[i].measures);
    const held = pairs.filter(({ better }) => away.has(better));
    hits += caught(model, held) * held.length;
  }
  const own = pairs.filter(({ page }) => page.set === 'calista').length;
  return { scores, caught: hits / own };
}

/** Half the width of the interval that holds 80% of the pages: of what the scores of left-out pages miss. */
export function halfWidth(scores, ratings) {
  const wanted = standardise(ratings);
  const misses = scores.map((score, i) => Math.abs(score - wanted[i])).sort((a, b) => a - b);
  return Number(misses[Math.ceil(misses.length * 0.8) - 1].toFixed(3));
}
