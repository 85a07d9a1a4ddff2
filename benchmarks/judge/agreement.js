// How far scores agree with ratings.

/** Pearson's correlation. @param {number[]} a @param {number[]} b */
export function pearson(a, b) {
  const x = centred(a);
  const y = centred(b);
  const dot = (p, q) => p.reduce((sum, value, i) => sum + value * q[i], 0);
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}

function centred(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** Spearman's: of the ranks. @param {number[]} a @param {number[]} b */
export const spearman = (a, b) => pearson(ranks(a), ranks(b));

function ranks(values) {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    return below + (values.filter((other) => other === value).length - 1) / 2;
  });
}

/** Share of the pairs with different ratings that the scores put in the same order. @param {number[]} scores @param {number[]} ratings */
export function pairAccuracy(scores, ratings) {
  let right = 0;
  let all = 0;
  for (let i = 0; i < scores.length; i++) {
    for (let j = 0; j < i; j++) {
      if (ratings[i] === ratings[j]) continue;
      all++;
      if ((scores[i] - scores[j]) * (ratings[i] - ratings[j]) > 0) right++;
    }
  }
  return right / all;
}

/**
 * 95% bootstrap interval of a measure of agreement, over the rated pictures.
 * @param {(scores: number[], ratings: number[]) => number} measure
 * @param {() => number} random
 */
export function interval(measure, scores, ratings, random, rounds = 300) {
  const values = Array.from({ length: rounds }, () => {
    const drawn = scores.map(() => Math.floor(random() * scores.length));
    return measure(
      drawn.map((i) => scores[i]),
      drawn.map((i) => ratings[i]),
    );
  }).sort((a, b) => a - b);
  return [values[Math.floor(rounds * 0.025)], values[Math.floor(rounds * 0.975)]];
}
