import { describe, expect, it } from 'vitest';
import { scoreByDepth, scoreByShare } from './scale.js';

describe('scoreByShare', () => {
  it('is 1 when nothing is affected, also on an empty page', () => {
    expect(scoreByShare(0, 100)).toBe(1);
    expect(scoreByShare(0, 0)).toBe(1);
  });

  it('lets one small error cost a noticeable part', () => {
    expect(scoreByShare(1, 100_000)).toBeLessThan(0.7);
    expect(scoreByShare(1, 100_000)).toBeGreaterThan(0.65);
  });

  it('falls with every further bit that is affected, down to 0 when everything is', () => {
    const scores = [1, 5, 20, 60, 100].map((affected) => scoreByShare(affected, 100));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(scores.length);
    expect(scores.at(-1)).toBe(0);
  });

  it('takes less for lesser severities and for doubt', () => {
    const error = scoreByShare(10, 100, 'error');
    const warning = scoreByShare(10, 100, 'warning');
    const advisory = scoreByShare(10, 100, 'advisory');
    expect(error).toBeLessThan(warning);
    expect(warning).toBeLessThan(advisory);
    expect(scoreByShare(10, 100, 'error', 'likely')).toBeCloseTo(1 - (1 - error) / 2);
  });

  it('stays in [0,1] when more is affected than there is', () => {
    expect(scoreByShare(300, 100)).toBe(0);
  });
});

describe('scoreByDepth', () => {
  const cut = (depth: number, amount = 10) => ({ amount, depth });

  it('is 1 without damage, and that of the share where all of what is affected is lost', () => {
    expect(scoreByDepth([], 100)).toBe(1);
    expect(scoreByDepth([cut(1, 20), cut(1)], 100)).toBe(scoreByShare(30, 100));
    expect(scoreByDepth([cut(1)], 100, 'warning', 'likely')).toBe(scoreByShare(10, 100, 'warning', 'likely'));
  });

  it('falls with the depth of one defect, also beside a deeper one', () => {
    const alone = [0.2, 0.4, 0.6, 0.8, 1].map((depth) => scoreByDepth([cut(depth)], 100));
    const beside = [0.2, 0.4, 0.6, 0.8, 1].map((depth) => scoreByDepth([cut(1), cut(depth)], 100));
    for (const scores of [alone, beside]) {
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(new Set(scores).size).toBe(scores.length);
    }
  });

  it('falls with every further defect, however shallow', () => {
    expect(scoreByDepth([cut(1), cut(0.01)], 100)).toBeLessThan(scoreByDepth([cut(1)], 100));
  });

  it('lets one shallow error cost a noticeable part', () => {
    expect(scoreByDepth([cut(0, 1)], 100_000)).toBeLessThan(0.8);
  });

  it('stays in [0,1] when more is affected than there is', () => {
    expect(scoreByDepth([cut(2, 300)], 100)).toBe(0);
  });
});
