import { describe, expect, it } from 'vitest';
import type { CheckMeta, CheckResult, Defect } from './check.js';
import { channelScore, judgeChannel, MAX_FINDINGS, type CheckRun } from './judge.js';
import type { Part } from './schema.js';
import { layoutOf } from './testing/capture.js';

const layout = layoutOf({ tag: 'p', children: ['Hello'], line: 7 });
const paragraph = layout.nodes.findIndex(({ name }) => name === 'p');

const defect = (changes: Partial<Defect> = {}): Defect => ({
  element: paragraph,
  box: [0, 0, 10, 10],
  message: 'Too small.',
  measured: { value: 6 },
  expected: { min: 10 },
  suggestion: 'Enlarge it.',
  ...changes,
});

function run(id: string, evaluate: () => CheckResult, changes: Partial<CheckMeta> = {}): CheckRun {
  const meta: CheckMeta = {
    id,
    title: id,
    description: '',
    remedy: '',
    severity: 'error',
    weight: 0.5,
    source: '',
    viewports: 'primary',
    ...changes,
  };
  return { part: id, meta, severity: meta.severity, layout, evaluate };
}

const part = (score: number, weight = 0.5): Part => ({ status: 'scored', score, weight, reason: null });

describe('channelScore', () => {
  it('does not let one serious defect drown among passes', () => {
    const passes = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`pass-${i}`, part(1)]));
    expect(channelScore({ ...passes, bad: part(0) })).toBe(0.5);
    expect(channelScore(passes)).toBe(1);
  });

  it('takes no more than the weight of a part', () => {
    expect(channelScore({ a: part(0, 0.2), b: part(0.5, 0.4) })).toBeCloseTo(0.8 * 0.8);
  });
});

describe('judgeChannel', () => {
  it('makes findings of defects: selector, source line, channel, viewport, fingerprint', async () => {
    const { findings } = await judgeChannel('correctness', [
      run('a', () => ({ score: 0.5, defects: [defect()] })),
    ]);
    expect(findings).toMatchObject([
      {
        check: 'a',
        channel: 'correctness',
        severity: 'error',
        certainty: 'certain',
        viewport: 'desktop',
        source: { file: 'index.html', line: 7 },
        measured: { value: 6 },
        fix: null,
      },
    ]);
    expect(findings[0]!.selector).toContain('p');
    expect(findings[0]!.fingerprint).toMatch(/^sha256:/);
  });

  it('lets a defect be milder than its check, never graver', async () => {
    const defects = [defect({ severity: 'advisory' }), defect({ severity: 'error' })];
    const { findings } = await judgeChannel('correctness', [
      run('a', () => ({ score: 0.5, defects }), { severity: 'warning' }),
    ]);
    expect(findings.map(({ severity }) => severity)).toEqual(['advisory', 'warning']);
  });

  it('isolates a check that throws: its part fails, the others stand, the channel says so', async () => {
    const { result } = await judgeChannel('correctness', [
      run('broken', () => {
        throw new TypeError('x is undefined');
      }),
      run('fine', () => ({ score: 0.8, defects: [] })),
    ]);
    expect(result.parts['broken']).toMatchObject({
      status: 'failed',
      score: null,
      reason: 'check-error: x is undefined',
    });
    expect(result).toMatchObject({ status: 'scored', reason: 'checks-failed: broken' });
    expect(result.score).toBeCloseTo(0.9);
  });

  it.each([Number.NaN, 1.2, -0.1])('counts a score of %s as a failure of the check', async (score) => {
    const { result } = await judgeChannel('correctness', [run('a', () => ({ score, defects: [] }))]);
    expect(result).toMatchObject({ status: 'failed', score: null });
  });

  it('gives no score when a part that decides everything failed', async () => {
    const fails = () => {
      throw new Error('cannot tell');
    };
    const { result } = await judgeChannel('execution', [
      run('blank', fails, { weight: 1 }),
      run('lint', () => ({ score: 1, defects: [] })),
    ]);
    expect(result).toMatchObject({ status: 'failed', score: null });
  });

  it('is not applicable when no part has anything to look at', async () => {
    const { result } = await judgeChannel('correctness', [
      run('a', () => ({ score: null, reason: 'no-text' })),
    ]);
    expect(result).toMatchObject({ status: 'not-applicable', score: null, reason: 'nothing-to-check' });
  });

  it('bounds the findings of a part and says how many there were', async () => {
    const defects = Array.from({ length: MAX_FINDINGS + 5 }, () => defect());
    const { result, findings } = await judgeChannel('correctness', [run('a', () => ({ score: 0, defects }))]);
    expect(findings).toHaveLength(MAX_FINDINGS);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(MAX_FINDINGS);
    expect(result.parts['a']!.reason).toBe('100 of 105 findings are reported');
  });
});
