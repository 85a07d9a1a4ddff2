// How the embedded judge is fitted: the one recipe, for what is shipped and for what is cross-validated.
import { randomFrom } from '../../dist/bench/bootstrap.js';
import { fitCurves } from '../../dist/channels/visual/embedded/curves.js';
import { fitLinear, fitTrees, folds, standardise } from '../../dist/channels/visual/embedded/learn.js';
import { apply, judge } from '../../dist/channels/visual/embedded/model.js';
import { fitExpectation, surprises } from '../../dist/channels/visual/embedded/oddness.js';
import { damagedPairs, measuresOf, pagesOf } from './data.js';
import { renderedSet } from './rendered.js';
import { FAULTS, SIDES } from './sides.js';

/** Chosen by agreement on Calista and by damage caught there, each left out of the fit in turn; see docs/guides/embedded-judge.md. */
const BOOST = {
  trees: 300,
  depth: 4,
  rate: 0.1,
  penalty: 5,
  margin: 1,
  votes: 0.15,
  share: 0.5,
};
/** Chosen in the same way. */
const ODD = { penalty: 600, margin: 0.5, votes: 0.3, rounds: 40 };
/**
 * Trees and oddness are fitted apart, each to tell all damage, and so much of each counts: they err in different places, and oddness tells
 * more of the kinds that were left out. With more, agreement on Calista is lost.
 */
const SHARE = { trees: 0.2, oddness: 1 };
/** Chosen by damage caught on rendered pages left out of the fit, with little spread among undamaged ones. */
export const CURVES = { penalty: 2, margin: 1, votes: 0.5, rounds: 40 };
/** What the picture counts beside the graph. */
const PICTURE = 0.5;
/** What a pair of damage to looks counts, beside one of damage that other channels prove. */
const LOOKS = 2;

/** Every third kind of damage is done to a picture: enough, and a third of the time. */
const EVERY = 3;
const FOLDS = 5;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * What the picture's part is fitted on: votes on Calista, damage to its pages and to those of Design2Code, and pictures of pages of
 * today, which are sound.
 */
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
  const { fitted } = await renderedPages();
  return {
    rated,
    today: fitted.originals.filter((page) => page.set !== 'design2code').map(({ picture }) => picture),
    pairs: pairs.map((pair) => ({
      ...pair,
      better: byPage.get(pair.page.set + pair.page.file) ?? pair.better,
    })),
  };
}

/**
 * Rendered pages and damaged copies of them: `fitted` for the part of the graph, `made` to be judged only.
 * @typedef {{page: string, kind: string, family: string, better: object, worse: object}} Pair
 * @returns {Promise<Record<'fitted' | 'made', {originals: object[], pairs: Pair[]}>>}
 */
export async function renderedPages() {
  // What shows nothing has no layout to learn from.
  const rows = (await renderedSet()).filter(({ layout }) => layout?.things > 0);
  const of = (is) => {
    const own = rows.filter(({ set }) => is(set));
    const originals = own.filter(({ kind }) => kind === 'original');
    const byPage = new Map(originals.map((row) => [row.page, row]));
    const pairs = own.flatMap((row) => {
      const better = byPage.get(row.page);
      const { page, kind, family } = row;
      return kind === 'original' || !better ? [] : [{ page, kind, family, better, worse: row }];
    });
    return { originals, pairs };
  };
  return { fitted: of((set) => set !== 'made'), made: of((set) => set === 'made') };
}

/**
 * Fits the part of the picture.
 * @param {boolean} knowsDamage without it, what votes say is all
 */
export function fit({ rated, today, pairs }, knowsDamage = true) {
  const ids = Object.keys(rated[0].measures);
  const linear = fitLinear(
    rated,
    ids.filter((id) => !FAULTS.has(id)),
  );
  if (!knowsDamage) return { linear, trees: [] };
  const known = (measures) => apply({ linear, trees: [] }, measures).value;
  const sound = [...new Set([...rated, ...pairs].map((one) => one.measures ?? one.better)), ...today];
  const trees = fitTrees(ids, known, sound, pairs, BOOST, randomFrom(1)).map(lessened);
  return { linear, trees, oddness: oddnessOf(ids, known, sound, pairs) };
}

