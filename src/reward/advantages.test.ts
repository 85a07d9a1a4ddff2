import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advantages, type AdvantageMethod, type AdvantageOptions } from './advantages.js';

type Score = number | null;
interface Case {
  groups: number[];
  weights: number[];
  rewards: Score[][];
}
type Recorded = Record<string, Partial<Record<AdvantageMethod, number[]>>>;

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const cases = read('../../benchmarks/rewards/cases.json') as Record<string, Case>;
const { advantages: verl } = read('fixtures/verl.json') as { advantages: Recorded };
const { advantages: trl } = read('fixtures/trl.json') as { advantages: Recorded };

const METHODS: readonly AdvantageMethod[] = ['grpo', 'dr-grpo', 'rloo', 'gdpo'];
const each = (recorded: Recorded) =>
  Object.entries(recorded).flatMap(([name, by]) =>
    Object.entries(by).map(([method, theirs]) => [name, method as AdvantageMethod, theirs] as const),
  );
/** Equal to 1e-6, with null where nothing was judged. */
const same = (ours: Score[], theirs: readonly Score[]) => {
  expect(ours.length).toBe(theirs.length);
  ours.forEach((score, i) => expect(Math.abs((score ?? 0) - (theirs[i] ?? 0))).toBeLessThan(1e-6));
};

describe('on the same numbers', () => {
  it.each(each(verl))('gives what verl gives: %s, %s', (name, method, theirs) => {
    const { rewards, groups, weights } = cases[name]!;
    same(advantages(rewards, { method, groups, weights, stdFloor: 0 }), theirs);
  });

  // TRL sums what is there, so that a channel that was not judged counts as 0; ours has no advantage then.
  const comparable = each(trl).filter(
    ([name, method]) => name !== 'one channel not judged' || method === 'gdpo',
  );
  it.each(comparable)('gives what TRL gives: %s, %s', (name, method, theirs) => {
    const { rewards, groups, weights } = cases[name]!;
    const options = { method, groups, weights, stdFloor: 0, epsilon: 1e-4, whitenEpsilon: 1e-4 };
    same(advantages(rewards, options), theirs);
  });

  it('covers every method and every case', () => {
    expect(each(verl).length).toBe(4 * 4);
    expect(each(trl).length).toBe(5 * 3);
  });
});

describe('channel by channel', () => {
  it('keeps apart what a sum throws together', () => {
    // Rollouts (0, 2) and (1, 1) have one sum; the first is ahead where rollouts differ less.
    const { rewards, groups, weights } = cases['pairs']!;
    const [, one, other] = advantages(rewards, { method: 'grpo', groups, weights });
    expect(one).toBe(other);
    const uneven = [
      [0, 1],
      [0, 1],
      [0, 0.4],
      [1, 0.4],
    ];
    const apart = advantages(uneven, { method: 'gdpo', whiten: false });
    expect(apart[0]).not.toBeCloseTo(apart[3]!, 3);
  });

  it('gives nothing to a channel that is the same for all', () => {
    const rewards = [0.1, 0.5, 0.9].map((score) => [0.3, score]);
    const alone = rewards.map(([, score]) => [score!]);
    expect(advantages(rewards, { method: 'gdpo' })).toEqual(advantages(alone, { method: 'gdpo' }));
  });

  it('does not blow up differences that no judge can tell', () => {
    const rewards = [[0.5], [0.5001], [0.5002]];
    const floored = advantages(rewards, { method: 'grpo' });
    expect(Math.max(...floored.map((score) => Math.abs(score!)))).toBeLessThan(0.01);
    expect(advantages(rewards, { method: 'grpo', stdFloor: 0 })[2]).toBeCloseTo(1, 1);
  });
});

describe('what was not judged', () => {
  it('leaves the statistics, and is not a 0', () => {
    const judged = [[0.9], [0.5], [0.1]];
    const more = [[0.9], [null], [0.5], [0.1]];
    for (const method of METHODS) {
      const [first, missing, ...rest] = advantages(more, { method });
      expect(missing).toBeNull();
      expect([first, ...rest]).toEqual(advantages(judged, { method }));
    }
  });

  it('makes a sum unknown, but not the other channels', () => {
    const rewards = [
      [0.9, null],
      [0.1, 0.5],
      [0.5, 0.7],
    ];
    expect(advantages(rewards, { method: 'grpo' })[0]).toBeNull();
    expect(advantages(rewards, { method: 'gdpo' })[0]).toBeGreaterThan(0);
    expect(advantages(rewards, { method: 'grpo', weights: [1, 0] })[0]).toBeGreaterThan(0);
  });

  it('gives 0 to the only one that was judged, since it is compared with none', () => {
    for (const method of METHODS) expect(advantages([[null], [0.7]], { method })).toEqual([null, 0]);
  });
});

describe('gates and conditions', () => {
  it('take everything from a rollout that does not work', () => {
    const rewards = [
      [0, 1, 1],
      [1, 0.5, 0.5],
      [1, 0.6, 0.4],
    ];
    const gate = { channel: 0, min: 0.5 };
    const zeroed = [[0, 0, 0], ...rewards.slice(1)];
    expect(advantages(rewards, { method: 'gdpo', gate })).toEqual(advantages(zeroed, { method: 'gdpo' }));
    expect(advantages([[null, 1, 1], ...rewards], { method: 'gdpo', gate })[0]).toBeNull();
  });

  it('let an easy channel count only where the hard one was reached', () => {
    const rewards = [
      [1, 0.2],
      [0.6, 0.8],
      [1, null],
    ];
    const conditions = [{ channel: 0, on: 1, min: 0.5 }];
    expect(advantages(rewards, { method: 'gdpo', conditions })).toEqual(
      advantages(
        [
          [0, 0.2],
          [0.6, 0.8],
          [null, null],
        ],
        { method: 'gdpo' },
      ),
    );
  });
});

