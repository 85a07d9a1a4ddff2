import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { buildGraph } from '../../../graph/build.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import type { CheckContext } from '../../check.js';
import { pixelsOf } from '../../pixels.js';
import { judgeVisual } from '../../visual/index.js';
import { LOOKS, samenessOf } from './index.js';

/**
 * Pages written by hand: every `bad-*.html` has an element `#culprit` that its look must name, every `good-*.html` holds
 * what resembles the look and is not it, and has none of the others either.
 */
const folder = fileURLToPath(new URL('./fixtures/', import.meta.url));

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

async function contextOf(file: string): Promise<CheckContext> {
  const html = readFileSync(`${folder}${file}`, 'utf8');
  const capture = await renderer.render(extract(html, { id: file, kind: 'website' }));
  const layout = capture.data.layouts[0]!;
  const graph = buildGraph(capture, layout.viewport);
  const pixels = () => pixelsOf(capture, layout.viewport);
  return { capture, layout, graph, brief: {}, kind: 'website', options: {}, pixels };
}

describe.each(LOOKS.map((look) => [look.id, look] as const))('%s', (id, look) => {
  const files = readdirSync(`${folder}${id}`);

  it.each(files.filter((file) => file.startsWith('bad-')))('is seen on %s', async (file) => {
    const context = await contextOf(`${id}/${file}`);
    const seen = await look.sightings(context);
    const ids = seen.map(({ element }) => context.layout.nodes[element]!.attributes?.['id']);
    expect(ids).toContain('culprit');
    expect(await samenessOf(context)).toBeGreaterThan(look.stock - 1e-9);
  });

  it.each(files.filter((file) => file.startsWith('good-')))('is not seen on %s', async (file) => {
    const context = await contextOf(`${id}/${file}`);
    const seen = await Promise.all(LOOKS.map(async (each) => each.sightings(context)));
    expect(seen.flat().map(({ message }) => message)).toEqual([]);
    expect(await samenessOf(context)).toBe(0);
  });
});

it('is told as advice, whatever the settings say, and moves no score', async () => {
  const { capture, layout, graph } = await contextOf('purple-gradient/bad-page.html');
  const graphs = new Map([[layout.viewport, graph]]);
  const judged = (setting: 'error' | 'off') =>
    judgeVisual(capture, graphs, {}, { 'purple-gradient': setting });
  const [loud, off] = [await judged('error'), await judged('off')];
  expect(loud.findings).toMatchObject([
    { check: 'purple-gradient', channel: 'visual', severity: 'advisory' },
  ]);
  expect(off.findings).toEqual([]);
  expect(loud.result.score).not.toBeNull();
  expect(loud.result.score).toBe(off.result.score);
  expect(loud.result.parts['sameness']).toMatchObject({
    score: expect.closeTo(0.55) as number,
    weight: 0,
  });
});
