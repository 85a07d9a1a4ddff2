// How well few comparisons rank a group: simulated rollouts with known strengths, each pair asked in two orders by a judge
// that errs. Prints the correlation of scores with the true share of wins.
//
//   npm run build && node benchmarks/judge/swiss.js
import console from 'node:console';
import { randomFrom } from '../../dist/bench/bootstrap.js';
import { nextRound, roundsFor } from '../../dist/channels/visual/group/pairing.js';
import { standings } from '../../dist/channels/visual/group/standing.js';
import { table } from '../lib/print.js';

const GROUPS = 300;
/** Slope of the judge: two strengths one deviation apart are told right in 88 of 100 cases. */
const SLOPE = 2;
const logistic = (x) => 1 / (1 + Math.exp(-x));

function pearson(x, y) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (of) => x.reduce((total, value, i) => total + of(value - mx, y[i] - my), 0);
  return sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b));
}

function simulate(count, seed) {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const strengths = Array.from({ length: count }, normal);
  const wins = (a, b) => logistic(SLOPE * (strengths[a] - strengths[b]));
  const truth = strengths.map(
    (_, a) => strengths.reduce((sum, __, b) => sum + (a === b ? 0 : wins(a, b)), 0) / (count - 1),
  );
  const outcomes = [];
  for (let round = 0; round < roundsFor(count); round++) {
    for (const [a, b] of nextRound(count, outcomes, seed)) {
      const [forth, back] = [random() < wins(a, b), random() < wins(a, b)];
      outcomes.push({ a, b, winner: forth === back ? (forth ? 'a' : 'b') : 'tie' });
    }
  }
  const rows = standings(count, outcomes);
  const share = rows.map(({ wins: won, ties, losses }) => (won + ties / 2) / (won + ties + losses));
  const scores = rows.map(({ score }) => score);
  return { comparisons: outcomes.length, model: pearson(scores, truth), share: pearson(share, truth) };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rows = [4, 8, 16, 32].map((count) => {
  const runs = Array.from({ length: GROUPS }, (_, i) => simulate(count, i + 1)).filter(
    ({ model, share }) => Number.isFinite(model) && Number.isFinite(share),
  );
  return [
    count,
    runs[0].comparisons,
    (count * (count - 1)) / 2,
    mean(runs.map(({ model }) => model)).toFixed(3),
    mean(runs.map(({ share }) => share)).toFixed(3),
  ];
});
console.log(table([['rollouts', 'comparisons', 'of all', 'Bradley-Terry', 'share of wins'], ...rows]));
