import { expect, it } from 'vitest';
import type { Result } from './schema.js';
import { serve } from './serve.js';
import { page, post, startService } from './testing/service.js';

/** A page on which something answers. */
const answering = page('Ferries').replace(
  '</main>',
  `<button id="more">Show the fares</button><p id="fares"></p>
  <script>more.onclick = () => { fares.textContent = 'Adults pay four crowns a boat.' }</script></main>`,
);

interface Parts extends Record<string, number> {
  score: number;
  valid: number;
}

it('judges what its recipe requires where nobody says which channels', async () => {
  await using service = await serve({ port: 0, scoring: { recipe: 'aescoder', concurrency: 1 } });
  const sample = { prompt: 'A page about ferries', response: answering, label: '' };
  const { body } = await post<Parts>(service, '/slime', sample);
  expect(body).toMatchObject({ valid: 1, interaction: 1, interaction_judged: 1, visual_judged: 1 });
  expect(body.score).toBeGreaterThan(0.5);
});

it('judges what the recipe of a request requires, and no more for the others', async () => {
  await using service = await serve({ port: 0, scoring: { concurrency: 1 } });
  const ask = async (recipe: string) => {
    const items = [{ id: 'a', html: answering }];
    const { body } = await post<{ results: Result[] }>(service, '/v1/score', { items, recipe });
    return body.results[0]!;
  };
  expect(await ask('aescoder')).toMatchObject({ valid: true, masks: { interaction: 1 } });
  expect(await ask('aescode')).toMatchObject({ valid: true, masks: { interaction: 0 } });
});

it('does not start where its channels never give a reward', async () => {
  const start = (recipe: string) => startService({ scoring: { recipe, channels: ['visual', 'execution'] } });
  await expect(start('aescoder')).rejects.toMatchObject({
    code: 'KALLOS_CONFIG',
    help: expect.stringContaining('--channels execution,visual,interaction') as string,
  });
  await expect(serve({ port: 0, scoring: { recipe: 'aescoder-agent' } })).rejects.toMatchObject({
    code: 'KALLOS_CONFIG',
    message: expect.stringContaining('without an agent') as string,
  });
});

it('refuses a recipe of a request that its channels never give a reward', async () => {
  await using service = await startService();
  const { status, body } = await post(service, '/v1/score', {
    items: [{ id: 'a', html: page('Ferries') }],
    recipe: 'aescoder',
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { code: 'KALLOS_CONFIG' } });
});
