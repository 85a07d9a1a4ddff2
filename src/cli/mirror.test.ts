import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { packageOf, startRegistry, type TestRegistry } from '../render/offline/testing/registry.js';
import type { PullReport } from '../render/pull.js';
import type { Verdict } from '../reward/verdict.js';
import { compile, kallos } from './testing/kallos.js';

let cwd: string;
let registry: TestRegistry;
beforeAll(compile);
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'kallos-mirror-'));
  registry = await startRegistry([
    await packageOf('sundial', '1.2.0', { 'sundial.js': "document.body.append('noon')" }),
  ]);
  await writeFile(
    join(cwd, 'page.html'),
    `<!doctype html><html lang="en"><title>Sundial</title><body><h1>Sundial</h1>
      <script src="https://unpkg.com/sundial@1/sundial.js"></script>`,
  );
});
afterEach(async () => {
  await registry.close();
  await rm(cwd, { recursive: true, force: true });
});

const mirror = (...args: string[]) =>
  kallos(['mirror', ...args], {
    cwd,
    env: { KALLOS_REGISTRY: registry.url, KALLOS_STORE: join(cwd, 'store') },
  });

async function correctness(): Promise<Verdict['channels']['correctness']> {
  const args = ['score', 'page.html', '--profile', 'reward', '--recipe', 'provable', '--format', 'json'];
  const { stdout } = await kallos(
    [...args, '--offline.mode', 'sealed', '--offline.store', join(cwd, 'store')],
    { cwd },
  );
  return (JSON.parse(stdout) as Verdict[])[0]!.channels.correctness;
}

describe('kallos mirror', () => {
  it('says what it is for, and what is missing in a command', async () => {
    const { code, stdout } = await mirror('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('kallos mirror pull --default');
    expect(await mirror('pull')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('KALLOS_USAGE') as string,
    });
    expect(await mirror('prune')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--unlocked') as string,
    });
    expect(await mirror('prune', '--max-size', 'huge')).toMatchObject({ code: 2 });
    expect(await mirror('ls', '--lock', 'nowhere.lock')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('KALLOS_LOCK') as string,
    });
  });

  it('locks what a page loads; then the page can be judged without a network', async () => {
    expect(await correctness()).toMatchObject({
      status: 'failed',
      reason: 'resources-unavailable: unpkg.com',
    });
    const pulled = await mirror('pull', 'page.html', '--json');
    expect(pulled.code).toBe(0);
    expect((JSON.parse(pulled.stdout) as PullReport).locked).toEqual(['sundial@1.2.0']);
    expect(await readFile(join(cwd, 'kallos.lock'), 'utf8')).toContain('sundial@1.2.0');
    expect((await correctness()).status).toBe('scored');
    expect(JSON.parse((await mirror('ls', '--json')).stdout)).toMatchObject([
      { package: 'sundial@1.2.0', locked: true },
    ]);
  });

  it('moves the store to another machine', async () => {
    await mirror('pull', 'page.html');
    expect((await mirror('export', 'all.tar')).stdout).toMatch(/^1 packages/);
    await rm(join(cwd, 'store'), { recursive: true });
    await rm(join(cwd, 'kallos.lock'));
    expect(await mirror('import', 'all.tar')).toMatchObject({ code: 0 });
    expect((await correctness()).status).toBe('scored');
    await writeFile(join(cwd, 'half.tar'), (await readFile(join(cwd, 'all.tar'))).subarray(0, 1000));
    expect(await mirror('import', 'half.tar')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('KALLOS_STORE_IMPORT') as string,
    });
  });

  it('makes the store smaller', async () => {
    await mirror('pull', 'page.html');
    expect((await mirror('prune', '--unlocked')).stdout).toMatch(/^0 packages/);
    expect((await mirror('prune', '--max-size', '0.1KB')).stdout).toMatch(/^1 packages/);
    expect(JSON.parse((await mirror('ls', '--json')).stdout)).toEqual([]);
  });
});
