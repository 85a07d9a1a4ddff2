import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, handWork, jobOf, never } from '../../testing/queues.js';
import { HAS_REDIS, startRedis, type TestRedis } from '../../testing/redis.js';
import type { Work } from '../queue.js';
import { createRedisQueue } from './queue.js';
import { createRedisWorker } from './worker.js';

const eventually = <T>(value: () => T) => expect.poll(value, { timeout: 60_000 });
const quick: Work = ({ key }) => Promise.resolve(answerOf(key));

describe.runIf(HAS_REDIS)('workers on Redis', () => {
  let redis: TestRedis;
  let folder: string;
  let mortal: string;
  beforeAll(async () => {
    redis = await startRedis();
    // Below the repository, where the packages are found.
    folder = await mkdtemp(join(import.meta.dirname, '../../../../node_modules/.kallos-worker-'));
    mortal = join(folder, 'worker.mjs');
    const entryPoints = [join(import.meta.dirname, '../../testing/mortal-worker.ts')];
    const format = { bundle: true, platform: 'node', format: 'esm', packages: 'external' } as const;
    await build({ ...format, entryPoints, outfile: mortal });
  });
  afterAll(async () => {
    await redis.stop();
    await rm(folder, { recursive: true });
  });
  const fleetOf = () => ({ url: redis.url, fleet: randomUUID() });

  it('share the jobs of all services, and answer each where it was asked', async () => {
    const fleet = fleetOf();
    const done: string[][] = [[], []];
    const workers = await Promise.all(
      done.map((mine) =>
        createRedisWorker({
          ...fleet,
          slots: 2,
          work: async ({ key }) => {
            mine.push(key);
            await sleep(20);
            return answerOf(key);
          },
        }),
      ),
    );
    const queues = await Promise.all([0, 1].map(() => createRedisQueue({ ...fleet, limit: 100 })));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => queues[i % 2]!.add(jobOf(`${i}`), never)),
    );
    expect(answers.map(({ verdict }) => verdict.id)).toEqual(answers.map((_, i) => `${i}`));
    expect(done.map((mine) => mine.length > 0)).toEqual([true, true]);
    expect(done.flat().toSorted()).toEqual(answers.map((_, i) => `${i}`).toSorted());
    expect(queues[0]!.state()).toMatchObject({ workers: 2, slots: 4 });
    await Promise.all(queues.map((queue) => queue.close()));
    await Promise.all(workers.map((worker) => worker.close(1000)));
  });

  it('do a page once for all services, but again what failed for a fault of ours', async () => {
    const fleet = fleetOf();
    let times = 0;
    const work: Work = ({ key }) => {
      times++;
      const answer = answerOf(key);
      const infra = { ...answer.verdict, outcome: 'infra' as const, cause: 'infra' as const };
      return Promise.resolve(key === 'faulty' ? { ...answer, verdict: infra } : answer);
    };
    const worker = await createRedisWorker({ ...fleet, slots: 1, work });
    const queues = await Promise.all([0, 1].map(() => createRedisQueue({ ...fleet, limit: 100 })));
    for (const queue of queues) await queue.add(jobOf('fine'), never);
    expect(times).toBe(1);
    for (const queue of queues) await queue.add(jobOf('faulty'), never);
    expect(times).toBe(3);
    await Promise.all(queues.map((queue) => queue.close()));
    await worker.close(1000);
  });

  it.each([
    ['comes back with what it held', false],
    ['comes back with nothing', true],
  ])('lose nothing but time when Redis restarts and %s', async (_, forget) => {
    await using own = await startRedis();
    const fleet = { url: own.url, fleet: randomUUID() };
    const work: Work = async ({ key }) => {
      await sleep(50);
      return answerOf(key);
    };
    const worker = await createRedisWorker({ ...fleet, slots: 2, work });
    const queue = await createRedisQueue({ ...fleet, limit: 1000 });
    const asked = Promise.all(Array.from({ length: 100 }, (_, i) => queue.add(jobOf(`${i}`), never)));
    await sleep(500);
    expect(queue.state().waiting).toBeGreaterThan(0);
    await own.restart({ pauseMs: 500, forget });
    const answers = await asked;
    expect(answers.map(({ verdict }) => verdict.id)).toEqual(answers.map((_, i) => `${i}`));
    await queue.close();
    await worker.close(1000);
  });

  it('put back at once what they could not finish before they stop', async () => {
    const fleet = fleetOf();
    const { begun, work } = handWork();
    const slow = await createRedisWorker({ ...fleet, slots: 1, work });
    const queue = await createRedisQueue({ ...fleet, limit: 10 });
    const answer = queue.add(jobOf('long'), never);
    await eventually(() => begun).toEqual(['long']);
    await slow.close(100);
    const next = await createRedisWorker({ ...fleet, slots: 1, work: quick });
    expect((await answer).verdict.id).toBe('long');
    await queue.close();
    await next.close(1000);
  });

  it('never serve those that judge otherwise', async () => {
    const worker = await createRedisWorker({ ...fleetOf(), slots: 1, work: quick });
    const queue = await createRedisQueue({ ...fleetOf(), limit: 10 });
    const late = AbortSignal.timeout(500);
    await expect(queue.add(jobOf('other'), late)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(queue.state().workers).toBe(0);
    await queue.close();
    await worker.close(1000);
  });

  it('quarantine the page that killed two of them, and nothing that was beside it', async () => {
    const fleet = fleetOf();
    const again: string[] = [];
    const queue = await createRedisQueue({ ...fleet, limit: 100, onAgain: () => again.push('again') });
    const deaths: (NodeJS.Signals | null)[] = [];
    const children = new Set<ChildProcess>();
    // Whoever keeps workers running starts a new one for each that dies.
    const keep = () => {
      const child = fork(mortal, { env: { ...process.env, REDIS_URL: fleet.url, FLEET: fleet.fleet } });
      children.add(child);
      child.once('exit', (_, signal) => {
        children.delete(child);
        deaths.push(signal);
        if (signal === 'SIGKILL') keep();
      });
    };
    keep();
    const keys = ['a', 'poison', 'b', 'c', 'd'];
    const answers = await Promise.allSettled(keys.map((key) => queue.add(jobOf(key), never)));
    expect(deaths).toEqual(['SIGKILL', 'SIGKILL']);
    for (const [i, answer] of answers.entries()) {
      if (keys[i] === 'poison') {
        expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'KALLOS_QUARANTINED' } });
      } else expect(answer).toMatchObject({ status: 'fulfilled', value: { verdict: { id: keys[i] } } });
    }
    expect(again.length).toBeGreaterThan(0);
    // It is known by now, and kills nobody any more.
    await expect(queue.add(jobOf('poison'), never)).rejects.toMatchObject({ code: 'KALLOS_QUARANTINED' });
    expect(deaths.length).toBe(2);
    for (const child of children) child.kill('SIGTERM');
    await queue.close();
  });

  it('stop when they are told to, also where Redis is gone', async () => {
    const own = await startRedis();
    const fleet = { url: own.url, fleet: randomUUID() };
    const worker = await createRedisWorker({ ...fleet, slots: 1, work: quick });
    const queue = await createRedisQueue({ ...fleet, limit: 10 });
    await own.stop();
    await Promise.all([worker.close(100), queue.close()]);
  });

  it('says when Redis can not be had', async () => {
    const options = { fleet: 'none', limit: 1 };
    await expect(createRedisQueue({ ...options, url: 'redis://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'KALLOS_REDIS',
    });
    await expect(createRedisQueue({ ...options, url: 'http://127.0.0.1' })).rejects.toMatchObject({
      code: 'KALLOS_USAGE',
    });
  });
});
