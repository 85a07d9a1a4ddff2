/** How the pairs of n things stand in two orders. The five counts add up to n (n - 1) / 2. */
export interface Concordance {
  /** Ordered alike by both. */
  concordant: number;
  /** Ordered one way by the first, the other way by the second. */
  discordant: number;
  /** Equal in the first order only. */
  tiedFirst: number;
  /** Equal in the second order only. */
  tiedSecond: number;
  /** Equal in both. */
  tiedBoth: number;
}

/**
 * Counts pairs by how two lists of numbers order them, in n log n steps (Knight 1966, "A computer method for calculating
 * Kendall's tau with ungrouped data"): sorted by the first list, then by the second, each swap that sorting by the second
 * still needs is a discordant pair.
 */
export function concordance(first: readonly number[], second: readonly number[]): Concordance {
  const order = first.map((_, i) => i).sort((a, b) => first[a]! - first[b]! || second[a]! - second[b]!);
  const x = Float64Array.from(order, (i) => first[i]!);
  const y = Float64Array.from(order, (i) => second[i]!);
  const equalFirst = pairsInRuns(x.length, (i) => x[i] === x[i - 1]);
  const tiedBoth = pairsInRuns(x.length, (i) => x[i] === x[i - 1] && y[i] === y[i - 1]);
  const discordant = sortCounting(y);
  const equalSecond = pairsInRuns(y.length, (i) => y[i] === y[i - 1]);
  const all = (x.length * (x.length - 1)) / 2;
  return {
    concordant: all - equalFirst - equalSecond + tiedBoth - discordant,
    discordant,
    tiedFirst: equalFirst - tiedBoth,
    tiedSecond: equalSecond - tiedBoth,
    tiedBoth,
  };
}

/** Pairs within runs of neighbours that are alike. */
function pairsInRuns(count: number, alike: (i: number) => boolean): number {
  let pairs = 0;
  let run = 1;
  for (let i = 1; i < count; i++) {
    run = alike(i) ? run + 1 : 1;
    pairs += run - 1;
  }
  return pairs;
}

/** Sorts by merging, and counts how many pairs stood in the wrong order. */
function sortCounting(values: Float64Array): number {
  const spare = new Float64Array(values.length);
  let swaps = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start + width < values.length; start += 2 * width) {
      const middle = start + width;
      const end = Math.min(middle + width, values.length);
      let [left, right] = [start, middle];
      for (let k = start; k < end; k++) {
        if (right === end || (left < middle && values[left]! <= values[right]!)) spare[k] = values[left++]!;
        else {
          spare[k] = values[right++]!;
          swaps += middle - left;
        }
      }
      values.set(spare.subarray(start, end), start);
    }
  }
  return swaps;
}
