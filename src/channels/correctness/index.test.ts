import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../render/capture.js';
import { captureOf, graphsOf, layoutOf } from '../testing/capture.js';
import { judgeCorrectness } from './index.js';
import { CHECKS } from './registry.js';

const layout = (viewport: string) =>
  layoutOf(
    { tag: 'p', style: { 'font-size': '6px' }, children: ['Departures and arrivals'] },
    [375, 800],
    viewport,
  );
const capture = captureOf({ layouts: [layout('desktop'), layout('mobile')] });
const only = (...ids: string[]) => CHECKS.filter(({ meta }) => ids.includes(meta.id));

describe('judgeCorrectness', () => {
  it('names parts by check, and those of further viewports apart', async () => {
    const { result } = await judgeCorrectness(
      capture,
      graphsOf(capture),
      {},
      {},
      only('font-size', 'text-clipping'),
    );
    expect(Object.keys(result.parts)).toEqual(['text-clipping', 'text-clipping@mobile', 'font-size']);
  });

  it('lets settings change severity and thresholds, and leaves the score to the measure', async () => {
    const judge = (setting: Parameters<typeof judgeCorrectness>[3]) =>
      judgeCorrectness(capture, graphsOf(capture), {}, setting, only('font-size'));
    const [plain, mild, lax, off] = await Promise.all([
      judge({}),
      judge({ 'font-size': 'advisory' }),
      judge({ 'font-size': ['error', { min: 6 }] }),
      judge({ 'font-size': 'off' }),
    ]);
    expect(mild.findings.map(({ severity }) => severity)).toEqual(['advisory']);
    expect(mild.result.score).toBe(plain.result.score);
    expect(lax).toMatchObject({ result: { score: 1 }, findings: [] });
    expect(off.result).toMatchObject({ status: 'not-applicable', parts: {} });
  });

  it.each([{ least: 6 }, { min: 'large' }])(
    'refuses options that the check does not have: %j',
    async (options) => {
      const settings = { 'font-size': ['error', options] as ['error', object & Record<string, unknown>] };
      await expect(judgeCorrectness(capture, graphsOf(capture), {}, settings)).rejects.toMatchObject({
        code: 'KALLOS_CONFIG',
      });
    },
  );

  it.each<[Outcome, 'artifact' | 'infra', string]>([
    ['timeout', 'artifact', 'gated'],
    ['no-artifact', 'artifact', 'gated'],
    ['crashed', 'infra', 'failed'],
    ['infra', 'infra', 'failed'],
  ])('gives no score after %s by %s: %s', async (outcome, cause, status) => {
    const { result } = await judgeCorrectness(captureOf({ outcome, cause }), new Map());
    expect(result).toMatchObject({ status, score: null, reason: outcome });
  });
});

describe('the checks', () => {
  it('are named once, weigh something but not all, and know their defaults', () => {
    expect(new Set(CHECKS.map(({ meta }) => meta.id)).size).toBe(CHECKS.length);
    for (const { meta, options } of CHECKS) {
      expect(meta.weight).toBeGreaterThan(0);
      expect(meta.weight).toBeLessThan(1);
      expect(options.safeParse({}).success).toBe(true);
      expect(options.safeParse({ unknown: 1 }).success).toBe(false);
    }
  });
});
