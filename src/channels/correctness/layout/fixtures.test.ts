import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { buildGraph } from '../../../graph/build.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import type { Defect } from '../../check.js';
import { pixelsOf } from '../../pixels.js';
import { LAYOUT_CHECKS } from './index.js';

type LayoutCheck = (typeof LAYOUT_CHECKS)[number];

/**
 * Pages written by hand, in the real browser: every `bad-*.html` has one element `#culprit` that its check must name,
 * every `good-*.html` holds what looks similar and is right. The name says which canvas or viewport a page is for.
 */
const FOLDER = fileURLToPath(new URL('../fixtures/', import.meta.url));

let desktop: Renderer;
let phone: Renderer;
beforeAll(async () => {
  desktop = await createRenderer({ profile: 'reward', concurrency: 1 });
  phone = await createRenderer({ profile: 'reward', concurrency: 1, primary: 'mobile' });
});
afterAll(() => Promise.all([desktop.close(), phone.close()]));

function html(check: LayoutCheck, file: string): string {
  return readFileSync(`${FOLDER}${check.meta.id}/${file}`, 'utf8');
}

async function judge(check: LayoutCheck, file: string): Promise<{ defects: Defect[]; ids: string[] }> {
  const kind = file.includes('slide') ? 'slide' : 'website';
  const renderer = file.includes('mobile') ? phone : desktop;
  const capture = await renderer.render(extract(html(check, file), { id: file, kind }));
  const layout = capture.data.layouts[0]!;
  const graph = buildGraph(capture);
  const pixels = () => pixelsOf(capture, layout.viewport);
  const options = check.options.parse({}) as never;
  const result = await check.evaluate({ capture, layout, graph, brief: {}, kind, options, pixels });
  if (result.score === null) throw new Error(`nothing to check: ${result.reason}`);
  expect(result.score === 1).toBe(result.defects.length === 0);
  const ids = result.defects.map(({ element }) => layout.nodes[element ?? -1]?.attributes?.['id'] ?? '');
  return { defects: result.defects, ids };
}

describe.each(LAYOUT_CHECKS.map((check) => [check.meta.id, check] as const))('%s', (id, check) => {
  const files = readdirSync(`${FOLDER}${id}`);

  it.each(files.filter((file) => file.startsWith('bad-')))('finds the culprit of %s', async (file) => {
    const { ids, defects } = await judge(check, file);
    // An empty area is no element.
    if (html(check, file).includes('id="culprit"')) expect(ids).toContain('culprit');
    expect(defects.length).toBeGreaterThan(0);
    for (const defect of defects) {
      expect(defect.box).not.toBeNull();
      expect(defect.measured).toHaveProperty('value');
      expect(defect.suggestion).not.toBe('');
    }
  });

  it.each(files.filter((file) => file.startsWith('good-')))('is silent on %s', async (file) => {
    const { defects } = await judge(check, file);
    expect(defects.map(({ message }) => message)).toEqual([]);
  });
});
