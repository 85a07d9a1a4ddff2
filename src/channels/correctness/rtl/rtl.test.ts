import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { buildGraph } from '../../../graph/build.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import type { Check, CheckResult, Defect } from '../../check.js';
import { pixelsOf } from '../../pixels.js';
import { RTL_CHECKS } from './index.js';
import { drawnOrder } from './paragraphs.js';

/** In every `bad-*.html` one element `#culprit` must be named; every `good-*.html` holds what looks similar and is right. */
const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

async function judge(
  check: Check,
  html: string,
): Promise<{ result: CheckResult; ids: string[]; defects: Defect[] }> {
  const capture = await renderer.render(extract(html, { kind: 'website' }));
  const layout = capture.data.layouts[0]!;
  const graph = buildGraph(capture, layout.viewport);
  const pixels = () => pixelsOf(capture, layout.viewport);
  const options = check.options.parse({});
  const result = await check.evaluate({
    capture,
    layout,
    graph,
    brief: {},
    kind: 'website',
    options,
    pixels,
  });
  const defects = result.score === null ? [] : result.defects;
  const ids = defects.map(({ element }) => layout.nodes[element ?? -1]?.attributes?.['id'] ?? '');
  return { result, ids, defects };
}

describe.each(RTL_CHECKS.map((check) => [check.meta.id, check] as const))('%s', (id, check) => {
  const files = readdirSync(`${folder}${id}`);
  const read = (file: string) => readFileSync(`${folder}${id}/${file}`, 'utf8');

  it.each(files.filter((file) => file.startsWith('bad-')))('names the culprit of %s alone', async (file) => {
    const { result, ids, defects } = await judge(check, read(file));
    expect([...new Set(ids)]).toEqual(['culprit']);
    expect(result.score).toBeLessThan(1);
    for (const defect of defects) expect(defect.measured).toHaveProperty('value');
  });

  it.each(files.filter((file) => file.startsWith('good-')))('is silent on %s', async (file) => {
    const { result, defects } = await judge(check, read(file));
    expect(defects.map(({ message }) => message)).toEqual([]);
    expect(result.score).toBe(1);
  });

  it('has nothing to say of a page without right-to-left text', async () => {
    const { result } = await judge(check, '<!doctype html><title>x</title><p>Call +44 20 7946 0000 →</p>');
    expect(result).toEqual({ score: null, reason: 'no-right-to-left-text' });
  });
});

it('says how a torn part is drawn, as the browser shows it', async () => {
  const mixed = RTL_CHECKS.find(({ meta }) => meta.id === 'mixed-direction')!;
  const drawn = async (file: string) => {
    const { defects } = await judge(mixed, readFileSync(`${folder}mixed-direction/${file}`, 'utf8'));
    return defects.map(({ measured }) => measured!['value']);
  };
  expect(await drawn('bad-phone.html')).toEqual(['1234 555 3 972+']);
  expect(await drawn('bad-code.html')).toEqual(['()start']);
  expect(await drawn('bad-sentence.html')).toEqual(['.Bread is a friend that never lies']);
});

it('tells how a text is drawn: what the browser shows, from left to right', () => {
  expect(drawnOrder('אבג 12!', 'rtl')).toBe('!12גבא');
  expect(drawnOrder('אבג 12!', 'ltr')).toBe('12גבא!');
});
