import { describe, expect, it } from 'vitest';
import { modelsOf, GOOD, QUESTION } from './testing/asking.js';
import { startModelServer, inTurn } from './testing/server.js';

const questions = (count: number) => Array.from({ length: count }, (_, seed) => ({ ...QUESTION, seed }));

describe('caps', () => {
  it('hold calls at a time', async () => {
    await using server = await startModelServer(inTurn({ say: GOOD, afterMs: 30 }));
    const { judge } = modelsOf(server, { concurrency: 2 });
    await Promise.all(questions(7).map((each) => judge!.ask(each)));
    expect(server.mostAtOnce()).toBe(2);
  });

  it('hold calls a minute, at even distances', async () => {
    await using server = await startModelServer(inTurn({ say: GOOD }));
    const { judge } = modelsOf(server, { requestsPerMinute: 120 });
    await Promise.all(questions(4).map((each) => judge!.ask(each)));
    const [first, , , last] = server.arrivals;
    expect(last! - first!).toBeGreaterThan(1000); // 3 distances of 500 ms, less what the first call takes to connect
  });

  it('hold the time of a call, not of waiting for it', async () => {
    await using server = await startModelServer(inTurn({ say: GOOD, afterMs: 400 }));
    const { judge } = modelsOf(server, { concurrency: 1, timeoutSeconds: 1.50001 });
    const answers = await Promise.all(questions(5).map((each) => judge!.ask(each)));
    expect(answers).toHaveLength(5); // The last one waited longer than 1.5 s.
    expect(judge!.usage().retries).toBe(0);
  });

  it('hold what is spent', async () => {
    await using server = await startModelServer(inTurn({ say: GOOD, usage: { input: 1000, output: 100 } }));
    const price = { input: 1, output: 10, image: 0 };
    const { judge } = modelsOf(server, { price, maxUsd: 0.0061, concurrency: 1 });
    const ended = await Promise.allSettled(questions(5).map((each) => judge!.ask(each)));
    expect(ended.map(({ status }) => status)).toEqual([
      ...Array<string>(3).fill('fulfilled'),
      'rejected',
      'rejected',
    ]);
    expect((ended[3] as PromiseRejectedResult).reason).toMatchObject({ code: 'KALLOS_MODEL_BUDGET' });
    expect(judge!.usage().usd).toBeCloseTo(0.006, 9);
    expect(server.asked).toHaveLength(3);
  });

  it('on cost stop a model whose server does not count', async () => {
    await using server = await startModelServer(inTurn({ say: GOOD, usage: null }));
    const { judge } = modelsOf(server, {
      price: { input: 1, output: 1, image: 0 },
      maxUsd: 1,
      concurrency: 1,
    });
    await judge!.ask(QUESTION);
    await expect(judge!.ask({ ...QUESTION, seed: 1 })).rejects.toMatchObject({ code: 'KALLOS_MODEL_BUDGET' });
    expect(judge!.usage().usd).toBeNull();
  });
});

describe('whoever asks', () => {
  it('can stop waiting, in the queue and during a call', async () => {
    await using server = await startModelServer(inTurn({ fault: 'hang' }));
    const { judge } = modelsOf(server, { concurrency: 1 });
    const stop = new AbortController();
    const asked = questions(2).map((each) => judge!.ask({ ...each, signal: stop.signal }));
    setTimeout(() => stop.abort(new Error('no longer needed')), 100);
    const ended = await Promise.allSettled(asked);
    expect(ended.map((each) => String((each as PromiseRejectedResult).reason))).toEqual([
      'Error: no longer needed',
      'Error: no longer needed',
    ]);
    expect(server.asked).toHaveLength(1);
  });
});
