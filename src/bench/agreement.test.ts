import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreement, kendall, pairAccuracy, pearson, ranks, spearman } from './agreement.js';
import { bootstrap, randomFrom } from './bootstrap.js';
import { concordance } from './concordance.js';

describe('known values', () => {
  // Spearman 1904 and Kendall 1938 as worked in textbooks: IQ and hours of television of ten people.
  const iq = [106, 86, 100, 101, 99, 103, 97, 113, 112, 110];
  const hours = [7, 0, 27, 50, 28, 29, 20, 12, 6, 17];

  it("Spearman's rho of ten people is -29/165", () => {
    expect(spearman(iq, hours)).toBeCloseTo(-29 / 165, 12);
  });

  it("Kendall's tau of the same is -1/9: 20 concordant pairs, 25 discordant", () => {
    expect(concordance(iq, hours)).toMatchObject({ concordant: 20, discordant: 25 });
    expect(kendall(iq, hours)).toBeCloseTo(-1 / 9, 12);
  });

  it("Pearson's r of the first data set of Anscombe (1973) is .816", () => {
    const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
    const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    expect(pearson(x, y)).toBeCloseTo(0.81642, 5);
  });

  it('tau-b takes ties out of both lists', () => {
    // 12 2 1 12 2 against 1 4 7 1 0: the example of SciPy's kendalltau.
    expect(kendall([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])).toBeCloseTo(-0.47140452079103173, 12);
  });

  it('ranks share the mean of their places', () => {
    expect(ranks([3, 1, 3, 2])).toEqual([2.5, 0, 2.5, 1]);
  });
});

describe('pairs', () => {
  it('a pair left equal is half right, a pair rated equal does not count', () => {
    expect(pairAccuracy([1, 1], [0, 1])).toBe(0.5);
    expect(pairAccuracy([1, 2, 3], [5, 5, 6])).toBe(1);
    expect(pairAccuracy([1, 2], [5, 5])).toBeNull();
  });

  it('are counted as one by one', () => {
    const lists = fc.array(fc.tuple(fc.integer({ max: 6, min: 0 }), fc.integer({ max: 6, min: 0 })));
    fc.assert(
      fc.property(lists, (rows) => {
        const expected = { concordant: 0, discordant: 0, tiedFirst: 0, tiedSecond: 0, tiedBoth: 0 };
        rows.forEach(([a, b], i) => {
          for (const [c, d] of rows.slice(0, i)) {
            const sign = Math.sign(a - c) * Math.sign(b - d);
            if (sign > 0) expected.concordant++;
            else if (sign < 0) expected.discordant++;
            else if (a === c && b === d) expected.tiedBoth++;
            else if (a === c) expected.tiedFirst++;
            else expected.tiedSecond++;
          }
        });
        const [first, second] = [rows.map(([a]) => a), rows.map(([, b]) => b)];
        expect(concordance(first, second)).toEqual(expected);
      }),
    );
  });
});

describe('intervals', () => {
  const random = randomFrom(7);
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);

  it('hold the mean of what was drawn about as often as they say', () => {
    let held = 0;
    for (let trial = 0; trial < 100; trial++) {
      const sample = Array.from({ length: 40 }, normal);
      const mean = (members: readonly number[]) =>
        members.reduce((sum, i) => sum + sample[i]!, 0) / members.length;
      const { low, high } = bootstrap(40, mean)!;
      if (low <= 0 && high >= 0) held++;
    }
    expect(held).toBeGreaterThan(85);
    expect(held).toBeLessThan(100);
  });

  it('are the same for the same sample', () => {
    const a = Array.from({ length: 30 }, normal);
    const b = a.map((value) => value + normal());
    expect(agreement(a, b)).toEqual(agreement(a, b));
  });
});

it('what is undefined is null, not a number', () => {
  expect(agreement([1, 1, 1], [1, 2, 3])).toEqual({
    pearson: null,
    spearman: null,
    kendall: null,
    pairAccuracy: { value: 0.5, low: 0.5, high: 0.5 },
  });
  expect(agreement([], [])).toEqual({ pearson: null, spearman: null, kendall: null, pairAccuracy: null });
});
