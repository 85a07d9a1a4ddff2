import { expect, it } from 'vitest';
import { briefReader } from './channels/correctness/reader.js';
import { modelsOf } from './models/testing/asking.js';
import { startModelServer, type Script } from './models/testing/server.js';
import { createRenderer } from './render/index.js';
import { pageOf } from './render/testing/page.js';
import { scoreMany } from './score.js';

const item = {
  id: 'regatta',
  artifact: pageOf('<h1>Regatta</h1><p>Boats race at noon.'),
  brief: { prompt: 'A page for the regatta at Falmouth, under its heading the words Race Day Two.' },
};

async function judged(script: Script) {
  await using server = await startModelServer(script);
  await using renderer = await createRenderer({ concurrency: 1 });
  const errors: string[] = [];
  const reader = briefReader(modelsOf(server).read!);
  const verdicts = scoreMany(one(item), { renderer, reader, onError: ({ code }) => errors.push(code) });
  const found: string[] = [];
  for await (const { findings } of verdicts) found.push(...findings.map(({ message }) => message));
  return { found: found.join('\n'), errors };
}

it('misses on a page what a model read in its prompt', async () => {
  const fact = { type: 'text', value: 'Race Day Two', count: 0, quote: 'the words Race Day Two' };
  expect((await judged(() => ({ say: { facts: [fact] } }))).found).toContain('Race Day Two');
  expect((await judged(() => ({ say: { facts: [] } }))).found).not.toContain('Race Day Two');
});

it('judges nothing by half a brief: a model that fails is an error', async () => {
  const { found, errors } = await judged(() => ({ status: 500 }));
  expect(found).toBe('');
  expect(errors).toEqual([expect.stringMatching(/^KALLOS_MODEL_/)]);
});

async function* one<T>(value: T) {
  yield await Promise.resolve(value);
}
