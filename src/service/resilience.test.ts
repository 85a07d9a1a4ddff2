import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Result } from './schema.js';
import type { Service } from './serve.js';
import { post, reply, startService } from './testing/service.js';

interface Results {
  results: Result[];
}

/** The processes that this one has started: the browsers' outermost ones. */
const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);

const isBrowser = (pid: number) => {
  try {
    return /chrom|unshare|bwrap/i.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false;
  }
};

const items = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => ({ id: `${name} ${i}`, response: reply(`${name} ${i}`) }));

/** Waits until a service has begun to work on what it was asked. */
const begun = ({ url }: Service) =>
  expect
    .poll(async () => (await fetch(`${url}/metrics`)).text(), { timeout: 60_000 })
    .toMatch(/^kallos_queue_running [1-9]/m);

describe('a service in trouble', () => {
  it.runIf(process.platform === 'linux')('loses nothing but time when browsers die', async () => {
    const faults: string[] = [];
    const service = await startService({ onFault: (fault) => faults.push(fault) });
    try {
      const calm = await post<Results>(service, '/v1/score', { items: items(6, 'Calm') });
      const asked = post<Results>(service, '/v1/score', { items: items(6, 'Storm') });
      for (let kills = 0; kills < 2;) {
        await sleep(150);
        const [browser] = children().filter(isBrowser);
        if (browser === undefined) continue;
        process.kill(browser, 'SIGKILL');
        kills++;
      }
      const { body } = await asked;
      expect(body.results.map(({ id }) => id)).toEqual(items(6, 'Storm').map(({ id }) => id));
      for (const [i, { valid, score }] of body.results.entries()) {
        expect(valid).toBe(true);
        expect(score).toBe(calm.body.results[i]!.score);
      }
    } finally {
      await service.close();
    }
    expect(children().filter(isBrowser)).toEqual([]);
  });

  it('sends away what does not fit, and says when to come again', async () => {
    const service = await startService({ limits: { queue: 4 } });
    try {
      const asked = post<Results>(service, '/v1/score', { items: items(4, 'Fits') });
      await begun(service);
      const refused = await post(service, '/v1/score', { items: items(2, 'Too many') });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.body).toMatchObject({ error: { code: 'KALLOS_BUSY' } });
      // A trainer's step would end with such an answer: its routes wait for room.
      const patient = await post(service, '/slime', { prompt: '', response: reply('Patient'), label: '' });
      expect(patient).toMatchObject({ status: 200, body: { valid: 1 } });
      expect((await asked).body.results.every(({ valid }) => valid)).toBe(true);
    } finally {
      await service.close();
    }
  });

  it('takes a batch that is larger than its queue where nothing waits', async () => {
    await using service = await startService({ limits: { queue: 3 } });
    const { status, body } = await post<Results>(service, '/v1/score', { items: items(8, 'Large') });
    expect(status).toBe(200);
    expect(body.results.map(({ valid }) => valid)).not.toContain(false);
  });

  it('finishes what it has begun before it stops, and begins nothing more', async () => {
    const service = await startService();
    const asked = post<Results>(service, '/v1/score', { items: items(3, 'Last') });
    await begun(service);
    const closing = service.close();
    const late = await post(service, '/v1/score', { items: items(1, 'Late') });
    expect(late.status).toBe(503);
    expect(late.headers.get('retry-after')).not.toBeNull();
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect((await asked).body.results.every(({ valid }) => valid)).toBe(true);
    await closing;
    await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
  });

  it('answers everyone when its time to stop is over', async () => {
    const service = await startService({ graceSeconds: 0.5 });
    const asked = post<Results>(service, '/v1/score', { items: items(20, 'Cut') });
    await begun(service);
    await service.close();
    const { body } = await asked;
    expect(body.results.length).toBe(20);
    const cut = body.results.filter(({ valid }) => !valid);
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.every(({ reason, score }) => reason === 'KALLOS_DRAINING' && score === 0)).toBe(true);
  });

  it('judges a page that hangs as such, and lets the others go on', async () => {
    const service = await startService({ scoring: { cpuSeconds: 2 } });
    try {
      const hostile = { id: 'loop', html: '<!doctype html><title>x</title><script>for (;;) {}</script>' };
      const { body } = await post<Results>(service, '/v1/score', { items: [hostile, ...items(2, 'Fine')] });
      const [loop, ...fine] = body.results;
      expect(loop).toMatchObject({
        valid: true,
        score: 0,
        verdict: { outcome: 'timeout', cause: 'artifact' },
      });
      // The page's own fault counts with the lowest score; it is not left out.
      expect(loop!.masks).toMatchObject({ execution: 1, correctness: 1 });
      for (const { valid, score } of fine) expect([valid, score > 0.8]).toEqual([true, true]);
    } finally {
      await service.close();
    }
  });
});
