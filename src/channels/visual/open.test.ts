import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TextModel } from '../../models/models.js';
import { readModel } from './embedded/model.js';
import { openJudge } from './open.js';

const choice = { judge: 'embedded', samples: 3, model: null };
const model = { name: 'openai/m' } as TextModel;

it('opens judges by name', async () => {
  expect((await openJudge(choice)).id).toMatch(/^embedded /);
  expect((await openJudge({ ...choice, judge: 'vlm', model })).id).toMatch(/^vlm openai\/m .* x3$/);
});

it('takes a judge file, and tells it from the one that is shipped', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kallos-judge-'));
  try {
    const file = join(folder, 'mine.json');
    await writeFile(file, JSON.stringify({ ...(await readModel()), halfWidth: 0.5 }));
    const mine = await openJudge({ ...choice, judge: file });
    expect(mine.id).toMatch(/^embedded sha256:[0-9a-f]{12}$/);
    expect(mine.id).not.toBe((await openJudge(choice)).id);
    await writeFile(join(folder, 'bad.json'), '{"schema": "kallos.judge/1"}');
    await expect(openJudge({ ...choice, judge: join(folder, 'bad.json') })).rejects.toMatchObject({
      code: 'KALLOS_CONFIG',
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each([
  ['vlm', 'none is configured', '--judge-model'],
  ['vml', 'no judge "vml"', 'embedded, vlm'],
  ['gone.json', 'cannot be used', 'judge file'],
])('says what to do about the judge %s', async (judge, message, help) => {
  await expect(openJudge({ ...choice, judge })).rejects.toMatchObject({
    code: 'KALLOS_CONFIG',
    message: expect.stringContaining(message) as string,
    help: expect.stringContaining(help) as string,
  });
});
