import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Audit } from '../bench/audit/audit.js';
import { modelSchema } from '../channels/visual/embedded/model.js';
import { startModelServer } from '../models/testing/server.js';
import { compile, kallos } from './testing/kallos.js';

/** Drawn pages: the more bars, the more people like them. */
const COUNT = 24;
let cwd: string;
beforeAll(async () => {
  await compile();
  cwd = await mkdtemp(join(tmpdir(), 'kallos-audit-'));
  for (let i = 0; i < COUNT; i++) {
    const bars = Array.from(
      { length: 2 * i + 1 },
      (_, k) =>
        `<rect x="${20 + ((k * 83) % 520)}" y="${20 + ((k * 47) % 320)}" width="${40 + k}" height="24" fill="hsl(${k * 31},60%,50%)"/>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="${400 + 10 * i}"><rect width="640" height="800" fill="#fff"/>${bars.join('')}</svg>`;
    await writeFile(join(cwd, `${i}.png`), await sharp(Buffer.from(svg)).png().toBuffer());
  }
  const rows = Array.from({ length: COUNT }, (_, i) => `${i}.png,${1 + (i % 12) / 2},${i % 5}`);
  await writeFile(join(cwd, 'scores.csv'), `picture,score,theirs\n${rows.join('\n')}\n`);
  const pairs = Array.from({ length: 30 }, (_, k) => {
    const [left, right] = [k % COUNT, (k * 7 + 5) % COUNT];
    return left === right ? [] : [`${left}.png,${right}.png,${left > right ? 'left' : 'right'},left`];
  });
  await writeFile(join(cwd, 'pairs.csv'), `left,right,choice,theirs\n${pairs.flat().join('\n')}\n`);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

describe('kallos judge audit', () => {
  it('prints the agreement of the embedded judge beside its floors, and writes a page of plots', async () => {
    const run = await kallos(
      ['judge', 'audit', 'scores.csv', '--format', 'json', '-o', 'page.html', '--quiet'],
      { cwd },
    );
    expect(run).toMatchObject({ code: 0 });
    const found = JSON.parse(run.stdout) as Audit;
    expect(found).toMatchObject({
      n: COUNT,
      judge: expect.stringContaining('embedded') as string,
      missing: [],
    });
    for (const figure of [found.pearson, found.spearman, found.kendall, found.pairAccuracy]) {
      expect(figure!.low).toBeLessThanOrEqual(figure!.value);
      expect(figure!.high).toBeGreaterThanOrEqual(figure!.value);
    }
    expect(Object.keys(found.floors)).toEqual(['bytes', 'fiveSizes', 'colourComplexity']);
    expect(found.retest).toMatchObject({ things: 20, largestRange: 0 });
    expect(found.length!.people).not.toBeNull();
    const page = await readFile(join(cwd, 'page.html'), 'utf8');
    expect(page).toMatch(/<svg class="plot"[^]*data:image\/webp/);
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  });

  it("audits somebody else's scores, whose pictures may be absent", async () => {
    const csv = (await readFile(join(cwd, 'scores.csv'), 'utf8')).replaceAll('.png', '.gone');
    await writeFile(join(cwd, 'gone.csv'), csv);
    const run = await kallos(
      ['judge', 'audit', 'gone.csv', '--scores', 'theirs', '--format', 'json', '--quiet'],
      { cwd },
    );
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(`${COUNT} without a file`);
    expect(JSON.parse(run.stdout)).toMatchObject({ n: COUNT, judge: 'theirs', floors: { fiveSizes: null } });
  });

  it('audits choices between two, and tells a judge that always says left', async () => {
    const embedded = await kallos(['judge', 'audit', 'pairs.csv', '--format', 'json', '--quiet'], { cwd });
    expect(JSON.parse(embedded.stdout)).toMatchObject({ ratings: { kind: 'pairs' }, orderBias: null });
    const left = await kallos(
      ['judge', 'audit', 'pairs.csv', '--scores', 'theirs', '--format', 'json', '--quiet'],
      { cwd },
    );
    expect(JSON.parse(left.stdout)).toMatchObject({ orderBias: { first: 1 }, pearson: null, scale: null });
  });

  it('shows a model both pictures in both orders, and finds that it prefers whatever comes first', async () => {
    await using server = await startModelServer(() => ({ say: { reason: 'first', better: 'first' } }));
    const model = `openai-compatible:m@${server.baseURL}`;
    const run = await kallos(
      [
        'judge',
        'audit',
        'pairs.csv',
        '--pairwise',
        '--judge',
        'vlm',
        '--judge-model',
        model,
        '--format',
        'json',
        '--quiet',
      ],
      { cwd, env: { KALLOS_ANSWERS: 'off' } },
    );
    const found = JSON.parse(run.stdout) as Audit;
    expect(found.orderBias).toMatchObject({ first: 1, changed: 1, ties: 0 });
    // What changes with the order is no preference.
    expect(found.pairAccuracy!.value).toBe(0.5);
    expect(server.asked).toHaveLength(2 * found.ratings.pairs!);
  });

  it('a model that gives no marks leaves no scores', async () => {
    await using server = await startModelServer(() => ({ say: 'It is lovely.' }));
    const model = `openai-compatible:m@${server.baseURL}`;
    const run = await kallos(
      ['judge', 'audit', 'scores.csv', '--judge', 'vlm', '--judge-model', model, '--samples', '1'],
      {
        cwd,
        env: { KALLOS_ANSWERS: 'off' },
      },
    );
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('KALLOS_RATINGS');
  });

  it('tells a missing picture, and exits 2', async () => {
    const csv = `${await readFile(join(cwd, 'scores.csv'), 'utf8')}absent.png,3,1\n`;
    await writeFile(join(cwd, 'more.csv'), csv);
    const run = await kallos(['judge', 'audit', 'more.csv', '--quiet'], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('absent.png');
    expect(run.stdout).toMatch(/floor: five file sizes/);
  });

  it.each([
    [['scores.csv', '--scores', 'none'], 'KALLOS_RATINGS'],
    [['scores.csv', '--scores', 'theirs', '--judge', 'vlm'], 'KALLOS_USAGE'],
    [['scores.csv', '--pairwise'], 'KALLOS_USAGE'],
    [['absent.csv'], 'KALLOS_INPUT_MISSING'],
  ])('refuses %j: %s', async (args, code) => {
    const run = await kallos(['judge', 'audit', ...args], { cwd });
    expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(code) as string });
  });
});

it('kallos calibrate writes a judge that --judge takes', async () => {
  const run = await kallos(['calibrate', 'scores.csv', '-o', 'mine.json', '--format', 'json', '--quiet'], {
    cwd,
  });
  expect([0, 1]).toContain(run.code);
  const { gainShown, damage } = JSON.parse(run.stdout) as {
    gainShown: boolean;
    damage: { before: number; after: number };
  };
  expect(run.code).toBe(gainShown ? 0 : 1);
  expect(damage.after).toBeGreaterThanOrEqual(damage.before - 0.02);
  modelSchema.parse(JSON.parse(await readFile(join(cwd, 'mine.json'), 'utf8')));
  const audited = await kallos(
    ['judge', 'audit', 'scores.csv', '--judge', 'mine.json', '--format', 'json', '--quiet'],
    { cwd },
  );
  expect(JSON.parse(audited.stdout)).toMatchObject({
    n: COUNT,
    judge: expect.stringContaining('embedded') as string,
  });
});
