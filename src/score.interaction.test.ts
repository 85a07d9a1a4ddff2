import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRenderer, type Renderer } from './render/index.js';
import { pageOf } from './render/testing/page.js';
import { score } from './score.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 2, offline: { mode: 'sealed' } });
});
afterAll(() => renderer.close());

const page = (script: string) =>
  pageOf(`<!doctype html><html lang="en"><head><title>Shop</title></head><body><h1>Shop</h1><p>One lamp.</p>
<button id="buy">Buy</button><p id="basket"></p><script>${script}</script></body></html>`);

it('scores what answers when the channel is asked for', { timeout: 120_000 }, async () => {
  const channels = ['execution', 'interaction'] as const;
  const alive = await score(
    page(`buy.onclick = () => { basket.textContent = 'One in the basket' }`),
    {},
    { renderer, channels },
  );
  expect(alive.channels.interaction).toMatchObject({ status: 'scored', score: 1 });
  expect(alive.trace).toMatch(/^sha256:/);

  const dead = await score(page(''), {}, { renderer, channels });
  expect(dead.channels.interaction).toMatchObject({ status: 'scored', score: 0 });
  const [finding] = dead.findings.filter(({ channel }) => channel === 'interaction');
  expect(finding).toMatchObject({
    check: 'dead-control',
    selector: '#buy',
    certainty: 'certain',
    source: { line: 2 },
  });

  const unasked = await score(page(''), {}, { renderer, channels: ['execution'] });
  expect(unasked.channels.interaction.status).toBe('not-run');
  expect(unasked.trace).toBeNull();
});
