import { describe, expect, it } from 'vitest';
import type { KallosError } from '../errors.js';
import { createModels } from './models.js';
import { asking, GOOD, KEY, modelsOf, QUESTION, settingsFor } from './testing/asking.js';
import { inTurn, startModelServer, type Turn } from './testing/server.js';

const JSON_TEXT = JSON.stringify(GOOD);

describe('a reply that holds the answer', () => {
  it.each([
    ['in prose', `Sure! Here it is: ${JSON_TEXT} Hope that helps.`],
    ['in a code fence', `\`\`\`json\n${JSON_TEXT}\n\`\`\``],
    ['with keys that nobody asked for', { ...GOOD, confidence: 0.9, total: 100 }],
    ['after thoughts', `<think>Perhaps {"reason":"?","score":2}</think>${JSON_TEXT}`],
    ['twice alike', `${JSON_TEXT}\nAgain: ${JSON_TEXT}`],
  ])('%s is read without asking again', async (_, say) => {
    const { answer, asked } = await asking(inTurn({ say }));
    expect(answer?.value).toEqual(GOOD);
    expect(asked).toHaveLength(1);
  });
});

describe('no fault becomes an answer', () => {
  it.each<[string, Turn, code: string, requests: number]>([
    ['an empty reply', { say: '' }, 'KALLOS_MODEL_REPLY', 3],
    ['invalid JSON', { say: '{"reason": "clear", "score": 31' }, 'KALLOS_MODEL_REPLY', 3],
    ['a number in prose', { say: 'I would say 31 of 40.' }, 'KALLOS_MODEL_REPLY', 3],
    ['another scale', { say: { ...GOOD, score: 85 } }, 'KALLOS_MODEL_REPLY', 3],
    ['a scale of fractions', { say: { ...GOOD, score: 0.8 } }, 'KALLOS_MODEL_REPLY', 3],
    ['a number in words', { say: { ...GOOD, score: '31' } }, 'KALLOS_MODEL_REPLY', 3],
    ['a key that is missing', { say: { score: 31 } }, 'KALLOS_MODEL_REPLY', 3],
    ['two different answers', { say: `${JSON_TEXT} or {"reason":"x","score":3}` }, 'KALLOS_MODEL_REPLY', 3],
    ['a refusal in words', { say: 'I cannot judge this.' }, 'KALLOS_MODEL_REPLY', 3],
    ['a refusal', { say: JSON_TEXT, finish: 'refusal' }, 'KALLOS_MODEL_REFUSED', 1],
    [
      'a reply cut off, though it looks whole',
      { say: JSON_TEXT, finish: 'length' },
      'KALLOS_MODEL_TRUNCATED',
      3,
    ],
    ['a wrong key', { status: 401 }, 'KALLOS_MODEL_REJECTED', 1],
    ['an unknown model', { status: 404 }, 'KALLOS_MODEL_REJECTED', 1],
    [
      'an empty account',
      { status: 429, message: 'You exceeded your current quota' },
      'KALLOS_MODEL_REJECTED',
      1,
    ],
    ['a server that fails', { status: 500 }, 'KALLOS_MODEL_UNAVAILABLE', 4],
    ['a server that is full', { status: 529 }, 'KALLOS_MODEL_UNAVAILABLE', 4],
    ['a gateway that sends a page', { fault: 'garbage' }, 'KALLOS_MODEL_UNAVAILABLE', 4],
    ['a connection that breaks', { fault: 'drop' }, 'KALLOS_MODEL_UNAVAILABLE', 4],
    ['a wait of an hour', { status: 429, headers: { 'retry-after': '3600' } }, 'KALLOS_MODEL_UNAVAILABLE', 1],
  ])('%s', async (_, turn, code, requests) => {
    const { answer, error, asked, usage } = await asking(inTurn(turn));
    expect(answer).toBeNull();
    expect(error).toMatchObject({ name: 'KallosError', code });
    expect(error!.message).toContain('openai-compatible/m');
    expect(error!.help).not.toBe('');
    expect(asked).toHaveLength(requests);
    expect(usage.failures).toBe(1);
  });

  it('a server that is not there', async () => {
    const gone = await startModelServer(inTurn({ say: GOOD }));
    await gone[Symbol.asyncDispose]();
    await expect(modelsOf(gone).judge!.ask(QUESTION)).rejects.toMatchObject({
      code: 'KALLOS_MODEL_UNAVAILABLE',
    });
  });

  it('a server that hangs, twice', async () => {
    const { error, asked } = await asking(inTurn({ fault: 'hang' }), { timeoutSeconds: 0.2 });
    expect(error).toMatchObject({ code: 'KALLOS_MODEL_TIMEOUT' });
    expect(asked).toHaveLength(2);
  });
});

