import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../artifact/extract.js';
import { buildGraph } from '../../graph/build.js';
import { createRenderer, type Renderer } from '../../render/index.js';
import type { Check, Defect } from '../check.js';
import { pixelsOf } from '../pixels.js';
import { contentOcclusion } from './content-occlusion.js';
import { judgeTalk } from './judge-talk.js';
import { offCanvas } from './off-canvas.js';
import { pageOverflow } from './page-overflow.js';
import { textClipping } from './text-clipping.js';
import { textContrast } from './text-contrast.js';
import { textOverlap } from './text-overlap.js';

/**
 * Pages written by hand, in the real browser: every `bad-*.html` has one element `#culprit` that its check must name,
 * every `good-*.html` holds what looks similar and is right.
 */
const CHECKS: readonly Check[] = [
  textClipping,
  pageOverflow,
  textOverlap,
  offCanvas,
  textContrast,
  contentOcclusion,
  judgeTalk,
];
const folder = fileURLToPath(new URL('./fixtures/', import.meta.url));

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

async function defectsIn(check: Check, file: string): Promise<{ ids: string[]; defects: Defect[] }> {
  const html = readFileSync(`${folder}${check.meta.id}/${file}`, 'utf8');
  const kind = (['slide', 'chart'] as const).find((name) => file.includes(name)) ?? 'website';
  const capture = await renderer.render(extract(html, { id: file, kind }));
  const layout = capture.data.layouts[0]!;
  const graph = buildGraph(capture, layout.viewport);
  const options = check.options.parse({});
  const pixels = () => pixelsOf(capture, layout.viewport);
  const result = await check.evaluate({ capture, layout, graph, brief: {}, kind, options, pixels });
  expect(result.score).not.toBeNull();
  const defects = result.score === null ? [] : result.defects;
  expect(result.score === 1).toBe(defects.length === 0);
  return {
    defects,
    ids: defects.map(({ element }) => layout.nodes[element ?? -1]?.attributes?.['id'] ?? ''),
  };
}

describe.each(CHECKS.map((check) => [check.meta.id, check] as const))('%s', (id, check) => {
  const files = readdirSync(`${folder}${id}`);

  it.each(files.filter((file) => file.startsWith('bad-')))('finds the culprit of %s', async (file) => {
    const { ids, defects } = await defectsIn(check, file);
    expect(ids).toContain('culprit');
    for (const defect of defects) {
      expect(defect.box).not.toBeNull();
      expect(defect.measured).toHaveProperty('value');
      expect(defect.suggestion).not.toBe('');
    }
  });

  it.each(files.filter((file) => file.startsWith('good-')))('is silent on %s', async (file) => {
    const { defects } = await defectsIn(check, file);
    expect(defects.map(({ message }) => message)).toEqual([]);
  });
});
