import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Provider } from './settings.js';
import { asking, GOOD, KEY, modelsOf, QUESTION } from './testing/asking.js';
import { inTurn, startModelServer } from './testing/server.js';

const WIRES: [Provider, string][] = [
  ['openai', 'responses'],
  ['openai-compatible', 'chat'],
  ['anthropic', 'messages'],
  ['google', 'google'],
];

describe.each(WIRES)('%s', (provider, wire) => {
  it('is asked with system, pictures, schema and key, and answers to the schema', async () => {
    await using server = await startModelServer(inTurn({ say: GOOD }));
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const answer = await modelsOf(server, { provider }).judge!.ask({
      ...QUESTION,
      pictures: [picture],
      maxTokens: 99,
    });
    expect(answer).toMatchObject({ value: GOOD, cached: false, repairs: 0, servedBy: 'm', inputTokens: 10 });
    const [asked] = server.asked;
    expect(asked).toMatchObject({ wire, model: 'm' });
    expect(asked!.system).toMatch(/^You judge pages\.\n\nAnswer with one JSON value.*"maximum":40/s);
    expect(asked!.messages).toHaveLength(1);
    expect(asked!.messages[0]!.texts).toEqual(['Picture 1, 40x30 px:', 'How good is it?']);
    const seen = await sharp(asked!.messages[0]!.pictures[0]).metadata();
    expect([seen.width, seen.height]).toEqual([40, 30]);
    expect(JSON.stringify(asked!.format)).toContain('"score"');
    const { authorization, 'x-api-key': apiKey, 'x-goog-api-key': googleKey } = asked!.headers;
    expect(authorization ?? apiKey ?? googleKey).toContain(KEY);
  });

  it('that refuses is not asked again', async () => {
    const { error, asked } = await asking(inTurn({ say: 'I will not.', finish: 'refusal' }), { provider });
    expect(error).toMatchObject({ code: 'KALLOS_MODEL_REFUSED' });
    expect(asked).toHaveLength(1);
  });

  it('that is cut off says so', async () => {
    const { error } = await asking(inTurn({ say: GOOD, finish: 'length' }), { provider });
    expect(error).toMatchObject({ code: 'KALLOS_MODEL_TRUNCATED' });
  });

  it('is told what was wrong with its reply', async () => {
    const { answer, asked } = await asking(inTurn({ say: { ...GOOD, score: 85 } }, { say: GOOD }), {
      provider,
    });
    expect(answer).toMatchObject({ value: GOOD, repairs: 1 });
    const texts = asked[1]!.messages.map(({ role, texts }) => [role, texts.join()] as const);
    expect(texts[1]).toEqual([
      provider === 'google' ? 'model' : 'assistant',
      '{"reason":"clear","score":85}',
    ]);
    expect(texts[2]![1]).toContain('score');
    expect(texts[2]![1]).toContain('<=40');
  });
});

describe('other models', () => {
  it('draw a picture', async () => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await using server = await startModelServer(inTurn({ picture: png }));
    const image = modelsOf(server, { price: { image: 0.04 } }).image!;
    const drawn = await image.draw({ prompt: 'A poster', size: [1024, 1024] });
    expect(drawn).toMatchObject({ width: 40, height: 30, cached: false });
    expect(Buffer.from(drawn.bytes)).toEqual(png);
    expect(server.asked[0]!.body).toMatchObject({ prompt: 'A poster', size: '1024x1024' });
    expect(image.usage()).toMatchObject({ calls: 1, images: 1, usd: 0.04 });
  });

  it('whose picture cannot be decoded give none', async () => {
    await using server = await startModelServer(inTurn({ picture: Buffer.from('not a picture') }));
    await expect(modelsOf(server).image!.draw({ prompt: 'A poster' })).rejects.toMatchObject({
      code: 'KALLOS_MODEL_REPLY',
    });
  });

  it('embed texts in batches and in order', async () => {
    await using server = await startModelServer(({ body }) => ({
      vectors: (body.input as string[]).map((text) => [Number(text), 1]),
    }));
    const texts = Array.from({ length: 200 }, (_, i) => String(i));
    const vectors = await modelsOf(server).embed!.embed(texts);
    expect(vectors.map(([first]) => first)).toEqual(texts.map(Number));
    expect(server.asked).toHaveLength(3);
  });

  it('that leave out a vector give none', async () => {
    await using server = await startModelServer(inTurn({ vectors: [[1, 2]] }));
    await expect(modelsOf(server).embed!.embed(['a', 'b'])).rejects.toMatchObject({
      code: 'KALLOS_MODEL_REPLY',
    });
  });

  it('cannot do what their provider does not offer', async () => {
    await using server = await startModelServer(inTurn({ say: 'never' }));
    await expect(
      modelsOf(server, { provider: 'anthropic' }).image!.draw({ prompt: 'A' }),
    ).rejects.toMatchObject({
      code: 'KALLOS_MODEL_REJECTED',
    });
    expect(server.asked).toEqual([]);
  });
});

describe('plain words', () => {
  it('are an answer without a schema', async () => {
    await using server = await startModelServer(inTurn({ say: '<think>Hm. {"score": 3}</think>\nA page.' }));
    expect(await modelsOf(server).generate!.ask({ prompt: 'Write' })).toMatchObject({ value: 'A page.' });
  });

  it('that are cut off are none, and are not asked for again', async () => {
    await using server = await startModelServer(inTurn({ say: '<html><bo', finish: 'length' }));
    await expect(modelsOf(server).generate!.ask({ prompt: 'Write' })).rejects.toMatchObject({
      code: 'KALLOS_MODEL_TRUNCATED',
    });
    expect(server.asked).toHaveLength(1);
  });
});

describe('a probe', () => {
  it('asks for one token, of a judge about a picture, and keeps nothing', async () => {
    await using server = await startModelServer(inTurn({ say: 'A', finish: 'length' }));
    const { judge, generate } = modelsOf(server, { answers: 'replay' });
    expect(await judge!.probe()).toMatchObject({
      state: 'ok',
      fact: expect.stringMatching(/^openai-compatible\/m answers and takes pictures/) as string,
    });
    expect(await generate!.probe()).toMatchObject({ state: 'ok' });
    expect(server.asked.map(({ body }) => body.max_tokens)).toEqual([1, 1]);
    expect(server.asked.map(({ messages }) => messages[0]!.pictures.length)).toEqual([1, 0]);
  });

  it('finds a judge that cannot see', async () => {
    await using server = await startModelServer(({ messages }) =>
      messages[0]!.pictures.length > 0 ? { status: 400, message: 'no pictures' } : { say: 'A' },
    );
    expect(await modelsOf(server).judge!.probe()).toMatchObject({
      state: 'fail',
      fact: 'openai-compatible/m answers, but takes no pictures',
    });
  });

  it('tells of a wrong key without telling it', async () => {
    await using server = await startModelServer(inTurn({ status: 401, message: `Bad key ${KEY}` }));
    expect(await modelsOf(server).embed!.probe()).toEqual({
      state: 'fail',
      fact: 'openai-compatible/m refused the request with 401: Bad key [key].',
      advice: 'Check the key, and what it is allowed to do.',
    });
  });
});
