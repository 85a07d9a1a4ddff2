import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEY } from '../models/testing/asking.js';
import { startModelServer } from '../models/testing/server.js';
import type { Diagnosis } from '../render/diagnosis.js';
import { compile, kallos } from './testing/kallos.js';

let cwd: string;
beforeAll(async () => {
  await compile();
  cwd = await mkdtemp(join(tmpdir(), 'kallos-doctor-'));
});
afterAll(() => rm(cwd, { recursive: true }));

it('calls every model that is configured, and says what works without saying the key', async () => {
  await using server = await startModelServer(({ wire }) =>
    wire === 'messages' ? { status: 401, message: `Bad key ${KEY}` } : { say: 'A' },
  );
  const model = { model: 'm', baseURL: server.baseURL, apiKeyEnv: 'TEST_KEY' };
  const models = {
    judge: { provider: 'openai-compatible', ...model },
    generate: { provider: 'anthropic', ...model },
  };
  await writeFile(join(cwd, 'mine.json'), JSON.stringify({ models }));
  const { code, stdout, stderr } = await kallos(['doctor', '--json', '--config', 'mine.json'], {
    cwd,
    env: { TEST_KEY: KEY },
  });
  const found = (JSON.parse(stdout) as Diagnosis[]).filter(({ topic }) => topic.startsWith('model'));
  expect(found).toMatchObject([
    { topic: 'model: judge', state: 'ok' },
    { topic: 'model: generate', state: 'fail', advice: 'Check the key, and what it is allowed to do.' },
  ]);
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain(KEY);
});

it('says nothing of models where none is configured', async () => {
  const { stdout } = await kallos(['doctor', '--json'], { cwd });
  expect((JSON.parse(stdout) as Diagnosis[]).some(({ topic }) => topic.startsWith('model'))).toBe(false);
});
