import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCaptures } from './captures.js';
import type { Result } from './schema.js';
import { page, post, startService } from './testing/service.js';

it('judges again what it can no longer show', async () => {
  await using service = await startService({ limits: { captures: 1 } });
  const ask = async (name: string) => {
    const { body } = await post<{ results: Result[] }>(service, '/v1/score', {
      items: [{ id: name, html: page(name) }],
    });
    return body.results[0]!;
  };
  const shows = async ({ evidence }: Result) => (await fetch(`${service.url}${evidence.capture}`)).status;
  const first = await ask('Ferries');
  expect(await shows(first)).toBe(200);
  expect((await ask('Ferries')).cached).toBe(true);
  await ask('Trains');
  await expect.poll(() => shows(first)).toBe(404);
  const again = await ask('Ferries');
  expect(again).toMatchObject({ cached: false, score: first.score });
  expect(await shows(again)).toBe(200);
});

it('keeps the newest captures of a folder that it finds, and no more than its limit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kallos-earlier-'));
  try {
    const names = ['a', 'b', 'c'].map((letter) => `sha256-${letter.repeat(64)}`);
    for (const [i, name] of names.entries()) {
      await mkdir(join(folder, name));
      await utimes(join(folder, name), 1000 + i, 1000 + i);
    }
    await openCaptures(folder, 2);
    await expect.poll(() => readdir(folder)).toEqual(names.slice(1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
