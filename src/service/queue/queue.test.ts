import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KallosError } from '../../errors.js';
import type { Queue, Work } from './queue.js';
import { answerOf, handWork, jobOf, never, QUEUES } from '../testing/queues.js';

const eventually = <T>(value: () => T) => expect.poll(value, { timeout: 10_000 });

/** Adds a job whose answer the test doesn't look at. */
const put = (queue: Queue, key: string, run: string) =>
  void queue.add(jobOf(key, run), never).catch(() => undefined);

/** Long enough for a queue to have begun what it would begin. */
const settled = () => sleep(200);

describe.each(QUEUES)('a queue $name', ({ isHere, start, open, stop }) => {
  const test = it.runIf(isHere);
  beforeAll(async () => {
    if (isHere) await start();
  });
  afterAll(stop);

  test('runs as many jobs as it may, then the others in the order they came', async () => {
    const { begun, work, finish } = handWork();
    const queue = await open({ work, concurrency: 2, limit: 10 });
    const answers = ['1', '2', '3'].map((key) => queue.add(jobOf(key), never));
    await eventually(() => begun.toSorted()).toEqual(['1', '2']);
    await settled();
    expect(begun.length).toBe(2);
    expect(queue.state()).toMatchObject({ waiting: 1, running: 2, limit: 10, workers: 1, slots: 2 });
    expect(queue.state().oldestMs).toBeGreaterThan(0);
    finish('2');
    expect((await answers[1]!).verdict.id).toBe('2');
    await eventually(() => begun.at(-1)).toBe('3');
    finish('1');
    finish('3');
    await Promise.all(answers);
    await eventually(() => queue.state()).toMatchObject({ waiting: 0, running: 0, limit: 10, oldestMs: 0 });
  });

  test('serves runs in turn, however many jobs one of them has', async () => {
    const { begun, work, finish } = handWork();
    const queue = await open({ work, concurrency: 1, limit: 100 });
    const many = Array.from({ length: 40 }, (_, i) => `a${i}`);
    for (const key of many) put(queue, key, 'a');
    for (const key of ['b0', 'b1', 'b2']) put(queue, key, 'b');
    for (let i = 0; i < 12; i++) {
      await eventually(() => begun.length).toBe(i + 1);
      finish(begun.at(-1)!);
    }
    // A few of the first run's had begun, or were about to, when the second came.
    expect(begun).toEqual(expect.arrayContaining(['b0', 'b1', 'b2']));
    expect(begun.filter((key) => key.startsWith('a'))).toEqual(many.slice(0, 9));
  });

  test('refuses what does not fit', async () => {
    const { work } = handWork();
    const queue = await open({ work, concurrency: 1, limit: 1 });
    const refused: unknown[] = [];
    for (let i = 0; i < 8; i++) {
      void queue
        .add(jobOf(`${i}`), never)
        .catch((error: unknown) => refused.push((error as KallosError).code));
    }
    await settled();
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused)).toEqual(new Set(['KALLOS_BUSY']));
  });

  test('drops a job that has not begun when its signal fires, and finishes one that has', async () => {
    const { begun, work, finish } = handWork();
    const queue = await open({ work, concurrency: 1, limit: 10 });
    const late = new AbortController();
    const running = queue.add(jobOf('runs'), late.signal);
    await eventually(() => queue.state().running).toBe(1);
    const waiting = Array.from({ length: 6 }, (_, i) => queue.add(jobOf(`waits ${i}`), late.signal));
    const dropped = Promise.all(waiting.map((each) => expect(each).rejects.toThrow('too late')));
    await settled();
    late.abort(new Error('too late'));
    await dropped;
    finish('runs');
    expect((await running).verdict.id).toBe('runs');
    await settled();
    expect(begun).toEqual(['runs']);
  });

  test('passes on why a job could not be done, and goes on', async () => {
    const queue = await open({
      work: ({ key }) =>
        key === 'fine'
          ? Promise.resolve(answerOf(key))
          : Promise.reject(new KallosError('KALLOS_SANDBOX', key, 'Help.')),
      concurrency: 1,
      limit: 10,
    });
    const failing = ['first', 'second'].map((key) => queue.add(jobOf(key), never));
    const why = { code: 'KALLOS_SANDBOX', help: 'Help.' };
    await expect(failing[0]).rejects.toMatchObject({ ...why, message: 'first' });
    await expect(failing[1]).rejects.toMatchObject({ ...why, message: 'second' });
    expect((await queue.add(jobOf('fine'), never)).verdict.id).toBe('fine');
  });

  test('tells how long a job waited, apart from what it took', async () => {
    const work: Work = async (_job, waitedMs) => {
      await sleep(300);
      return answerOf('slow', waitedMs);
    };
    const queue = await open({ work, concurrency: 1, limit: 10 });
    const [first, second] = await Promise.all([
      queue.add(jobOf('first'), never),
      queue.add(jobOf('second'), never),
    ]);
    expect(second.verdict.cost.queueMs - first.verdict.cost.queueMs).toBeGreaterThan(250);
  });

  test('closes when what runs is finished, and drops what waits', async () => {
    const { work, finish } = handWork();
    const queue = await open({ work, concurrency: 1, limit: 10 });
    const running = queue.add(jobOf('runs'), never);
    await eventually(() => queue.state().running).toBe(1);
    const waiting = expect(queue.add(jobOf('waits'), never)).rejects.toMatchObject({
      code: 'KALLOS_DRAINING',
    });
    await settled();
    const closing = queue.close();
    await waiting;
    finish('runs');
    await closing;
    expect((await running).verdict.id).toBe('runs');
    await expect(queue.add(jobOf('late'), never)).rejects.toMatchObject({ code: 'KALLOS_DRAINING' });
  });
});
