import { describe, expect, it } from 'vitest';
import { scoreByShare } from './scale.js';

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