const anyScore = fc.integer({ min: 0, max: 1000 }).map((score) => score / 1000);
const anyMaybe = fc.option(anyScore, { freq: 5 });
const anyBatch = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 }))
  .chain(([channels, rollouts]) =>
    fc.record({
      rewards: fc.array(fc.array(anyMaybe, { minLength: channels, maxLength: channels }), {
        minLength: rollouts,
        maxLength: rollouts,
      }),
      groups: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: rollouts, maxLength: rollouts }),
      weights: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: channels, maxLength: channels }),
    }),
  );
const anyMethod = fc.constantFrom(...METHODS);
const close = (a: Score[], b: Score[]) => {
  expect(a.map((score) => score === null)).toEqual(b.map((score) => score === null));
  a.forEach((score, i) => expect(score ?? 0).toBeCloseTo(b[i] ?? 0, 6));
};

describe('whatever the rewards', () => {
  it('gives a finite number or null, and null only where something was not judged', () => {
    fc.assert(
      fc.property(anyBatch, anyMethod, fc.boolean(), ({ rewards, ...rest }, method, whiten) => {
        const result = advantages(rewards, { ...rest, method, whiten });
        result.forEach((score, i) => {
          if (score === null) expect(rewards[i]).toContain(null);
          else expect(Number.isFinite(score)).toBe(true);
        });
      }),
    );
  });

  it('makes nothing of what channels that cancel each other leave over', () => {
    const opposed = [0.1, 0.5, 0.5, 0.9].map((score, i) => [score, 1 - score + i * 1e-9]);
    for (const advantage of advantages(opposed, { method: 'gdpo' })) expect(advantage).toBeCloseTo(0, 4);
  });

  it('is 0 on average: within a group, and over the batch once whitened', () => {
    const average = (scores: Score[]) => {
      const judged = scores.filter((score) => score !== null);
      return judged.reduce((sum, score) => sum + score, 0) / Math.max(1, judged.length);
    };
    fc.assert(
      fc.property(anyBatch, anyMethod, ({ rewards, groups, weights }, method) => {
        const sums = advantages(rewards, { method, groups, weights, whiten: false });
        if (method !== 'gdpo')
          for (const group of groups)
            expect(average(sums.filter((_, i) => groups[i] === group))).toBeCloseTo(0, 6);
        expect(average(advantages(rewards, { method, groups, weights, whiten: true }))).toBeCloseTo(0, 6);
      }),
    );
  });

  it('does not depend on the order of rollouts, nor on what groups are called', () => {
    fc.assert(
      fc.property(anyBatch, anyMethod, ({ rewards, groups, weights }, method) => {
        const straight = advantages(rewards, { method, groups, weights });
        const names = groups.map((group) => `prompt ${group}`).reverse();
        const back = advantages([...rewards].reverse(), { method, groups: names, weights }).reverse();
        close(straight, back);
      }),
    );
  });

  it('is unmoved when every rollout of a group gets more in a channel, and is not about its scale', () => {
    fc.assert(
      fc.property(anyBatch, anyScore, ({ rewards, groups, weights }, more) => {
        const changed = (change: (score: number) => number) =>
          rewards.map((row) => row.map((score, k) => (k === 0 && score !== null ? change(score) : score)));
        for (const method of METHODS) {
          const options = { method, groups, weights };
          close(
            advantages(
              changed((score) => score + more),
              options,
            ),
            advantages(rewards, options),
          );
        }
        const free: AdvantageOptions = { method: 'gdpo', groups, weights, stdFloor: 0, epsilon: 0 };
        close(
          advantages(
            changed((score) => 3 * score),
            free,
          ),
          advantages(rewards, free),
        );
      }),
    );
  });

  it('never puts a rollout behind another of its group that has less in every channel', () => {
    fc.assert(
      fc.property(anyBatch, anyMethod, ({ rewards, groups, weights }, method) => {
        const result = advantages(rewards, { method, groups, weights });
        for (const [i, a] of rewards.entries())
          for (const [j, b] of rewards.entries()) {
            const whole = !a.includes(null) && !b.includes(null) && groups[i] === groups[j];
            if (whole && a.every((score, k) => score! >= b[k]!))
              expect(result[i]!).toBeGreaterThanOrEqual(result[j]! - 1e-9);
          }
      }),
    );
  });

  it('counts a length of weights, groups and rows that does not fit as a mistake', () => {
    const wrong: [Score[][], Partial<AdvantageOptions>][] = [
      [[[1], [1, 2]], {}],
      [[[1], [2]], { weights: [1, 1] }],
      [[[1], [2]], { groups: [1] }],
      [[[Number.NaN]], {}],
      [[[1]], { gate: { channel: 1, min: 0 } }],
    ];
    for (const [rewards, options] of wrong)
      expect(() => advantages(rewards, { method: 'gdpo', ...options })).toThrow(
        expect.objectContaining({ code: 'KALLOS_USAGE' }) as Error,
      );
    expect(advantages([], { method: 'gdpo' })).toEqual([]);
  });
});
