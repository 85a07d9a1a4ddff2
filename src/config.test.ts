import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkConfig, CONFIG_FILE, defineConfig, loadConfig } from './config.js';

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'kallos-config-'));
});
afterAll(() => rm(cwd, { recursive: true }));
beforeEach(() => rm(join(cwd, CONFIG_FILE), { force: true }));

const write = (config: unknown, name = CONFIG_FILE) =>
  writeFile(join(cwd, name), typeof config === 'string' ? config : JSON.stringify(config));
const load = (options: Parameters<typeof loadConfig>[0] = {}) => loadConfig({ cwd, env: {}, ...options });

describe('the configuration in force', () => {
  it('is the documented default where nothing is said', async () => {
    expect(await load()).toMatchObject({
      recipe: 'default',
      channels: null,
      profile: 'full',
      viewports: { desktop: [1280, 960], tablet: [820, 1180], mobile: [375, 812] },
      browser: { path: null, concurrency: 2, cpuSeconds: 10, memoryMb: 1024 },
      baseline: null,
      judge: 'embedded',
      seed: 1,
    });
  });

  it('takes a flag before the environment, the environment before the file, the file before the default', async () => {
    await write({ seed: 2, profile: 'reward', recipe: 'aescode', browser: { memoryMb: 512 } });
    const settings = await load({
      env: { KALLOS_SEED: '3', KALLOS_PROFILE: 'full', KALLOS_CONCURRENCY: '8' },
      flags: { seed: 4 },
    });
    expect(settings).toMatchObject({
      seed: 4,
      profile: 'full',
      recipe: 'aescode',
      browser: { concurrency: 8, memoryMb: 512, cpuSeconds: 10 },
    });
  });

  it('reads a path in the file from where the file lies', async () => {
    await write({ baseline: 'known.json', recipe: 'mine.json' }, 'other.json');
    expect(await load({ cwd: tmpdir(), file: join(cwd, 'other.json') })).toMatchObject({
      baseline: join(cwd, 'known.json'),
      recipe: join(cwd, 'mine.json'),
    });
  });
});

describe('a mistake in the configuration', () => {
  it.each([
    [{ veiwports: {} }, 'veiwports', 'Did you mean "viewports"?'],
    [{ browser: { memoryMB: 1 } }, 'browser.memoryMB', 'Did you mean "browser.memoryMb"?'],
    [{ models: { jugde: null } }, 'models.jugde', 'Did you mean "models.judge"?'],
    [
      { models: { judge: { provider: 'openai', model: 'x', maxUSD: 1 } } },
      'models.judge.maxUSD',
      'Did you mean "models.judge.maxUsd"?',
    ],
    [{ zzzzzzzz: 1 }, 'zzzzzzzz', 'Remove it.'],
  ])('names the unknown key in %j and the nearest known one', async (config, key, help) => {
    await write(config);
    await expect(load()).rejects.toMatchObject({
      code: 'KALLOS_CONFIG',
      message: expect.stringContaining(`unknown key "${key}"`) as string,
      help,
    });
  });

  it('says where a value is wrong, and in which layer', async () => {
    await write({ browser: { concurrency: 0 } });
    await expect(load()).rejects.toThrow(/kallos\.config\.json .*"browser\.concurrency"/);
    await write({});
    await expect(load({ env: { KALLOS_CHANNELS: 'beauty' } })).rejects.toThrow(
      /The environment .*"channels\.0"/,
    );
    await expect(load({ flags: { checks: { 'text-contrast': ['loud', {}] } } as never })).rejects.toThrow(
      /The command line .*"checks\.text-contrast/,
    );
  });

  it('says so when the file is not JSON or, named by --config, is not there', async () => {
    await write('{ "seed": 1, }');
    await expect(load()).rejects.toMatchObject({ code: 'KALLOS_CONFIG' });
    await expect(load({ file: 'absent.json' })).rejects.toMatchObject({ code: 'KALLOS_CONFIG' });
  });
});

it.runIf((process.features as { typescript?: unknown }).typescript)('imports TypeScript', async () => {
  await write('export default { seed: 9 satisfies number };', 'kallos.config.ts');
  expect(await load({ file: 'kallos.config.ts' })).toMatchObject({ seed: 9 });
});

it.skipIf((process.features as { typescript?: unknown }).typescript)(
  'advises JSON or a newer Node where TypeScript cannot be imported',
  async () => {
    await write('export default {};', 'kallos.config.ts');
    await expect(load({ file: 'kallos.config.ts' })).rejects.toMatchObject({
      code: 'KALLOS_CONFIG',
      help: expect.stringContaining('JSON') as string,
    });
  },
);

it('takes what defineConfig gives', () => {
  expect(checkConfig(defineConfig({ seed: 'run-7' })).seed).toBe('run-7');
});

describe('models', () => {
  it('are named in one word by the environment', async () => {
    const env = {
      KALLOS_MODEL_JUDGE: 'openai-compatible:qwen:7b@http://127.0.0.1:8000/v1',
      KALLOS_MODEL_GENERATE: 'anthropic:claude-x',
      KALLOS_ANSWERS: 'replay',
      KALLOS_ANSWERS_FOLDER: '/tapes',
    };
    expect((await load({ env })).models).toMatchObject({
      judge: {
        provider: 'openai-compatible',
        model: 'qwen:7b',
        baseURL: 'http://127.0.0.1:8000/v1',
        concurrency: 4,
      },
      generate: { provider: 'anthropic', model: 'claude-x', timeoutSeconds: 120 },
      image: null,
      answers: 'replay',
      folder: '/tapes',
    });
  });

  it.each([
    [{ provider: 'openai-compatible', model: 'x' }, /"models\.judge\.baseURL".*needs its address/],
    [{ provider: 'openai', model: 'x', maxUsd: 5 }, /"models\.judge\.price".*maxUsd can be kept only/],
    [
      { provider: 'openai', model: 'x', baseURL: 'https://u:s3cr3t@host/v1' },
      /"models\.judge\.baseURL".*apiKeyEnv/,
    ],
    [{ provider: 'opnai', model: 'x' }, /"models\.judge\.provider"/],
  ])('%j are refused', async (judge, message) => {
    await write({ models: { judge } });
    await expect(load()).rejects.toThrow(message);
    await expect(load()).rejects.not.toThrow(/s3cr3t/);
  });
});
