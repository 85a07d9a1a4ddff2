import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprints } from './fingerprint.js';
import type { Finding } from './schema.js';
import { applyBaseline, readBaseline, writeBaseline } from './suppress.js';

const finding = (fingerprint: string): Finding => ({
  check: 'font-size',
  channel: 'correctness',
  severity: 'error',
  certainty: 'certain',
  message: '',
  viewport: 'desktop',
  selector: null,
  box: null,
  source: null,
  measured: null,
  expected: null,
  suggestion: '',
  fix: null,
  fingerprint,
});

describe('baseline', () => {
  const [a, b, c] = fingerprints('font-size', ['a', 'b', 'c']).map(finding) as [Finding, Finding, Finding];
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kallos-baseline-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('keeps known findings out of the report and lets new ones through', async () => {
    const path = join(folder, 'baseline.json');
    await writeBaseline(path, [b, a, a]);
    expect(applyBaseline([a, c, b], await readBaseline(path))).toEqual({ findings: [c], suppressed: [a, b] });
  });

  it('writes the same bytes whatever the order of the findings', async () => {
    await writeBaseline(join(folder, '1.json'), [a, b, c]);
    await writeBaseline(join(folder, '2.json'), [c, a, b, a]);
    expect(await readFile(join(folder, '1.json'), 'utf8')).toBe(
      await readFile(join(folder, '2.json'), 'utf8'),
    );
  });

  it.each([
    ['is missing', null],
    ['is no JSON', '{'],
    ['has another schema', '{"schema":"kallos.baseline/2","findings":[]}'],
    ['holds no fingerprints', '{"schema":"kallos.baseline/1","findings":["*"]}'],
  ])('is refused with a code when it %s', async (_, text) => {
    const path = join(folder, 'bad.json');
    if (text !== null) await writeFile(path, text);
    await expect(readBaseline(path)).rejects.toMatchObject({ code: 'KALLOS_CONFIG' });
  });
});
