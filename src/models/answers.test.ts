import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asking, GOOD, KEY, modelsOf, QUESTION } from './testing/asking.js';
import { inTurn, startModelServer, type Script } from './testing/server.js';

let root: string;
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kallos-answers-'));
});
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'folder-'));
});
afterAll(() => rm(root, { recursive: true }));

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));

/** A model that never says the same twice. */
const moody: Script = (_, n) => ({ say: { reason: `mood ${n}`, score: n } });

describe('the cache', () => {
  it('makes a repeated run free and equal, repairs included', async () => {
    await using server = await startModelServer(inTurn({ say: 'Hm.' }, { say: GOOD }, { say: 'never' }));
    const price = { input: 1, output: 1 };
    const first = await modelsOf(server, { folder, price }).judge!.ask(QUESTION);
    const again = modelsOf(server, { folder, price }).judge!;
    expect(await again.ask(QUESTION)).toEqual({ ...first, cached: true, usd: 0 });
    expect(first).toMatchObject({ cached: false, repairs: 1, inputTokens: 20 });
    expect(server.asked).toHaveLength(2);
    expect(again.usage()).toMatchObject({ calls: 0, cached: 1, usd: 0 });
  });

  it('tells questions apart by everything that may change the answer', async () => {
    await using server = await startModelServer(moody);
    const picture = (background: string) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer();
    const questions = [
      {},
      { system: 'You are kind.' },
      { prompt: 'How bad is it?' },
      { temperature: 1 },
      { seed: 1 },
      { seed: 2 },
      { maxTokens: 7 },
      { schema: QUESTION.schema.extend({ score: QUESTION.schema.shape.reason }) as never },
      { pictures: [await picture('red')] },
      { pictures: [await picture('blue')] },
      { pictures: [await picture('blue'), await picture('red')] },
    ];
    const { judge } = modelsOf(server, { folder });
    const other = modelsOf(server, { folder, model: 'other' }).judge;
    for (const each of questions) await judge!.ask({ ...QUESTION, ...each }).catch(() => undefined);
    await other!.ask(QUESTION);
    const sent = server.asked.length;
    expect((await files()).length).toBe(questions.length); // The one that asks for a text as score gets none.
    for (const each of questions.filter((one) => !('schema' in one))) {
      expect(await judge!.ask({ ...QUESTION, ...each })).toMatchObject({ cached: true });
    }
    expect(server.asked).toHaveLength(sent);
  });

  it('asks once for what is asked at once', async () => {
    await using server = await startModelServer(moody);
    const { judge } = modelsOf(server, { folder });
    const answers = await Promise.all(Array.from({ length: 5 }, () => judge!.ask(QUESTION)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(server.asked).toHaveLength(1);
  });

  it('does not keep failures', async () => {
    expect((await asking(inTurn({ say: 'Hm.' }), { folder })).error).toMatchObject({
      code: 'KALLOS_MODEL_REPLY',
    });
    expect(await files()).toEqual([]);
  });

  it('asks again for what was damaged on disk', async () => {
    await using server = await startModelServer(moody);
    await modelsOf(server, { folder }).judge!.ask(QUESTION);
    const [file] = await files();
    const text = await readFile(file!, 'utf8');
    for (const damaged of [text.slice(0, 90), text.replaceAll(/\\"score\\":0/g, '\\"score\\":99')]) {
      await writeFile(file!, damaged);
      expect(await modelsOf(server, { folder }).judge!.ask(QUESTION)).toMatchObject({ cached: false });
    }
  });

  it('keeps no key, and no picture', async () => {
    await using server = await startModelServer(inTurn({ say: { reason: `Your key is ${KEY}`, score: 3 } }));
    const pictures = [
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    ];
    await modelsOf(server, { folder }).judge!.ask({ ...QUESTION, pictures });
    const kept = await readFile((await files())[0]!, 'utf8');
    expect(kept).toContain('Your key is [key]');
    expect(kept).not.toContain(KEY);
    expect(kept).not.toContain(Buffer.from(pictures[0]!).toString('base64').slice(0, 40));
  });

  it('is for pictures and vectors too', async () => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await using server = await startModelServer(({ wire }) =>
      wire === 'images' ? { picture: png } : { vectors: [[0.25, 0.5]] },
    );
    const { image, embed } = modelsOf(server, { folder });
    const drawn = await image!.draw({ prompt: 'A' });
    expect(await image!.draw({ prompt: 'A' })).toEqual({ ...drawn, cached: true });
    expect(await embed!.embed(['a'])).toEqual(await embed!.embed(['a']));
    expect(server.asked).toHaveLength(2);
  });
});

describe('a recording', () => {
  it('is replayed without server or key, failures included', async () => {
    const script: Script = ({ messages }) => ({ say: messages[0]!.texts[0] === 'Bad?' ? 'Hm.' : GOOD });
    const server = await startModelServer(script);
    const recorder = modelsOf(server, { folder, answers: 'record' }).judge!;
    const answer = await recorder.ask(QUESTION);
    const error: unknown = await recorder
      .ask({ ...QUESTION, prompt: 'Bad?' })
      .catch((thrown: unknown) => thrown);
    await server[Symbol.asyncDispose]();

    const player = modelsOf(server, { folder, answers: 'replay', apiKeyEnv: 'UNSET' }).judge!;
    expect(await player.ask(QUESTION)).toEqual({ ...answer, cached: true, usd: 0 });
    expect(await player.ask({ ...QUESTION, prompt: 'Bad?' }).catch((thrown: unknown) => thrown)).toEqual(
      error,
    );
    await expect(player.ask({ ...QUESTION, prompt: 'New?' })).rejects.toMatchObject({
      code: 'KALLOS_MODEL_NOT_RECORDED',
    });
  });

  it('holds the replies that were of no use, for whoever audits it', async () => {
    await asking(inTurn({ say: 'Hm.' }, { say: '85 of 100' }, { say: '' }), { folder, answers: 'record' });
    const kept = JSON.parse(await readFile((await files())[0]!, 'utf8')) as {
      value: { text: string }[];
      failure: { code: string };
      request: { prompt: string };
    };
    expect(kept.value.map(({ text }) => text)).toEqual(['Hm.', '85 of 100', '']);
    expect(kept.failure.code).toBe('KALLOS_MODEL_REPLY');
    expect(kept.request.prompt).toBe(QUESTION.prompt);
  });

  it('asks anew, but within one run only once', async () => {
    await using server = await startModelServer(moody);
    for (const run of [0, 1]) {
      const { judge } = modelsOf(server, { folder, answers: 'record' });
      expect((await judge!.ask(QUESTION)).value.score).toBe(run);
      expect((await judge!.ask(QUESTION)).value.score).toBe(run);
    }
  });
});