describe('a fault that passes', () => {
  it.each<[string, Turn]>([
    ['500', { status: 500 }],
    ['429', { status: 429, message: 'Rate limit: 3 requests per minute' }],
    ['a broken connection', { fault: 'drop' }],
    ['a hang', { fault: 'hang' }],
  ])('%s is waited out', async (_, fault) => {
    const { answer, asked, usage } = await asking(inTurn(fault, { say: GOOD }), { timeoutSeconds: 2 });
    expect(answer?.value).toEqual(GOOD);
    expect(asked).toHaveLength(2);
    expect(usage).toMatchObject({ calls: 1, retries: 1, repairs: 0, failures: 0 });
  });

  it('holds all calls for as long as the server asks', async () => {
    const busy: Turn = { status: 429, headers: { 'retry-after': '1' } };
    await using server = await startModelServer(inTurn(busy, { say: GOOD }));
    const { judge } = modelsOf(server, { concurrency: 1 });
    await Promise.all([judge!.ask(QUESTION), judge!.ask({ ...QUESTION, prompt: 'And this?' })]);
    expect(server.asked).toHaveLength(3);
    expect(server.arrivals[1]! - server.arrivals[0]!).toBeGreaterThan(990);
  });
});

describe('a server that takes no schema', () => {
  it('is asked in words alone, from then on', async () => {
    await using server = await startModelServer(({ format }) =>
      format ? { status: 400, message: 'response_format is not supported' } : { say: GOOD },
    );
    const { judge } = modelsOf(server);
    expect(await judge!.ask(QUESTION)).toMatchObject({ value: GOOD });
    expect(await judge!.ask({ ...QUESTION, seed: 2 })).toMatchObject({ value: GOOD });
    expect(server.asked.map(({ format }) => format !== null)).toEqual([true, false, false]);
  });
});

describe('keys', () => {
  it('that are missing are an error before anything is sent', async () => {
    await using server = await startModelServer(inTurn({ say: GOOD }));
    const { judge } = createModels(settingsFor(server), {});
    await expect(judge!.ask(QUESTION)).rejects.toMatchObject({
      code: 'KALLOS_MODEL_KEY',
      message: expect.stringContaining('TEST_KEY') as string,
    });
    expect(server.asked).toEqual([]);
  });

  it('do not follow a redirect to somewhere else', async () => {
    await using elsewhere = await startModelServer(inTurn({ say: GOOD }));
    const location = `${elsewhere.baseURL}/chat/completions`;
    const { answer, error } = await asking(inTurn({ status: 307, headers: { location } }));
    expect(answer).toBeNull();
    expect(error).toMatchObject({ code: 'KALLOS_MODEL_UNAVAILABLE' });
    expect(elsewhere.asked).toEqual([]);
  });

  it('are not in errors, though the server repeats them', async () => {
    const { error } = await asking(inTurn({ status: 403, message: `Key ${KEY} may not do this` }));
    const { message, help, cause, stack } = error as KallosError;
    expect(message).toContain('[key]');
    expect([message, help, cause, stack].map(String).join()).not.toContain(KEY);
  });

  it('are not in answers, though the server repeats them', async () => {
    const { answer } = await asking(inTurn({ say: { reason: `Your key is ${KEY}`, score: 3 } }));
    expect(answer!.value.reason).toBe('Your key is [key]');
    expect(answer!.text).not.toContain(KEY);
  });
});
