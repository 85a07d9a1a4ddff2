import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Capture } from './capture.js';
import { parseLock } from './offline/lock.js';
import { createRegistry } from './offline/registry.js';
import { packageOf, startRegistry, type TestRegistry } from './offline/testing/registry.js';
import { pullPages, type PullReport } from './pull.js';
import { createRenderer } from './renderer.js';
import { outputOf, pageOf } from './testing/page.js';

let folder: string;
let registry: TestRegistry;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-pull-'));
  registry = await startRegistry([
    await packageOf('first-act', '1.4.0', {
      'dist/act.js':
        "document.querySelector('output').textContent = 'one'; const s = document.createElement('script');" +
        "s.src = 'https://unpkg.com/' + ['second-act', 'act.js'].join('@2.0.0/'); document.head.append(s);",
    }),
    await packageOf('second-act', '2.0.0', {
      'act.js': "document.querySelector('output').textContent += ', two';",
    }),
    await packageOf('old-act', '3.1.0', { 'old.js': "document.body.dataset.old = '3';" }),
    await packageOf('old-act', '4.0.0', { 'new.js': '' }),
  ]);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

const page = pageOf(`<!doctype html><title>Acts</title><output>none</output>
  <script src="https://cdn.jsdelivr.net/npm/first-act@1/dist/act.js"></script>
  <script src="https://cdn.jsdelivr.net/npm/old-act/old.js"></script>
  <script src="https://cdn.jsdelivr.net/npm/invented-act@1.0.0/act.js"></script>
  <script src="https://scripts.example.org/act.js"></script>
  <img src="https://images.unsplash.com/photo-1?w=400" alt="">`);

function pull(): Promise<PullReport> {
  return pullPages([{ id: 'acts', artifact: page, brief: {} }], {
    store: folder,
    lock: join(folder, 'kallos.lock'),
    registry: createRegistry({ env: { KALLOS_REGISTRY: registry.url }, pauses: [10, 10] }),
    concurrency: 1,
  });
}

async function renderSealed(): Promise<Capture> {
  await using renderer = await createRenderer({
    concurrency: 1,
    offline: { mode: 'sealed', store: folder, lock: join(folder, 'kallos.lock') },
  });
  return await renderer.render(page);
}

const fates = ({ data }: Capture) =>
  Object.fromEntries(data.requests.map(({ url, fate }) => [new URL(url).pathname, fate]));

describe('pulling a page', () => {
  it('locks what it loads, and what that loads in turn, and says what can’t be had', async () => {
    const report = await pull();
    expect(report.locked.toSorted()).toEqual([
      'first-act@1.4.0',
      'old-act@3.1.0',
      'old-act@4.0.0',
      'second-act@2.0.0',
    ]);
    expect(report.requests).toEqual({ answered: 3, placeholder: 1, absent: 1, unavailable: 1 });
    expect(report.unanswered.map(({ url, fate, pages }) => ({ url, fate, pages }))).toEqual([
      { url: 'https://cdn.jsdelivr.net/npm/invented-act@1.0.0/act.js', fate: 'absent', pages: ['acts'] },
      { url: 'https://scripts.example.org/act.js', fate: 'unavailable', pages: ['acts'] },
    ]);
    const lock = parseLock(await readFile(join(folder, 'kallos.lock'), 'utf8'), 'the lock');
    expect(lock.ranges['old-act@*/old.js']).toBe('3.1.0');
    expect(lock.absent).toEqual({ 'invented-act': 'package' });
  });

  it('has the page look as meant afterwards, without any network', async () => {
    const before = await renderSealed().catch(() => null);
    expect(before).toBeNull();
    await pull();
    const asked = registry.requests.length;
    const capture = await renderSealed();
    expect(outputOf(capture)).toBe('one, two');
    expect(fates(capture)).toMatchObject({
      '/npm/first-act@1/dist/act.js': 'answered',
      '/second-act@2.0.0/act.js': 'answered',
      '/npm/old-act/old.js': 'answered',
      '/npm/invented-act@1.0.0/act.js': 'absent',
      '/act.js': 'unavailable',
      '/photo-1': 'placeholder',
    });
    expect((await renderSealed()).hash).toBe(capture.hash);
    expect(registry.requests).toHaveLength(asked);
  });

  it('runs what races within it in the same order each time', async () => {
    await pull();
    // The script that the first act adds, the second act and a refusal come to the page through three pipes.
    const racing = pageOf(`<!doctype html><output></output><script type="module">
      const host = 'https://cdn.jsdelivr.net/npm/';
      await import(host + 'first-act@1.4.0/dist/act.js');
      await import(host + 'second-act@2.0.0/act.js');
      await fetch('https://api.example.org').catch(() => undefined);
      document.querySelector('output').textContent = 'over';
    </script>`);
    const offline = { mode: 'sealed', store: folder, lock: join(folder, 'kallos.lock') } as const;
    await using renderer = await createRenderer({ concurrency: 1, offline });
    const outputs = new Set<string | null>();
    for (let i = 0; i < 20; i++) outputs.add(outputOf(await renderer.render(racing)));
    expect([...outputs]).toEqual(['over']);
  });

  it('is told no other time when packages take long to come', async () => {
    await pull();
    const lock = join(folder, 'kallos.lock');
    vi.stubEnv('KALLOS_REGISTRY', registry.url);
    registry.fail('/first-act', { kind: 'slow', ms: 700 });
    registry.fail('/second-act', { kind: 'slow', ms: 700 });
    const clocked = pageOf(`<!doctype html><output></output><script type="module">
      const host = 'https://cdn.jsdelivr.net/npm/';
      const began = performance.now();
      await import(host + 'first-act@1.4.0/dist/act.js');
      await import(host + 'second-act@2.0.0/act.js');
      await fetch('https://api.example.org').catch(() => undefined);
      document.querySelector('output').textContent = Math.round(performance.now() - began) + ' ms';
    </script>`);
    const render = async (store: string) => {
      await using renderer = await createRenderer({
        concurrency: 1,
        offline: { mode: 'locked', store, lock },
      });
      return await renderer.render(clocked);
    };
    const [slow, fast] = [await render(join(folder, 'empty')), await render(folder)];
    expect(outputOf(slow)).toBe(outputOf(fast));
  });
});
