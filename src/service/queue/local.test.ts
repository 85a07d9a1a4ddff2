import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLocalQueue } from './local.js';
import type { Answer, Job, Work } from './queue.js';

const never = new AbortController().signal;
const job = (key: string, run = 'a'): Job => ({
  key,
  run,
  form: 'html',
  text: '<p>',
  brief: {},
  channels: [],
});

/** Work that ends when the test says so; its answers carry the job's key. */
function handWork() {
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const work: Work = ({ key }) => {
    begun.push(key);
    return new Promise((resolve) =>
      finish.set(key, () => resolve({ verdict: { id: key }, pictures: [] } as unknown as Answer)),
    );
  };
  return { begun, work, finish: (key: string) => finish.get(key)!() };
}

const settled = () => sleep(0);

describe('the queue in this process', () => {
  it('runs as many jobs as it may, then the others in the order they came', async () => {
    const { begun, work, finish } = handWork();
    const queue = createLocalQueue({ work, concurrency: 2, limit: 10 });
    const answers = ['1', '2', '3'].map((key) => queue.add(job(key), never));
    expect(begun).toEqual(['1', '2']);
    finish('2');
    expect((await answers[1]!).verdict.id).toBe('2');
    await settled();
    expect(begun).toEqual(['1', '2', '3']);
    finish('1');
    finish('3');
    await Promise.all(answers);
    expect(queue.state()).toMatchObject({ waiting: 0, running: 0, limit: 10 });
  });

  it('serves runs in turn, however many jobs one of them has', async () => {
    const { begun, work, finish } = handWork();
    const queue = createLocalQueue({ work, concurrency: 1, limit: 10 });
    for (const key of ['a1', 'a2', 'a3']) void queue.add(job(key, 'a'), never);
    for (const key of ['b1', 'b2']) void queue.add(job(key, 'b'), never);
    for (const key of ['a1', 'a2', 'b1', 'a3', 'b2']) {
      expect(begun.at(-1)).toBe(key);
      finish(key);
      await settled();
    }
  });

  it('refuses what does not fit', async () => {
    const { work } = handWork();
    const queue = createLocalQueue({ work, concurrency: 1, limit: 1 });
    void queue.add(job('runs'), never);
    void queue.add(job('waits'), never);
    await expect(queue.add(job('too many'), never)).rejects.toMatchObject({ code: 'KALLOS_BUSY' });
  });

  it('drops a job that has not begun when its signal fires, and finishes one that has', async () => {
    const { begun, work, finish } = handWork();
    const queue = createLocalQueue({ work, concurrency: 1, limit: 10 });
    const late = new AbortController();
    const running = queue.add(job('runs'), late.signal);
    const waiting = queue.add(job('waits'), late.signal);
    late.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    finish('runs');
    expect((await running).verdict.id).toBe('runs');
    expect(begun).toEqual(['runs']);
  });

  it('passes on why a job could not be done, and goes on', async () => {
    const queue = createLocalQueue({
      work: ({ key }) => Promise.reject(new Error(key)),
      concurrency: 1,
      limit: 10,
    });
    const both = [queue.add(job('first'), never), queue.add(job('second'), never)];
    await expect(both[0]).rejects.toThrow('first');
    await expect(both[1]).rejects.toThrow('second');
  });

  it('closes when what runs is finished, and drops what waits', async () => {
    const { work, finish } = handWork();
    const queue = createLocalQueue({ work, concurrency: 1, limit: 10 });
    const running = queue.add(job('runs'), never);
    const waiting = expect(queue.add(job('waits'), never)).rejects.toMatchObject({ code: 'KALLOS_DRAINING' });
    const closing = queue.close();
    await waiting;
    finish('runs');
    await closing;
    expect((await running).verdict.id).toBe('runs');
    await expect(queue.add(job('late'), never)).rejects.toMatchObject({ code: 'KALLOS_DRAINING' });
  });
});
