import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Rubric } from '../artifact/rubric.js';
import type { Brief } from '../artifact/schema.js';
import type { Judge } from '../channels/visual/judge.js';
import type { Result } from './schema.js';
import { serve } from './serve.js';
import { HAS_REDIS, startRedis } from './testing/redis.js';
import { page, post } from './testing/service.js';
import { startWorker } from './worker.js';

const RUBRIC: Rubric = {
  criteria: [{ name: 'first', text: 'Is the title first?', weight: 1, choices: ['no', 'yes'] }],
  about: {},
  elements: [],
};

it.runIf(HAS_REDIS)(
  'is not ready, and counts no workers, while Redis is away',
  async () => {
    await using redis = await startRedis();
    const captures = await mkdtemp(join(tmpdir(), 'kallos-captures-'));
    await using service = await serve({ port: 0, redis: redis.url, captures });
    const status = async () => (await fetch(`${service.url}/readyz`)).status;
    expect(await status()).toBe(200);
    await redis.restart({ pauseMs: 1000 }).then(() => expect.poll(status, { timeout: 20_000 }).toBe(200));
    await redis.stop();
    await expect.poll(status, { timeout: 20_000 }).toBe(503);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(/^kallos_workers 0$/m);
    await rm(captures, { recursive: true, force: true });
  },
  120_000,
);

it.runIf(HAS_REDIS)(
  'judges the rollouts of a brief by one rubric, whichever worker has them',
  async () => {
    await using redis = await startRedis();
    const captures = await mkdtemp(join(tmpdir(), 'kallos-captures-'));
    const told: (Brief['rubric'] | null)[] = [];
    let made = 0;
    const judge: Judge = {
      id: 'scripted',
      prepare(brief) {
        made++;
        return Promise.resolve({ ...brief, rubric: RUBRIC });
      },
      judge(_picture, _graph, brief) {
        told.push(brief.rubric ?? null);
        const opinion = { interval: null, pulls: [], reasons: [] };
        return Promise.resolve({ score: 1, parts: {}, spread: null, opinion, usd: 0 });
      },
    };
    const scoring = { judge, concurrency: 1 };
    await using service = await serve({ port: 0, redis: redis.url, captures, scoring });
    const workers = await Promise.all(
      ['one', 'two'].map(() => startWorker({ redis: redis.url, captures, scoring })),
    );
    const items = ['one', 'two', 'three'].map((id) => ({ id, prompt: 'A page', html: page(id) }));
    const { body } = await post<{ results: Result[] }>(service, '/v1/score', { items });
    expect(body.results.map(({ masks }) => masks.visual)).toEqual([1, 1, 1]);
    expect(told).toEqual([RUBRIC, RUBRIC, RUBRIC]);
    expect(made).toBe(3);
    await Promise.all(workers.map((worker) => worker.close()));
    await rm(captures, { recursive: true, force: true });
  },
  120_000,
);
