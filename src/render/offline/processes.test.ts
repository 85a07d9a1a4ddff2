import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EMPTY_LOCK, formatLock } from './lock.js';
import { PackageStore } from './package-store.js';
import { createPackages } from './packages.js';
import { createRegistry } from './registry.js';
import type { Lock } from './schema.js';
import { lockOf } from './testing/lock.js';
import {
  packageOf,
  startRegistry,
  tarballPath,
  type TestPackage,
  type TestRegistry,
} from './testing/registry.js';

const CHILD = fileURLToPath(new URL('testing/pull.js', import.meta.url));
const CHART = tarballPath('chart', '1.0.0');

let folder: string;
let server: TestRegistry;
let chart: TestPackage;
let lock: Lock;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-processes-'));
  const files = Array.from({ length: 40 }, (_, i): [string, Uint8Array] => [
    `${i}.bin`,
    crypto.getRandomValues(new Uint8Array(50_000)),
  ]);
  chart = await packageOf('chart', '1.0.0', Object.fromEntries(files));
  lock = await lockOf([chart]);
  server = await startRegistry([chart]);
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const storeFolder = (): string => join(folder, 'store');

/** A process that opens or locks the package ten times at once. */
async function child(
  what: 'open' | 'pull',
  from: Lock,
): Promise<{ process: ChildProcess; done: Promise<string[]> }> {
  const lockFile = join(folder, 'kallos.lock');
  await writeFile(lockFile, formatLock(from));
  const process_ = spawn(
    process.execPath,
    [CHILD, what, storeFolder(), server.url, 'chart', '1.0.0', '10', lockFile],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  process_.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const done = new Promise<string[]>((resolve) =>
    process_.on('close', () => {
      const last = output.trim().split('\n').at(-1) ?? '';
      resolve(last.startsWith('[') ? (JSON.parse(last) as string[]) : []);
    }),
  );
  return { process: process_, done };
}

const downloads = (): number => server.requests.filter((path) => path === CHART).length;

async function expectWholeStore(): Promise<void> {
  const store = new PackageStore({ folder: storeFolder() });
  const source = createPackages({ mode: 'sealed', store, lock });
  const found = await source.open('chart', '1.0.0');
  if ('fate' in found) throw new Error(JSON.stringify(found));
  for (const path of found.paths) await found.read(path);
  await source.close();
}

it.each([
  ['open', '41 files'],
  ['pull', 'tree'],
] as const)(
  'two hundred times %s in twenty processes: one download, the same for all',
  async (what, result) => {
    server.fail(CHART, { kind: 'slow', ms: 300 });
    const from = what === 'open' ? lock : EMPTY_LOCK;
    const children = await Promise.all(Array.from({ length: 20 }, () => child(what, from)));
    const results = (await Promise.all(children.map(({ done }) => done))).flat();
    const expected = result === 'tree' ? lock.packages['chart@1.0.0']!.tree : result;
    expect(results).toEqual(Array.from({ length: 200 }, () => expected));
    expect(downloads()).toBe(1);
    await expectWholeStore();
    expect(await readdir(join(storeFolder(), 'packages'))).toHaveLength(2);
  },
);

it('a process that is killed in the middle leaves a store that others can use', async () => {
  server.fail(CHART, { kind: 'hang' }, 1);
  const killed = await child('open', lock);
  await expect.poll(downloads, { timeout: 60_000 }).toBe(1);
  killed.process.kill('SIGKILL');
  await killed.done;
  const packs = join(storeFolder(), 'packages');
  // Its lock and its half-written file are still there.
  expect((await readdir(packs)).filter((name) => name.endsWith('.lock'))).toHaveLength(1);
  expect(await readdir(join(packs, '.partial'))).toHaveLength(1);

  const next = await child('open', lock);
  expect(await next.done).toEqual(Array.from({ length: 10 }, () => '41 files'));
  expect(downloads()).toBe(2);
  await expectWholeStore();
  expect((await readdir(packs)).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

it('clears away what a dead process left, once it is old', async () => {
  const partial = join(storeFolder(), 'packages', '.partial');
  await mkdir(partial, { recursive: true });
  for (const name of ['old', 'new']) await writeFile(join(partial, name), 'half');
  const then = Date.now() / 1000 - 7200;
  await utimes(join(partial, 'old'), then, then);
  const store = new PackageStore({ folder: storeFolder() });
  const registry = createRegistry({ env: { KALLOS_REGISTRY: server.url } });
  const source = createPackages({ mode: 'locked', store, lock, registry });
  await source.open('chart', '1.0.0');
  await source.close();
  expect(await readdir(partial)).toEqual(['new']);
});
