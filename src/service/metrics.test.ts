import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.js';
import type { Service } from './serve.js';
import { page, post, startService } from './testing/service.js';

describe('POST /v1/held-out', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ tokens: ['a-token'] });
  });
  afterAll(() => service.close());
  const token = { authorization: 'Bearer a-token' };
  const tell = (body: unknown, headers: Record<string, string> = token) =>
    post(service, '/v1/held-out', body, headers);
  const metrics = async () => (await fetch(`${service.url}/metrics`, { headers: token })).text();

  it('shows what another judge says of a run beside its reward, under the labels that the alarm joins', async () => {
    const html = page('Held out');
    await post(service, '/v1/score', { items: [{ id: 'a', html }], run: 'r17' }, token);
    const told = await tell({ run: 'r17', judge: 'vlm-b', scores: [0.5, 0.25] });
    expect(told).toMatchObject({ status: 200, body: { taken: 2 } });
    await tell({ run: 'r17', judge: 'people', scores: [1] });
    const lines = (await metrics()).split('\n');
    expect(lines).toContain('kallos_reward_count{run="r17"} 1');
    expect(lines).toContain('kallos_heldout_score_sum{run="r17",judge="vlm-b"} 0.75');
    expect(lines).toContain('kallos_heldout_score_count{run="r17",judge="vlm-b"} 2');
    expect(lines).toContain('kallos_heldout_score_sum{run="r17",judge="people"} 1');
  });

  it('judges nothing: a reward is never made of it', async () => {
    const rewards = async () => (await metrics()).split('\n').filter((line) => /^kallos_reward_/.test(line));
    const before = await rewards();
    await tell({ run: 'r17', judge: 'vlm-b', scores: [0] });
    expect(await rewards()).toEqual(before);
  });

  it('takes scores in [0,1] of who has a token', async () => {
    for (const scores of [[], [1.1], [-0.1], ['1'], [null]]) {
      const { status, body } = await tell({ run: 'r17', judge: 'vlm-b', scores });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { code: 'KALLOS_REQUEST' } });
    }
    expect((await tell({ run: 'r17', judge: 'vlm-b', scores: [1] }, {})).status).toBe(401);
  });
});

it('names a hundred runs and judges, and tells those that come after them together', async () => {
  const idle = { waiting: 0, running: 0, limit: 1, oldestMs: 0, workers: 1, slots: 2, isConnected: true };
  const metrics = createMetrics(
    () => idle,
    () => false,
  );
  for (let i = 0; i < 300; i++) metrics.heldOut(`run ${i}`, 'vlm-b', 1);
  const text = await metrics.registry.getSingleMetricAsString('kallos_heldout_score');
  const counts = text.split('\n').filter((line) => line.startsWith('kallos_heldout_score_count'));
  expect(counts).toHaveLength(100);
  expect(counts).toContain('kallos_heldout_score_count{run="others",judge="vlm-b"} 201');
});
