import { afterAll, beforeAll, expect, it } from 'vitest';
import { extract } from '../../../artifact/extract.js';
import { buildGraph } from '../../../graph/build.js';
import type { DesignGraph } from '../../../graph/schema.js';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { designDistances, groupSpread } from './spread.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

const STYLE = 'body { margin: 40px; font: 16px sans-serif; color: #222; background: #fff }';
const BODY = '<h1>Coffee from the pier</h1><p>Roasted every morning, sent by noon.</p><button>Order</button>';

async function graphOf(style: string, body = BODY): Promise<DesignGraph> {
  const html = `<!doctype html><html lang="en"><title>Page</title><style>${STYLE}${style}</style><body>${body}</body></html>`;
  return buildGraph(await renderer.render(extract(html, { id: 'page', kind: 'website' })));
}

it('is 0 for one design in other words', async () => {
  const other = BODY.replace('Coffee from the pier', 'Letters from the dyke');
  const spread = groupSpread([await graphOf(''), await graphOf('', other)])!;
  expect(spread).toMatchObject({ palette: 0, structure: 0 });
  expect(spread.value).toBeLessThan(0.05);
});

it('sees each aspect by itself', async () => {
  const plain = await graphOf('');
  const from = async (style: string, body?: string) => groupSpread([plain, await graphOf(style, body)])!;
  const recoloured = await from('body { background: #10243e; color: #f5e9d0 }');
  expect(recoloured.palette).toBeGreaterThan(0.4);
  expect(recoloured).toMatchObject({ layout: 0, type: 0, structure: 0 });

  const moved = await from('body { margin: 40px 40px 40px 700px }');
  expect(moved.layout).toBeGreaterThan(0.5);
  expect(moved).toMatchObject({ palette: 0, type: 0, structure: 0 });

  const reset = await from('h1 { font: 80px serif } p { font: 22px serif }');
  expect(reset.type).toBeGreaterThan(0.5);
  expect(reset).toMatchObject({ palette: 0, structure: 0 });

  const list = '<ul><li>Pier blend</li><li>Bay blend</li></ul><img alt="" width="300" height="200">';
  expect((await from('', list)).structure).toBeGreaterThan(0.4);
});

it('is the mean over all pairs, and leaves out what shows nothing', async () => {
  const [same, other, empty] = [
    await graphOf(''),
    await graphOf('body { background: #10243e }'),
    await graphOf('', ''),
  ];
  empty.nodes = [];
  const one = groupSpread([same, other])!.value;
  expect(groupSpread([same, same, other])!.value).toBeCloseTo((2 / 3) * one, 9);
  expect(groupSpread([same, other, empty])!.value).toBe(one);
  expect(groupSpread([same, empty])).toBeNull();
  expect(groupSpread([])).toBeNull();
  expect(designDistances([same, other, empty])[2]).toEqual([null, null, null]);
});
