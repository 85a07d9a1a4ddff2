import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { concurrently } from './concurrent.js';

async function* from<T>(values: Iterable<T>, log: T[] = []) {
  for (const value of values) {
    await Promise.resolve();
    log.push(value);
    yield value;
  }
}

async function gather<T>(results: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe('concurrently', () => {
  it('yields results as they finish, not in the order of the source', async () => {
    const work = (ms: number) => sleep(ms, ms);
    expect(await gather(concurrently(from([120, 10, 60]), 3, work))).toEqual([10, 60, 120]);
  });

  it('never runs more than the limit, nor reads ahead of it', async () => {
    let running = 0;
    let most = 0;
    const read: number[] = [];
    const work = async (n: number) => {
      most = Math.max(most, ++running);
      expect(read.length - n).toBeLessThanOrEqual(2);
      await sleep(2);
      running--;
      return n;
    };
    const numbers = Array.from({ length: 20 }, (_, i) => i);
    expect((await gather(concurrently(from(numbers, read), 3, work))).length).toBe(20);
    expect(most).toBe(3);
  });

  it('yields what is finished while the source keeps us waiting', async () => {
    async function* slow() {
      yield 1;
      await sleep(60_000, undefined, { ref: false });
      yield 2;
    }
    for await (const result of concurrently(slow(), 2, (n) => Promise.resolve(n))) {
      expect(result).toBe(1);
      break;
    }
  });

  it('takes nothing new after the signal, and finishes what runs', async () => {
    const controller = new AbortController();
    const started: number[] = [];
    const work = async (n: number) => {
      started.push(n);
      if (n === 1) controller.abort();
      await sleep(10);
      return n;
    };
    const results = await gather(concurrently(from([0, 1, 2, 3, 4]), 2, work, controller.signal));
    expect(results.sort()).toEqual([0, 1]);
    expect(started).toEqual([0, 1]);
  });

  it('ends while the source waits when the signal fires', async () => {
    const controller = new AbortController();
    async function* endless() {
      await sleep(60_000, undefined, { ref: false });
      yield 1;
    }
    setTimeout(() => controller.abort(), 10);
    expect(await gather(concurrently(endless(), 2, (n) => Promise.resolve(n), controller.signal))).toEqual(
      [],
    );
  });

  it('passes a rejection on', async () => {
    const work = (n: number) => (n === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(n));
    await expect(gather(concurrently(from([0, 1, 2]), 1, work))).rejects.toThrow('broken');
  });
});