/** What is odd about damaged copies: fitted as the part of the graph is, on how far measures are from what is expected. */
function oddnessOf(ids, known, sound, pairs) {
  const expected = fitExpectation(ids, sound);
  const odd = new Map(sound.map((measures) => [measures, surprises(expected, measures)]));
  const curves = fitCurves(
    Object.fromEntries(ids.map((id) => [id, 'both'])),
    [...odd.values()],
    pairs.map(({ better, worse }) => ({
      better: odd.get(better),
      worse: surprises(expected, worse),
      by: known(better) - known(worse),
      weight: 1,
    })),
    ODD,
  );
  const less = (value) => Number((SHARE.oddness * value).toPrecision(4));
  return {
    expected,
    curves: Object.fromEntries(
      Object.entries(curves).map(([id, curve]) => [
        id,
        { ...curve, below: curve.below.map(less), above: curve.above.map(less), usual: less(curve.usual) },
      ]),
    ),
  };
}

function lessened({ value, split }) {
  const less = Number((SHARE.trees * value).toPrecision(3));
  if (!split) return { value: less };
  return { value: less, split: { ...split, below: lessened(split.below), above: lessened(split.above) } };
}

/** Inner score of a picture. */
export const valueOf = (model, measures) => apply(model, measures).value;

/** The inner score of a rendered page, by its picture and its graph. */
export const lookOf = (model, { picture, layout }) => judge(model, picture, layout).value;

/** Adds the part of the graph to that of the picture. */
export function withLayout(seen, { originals, pairs }) {
  const by = ({ better, worse }) => PICTURE * (valueOf(seen, better.picture) - valueOf(seen, worse.picture));
  const curves = fitCurves(
    SIDES,
    originals.map(({ layout }) => layout),
    pairs.map((pair) => ({
      better: pair.better.layout,
      worse: pair.worse.layout,
      by: by(pair),
      weight: pair.family === 'looks' ? LOOKS : 1,
    })),
    CURVES,
  );
  const centre = mean(originals.map(({ picture }) => valueOf(seen, picture)));
  return { ...seen, layout: { curves, unseen: 0, picture: PICTURE }, centre };
}

/**
 * The whole model, and what models make of rendered pages that they have not seen, on five folds: the value of each page, and by
 * how much each is ahead of its damaged copies.
 * @param {(pair: Pair) => boolean} [seen] pairs that may be fitted on
 */
export function leftOutPages(seen, { originals, pairs }, isSeen = () => true) {
  const values = new Map();
  const ahead = [];
  for (const fold of folds(originals.length, FOLDS)) {
    const away = new Set([...fold].map((i) => originals[i].page));
    const model = withLayout(seen, {
      originals: originals.filter(({ page }) => !away.has(page)),
      pairs: pairs.filter((pair) => !away.has(pair.page) && isSeen(pair)),
    });
    for (const i of fold) values.set(originals[i].page, lookOf(model, originals[i]));
    for (const pair of pairs.filter(({ page }) => away.has(page)))
      ahead.push({ ...pair, ahead: lookOf(model, pair.better) - lookOf(model, pair.worse) });
  }
  return { values, ahead };
}

/** Share of the pairs in which the damaged page scores less. */
export function caught(model, pairs) {
  return (
    pairs.filter(({ better, worse }) => valueOf(model, worse) < valueOf(model, better)).length / pairs.length
  );
}

/** Inner scores of rated pages by models that saw neither them nor their damaged copies, on five folds. */
export function leftOut({ rated, today, pairs }, knowsDamage = true) {
  const scores = new Array(rated.length);
  let hits = 0;
  for (const fold of folds(rated.length, FOLDS)) {
    const away = new Set([...fold].map((i) => rated[i].measures));
    const kept = {
      rated: rated.filter((_, i) => !fold.has(i)),
      today,
      pairs: pairs.filter(({ better }) => !away.has(better)),
    };
    const model = fit(kept, knowsDamage);
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
