import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { buildGraph } from '../../../graph/build.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import type { Check, Defect } from '../../check.js';
import { pixelsOf } from '../../pixels.js';
import { COLOUR_CHECKS } from './index.js';

/** In every `bad-*.html` one element `#culprit` must be named; every `good-*.html` holds what looks similar and is right. */
const folder = fileURLToPath(new URL('../fixtures/', import.meta.url));

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

async function defectsIn(check: Check, file: string): Promise<{ ids: string[]; defects: Defect[] }> {
  const html = readFileSync(`${folder}${check.meta.id}/${file}`, 'utf8');
  const capture = await renderer.render(extract(html, { id: file, kind: 'website' }));
  const layout = capture.data.layouts[0]!;
  const graph = buildGraph(capture, layout.viewport);
  const options = check.options.parse({});
  const pixels = () => pixelsOf(capture, layout.viewport);
  const result = await check.evaluate({
    capture,
    layout,
    graph,
    brief: {},
    kind: 'website',
    options,
    pixels,
  });
  expect(result.score).not.toBeNull();
  const defects = result.score === null ? [] : result.defects;
  expect(result.score === 1).toBe(defects.length === 0);
  return {
    defects,
    ids: defects.map(({ element }) => layout.nodes[element ?? -1]?.attributes?.['id'] ?? ''),
  };
}

describe.each(COLOUR_CHECKS.map((check) => [check.meta.id, check] as const))('%s', (id, check) => {
  const files = readdirSync(`${folder}${id}`);

  it.each(files.filter((file) => file.startsWith('bad-')))('names the culprit of %s alone', async (file) => {
    const { ids, defects } = await defectsIn(check, file);
    expect(ids).toEqual(['culprit']);
    expect(defects[0]!.box).not.toBeNull();
    expect(defects[0]!.measured).toHaveProperty('value');
  });

  it.each(files.filter((file) => file.startsWith('good-')))('is silent on %s', async (file) => {
    const { defects } = await defectsIn(check, file);
    expect(defects.map(({ message }) => message)).toEqual([]);
  });
});
