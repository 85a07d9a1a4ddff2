import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../render/index.js';
import { layoutOf, pageOf } from '../render/testing/page.js';
import { effectiveBackground } from './background.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

/** The ground of a text in a drawing, over a black rectangle with some opacity of its own. */
async function groundOver(rect: string) {
  const layout = layoutOf(
    await renderer.render(
      pageOf(`<!doctype html><svg width="400" height="200"><rect width="400" height="200" ${rect}/>
        <text x="20" y="60" font-size="30">Firing</text></svg>`),
    ),
  );
  const text = layout.nodes.findIndex(({ type, text }) => type === 'text' && text === 'Firing');
  return effectiveBackground(layout, text, layout.nodes[text]!.box!).color;
}

it('what a drawing only defines is not painted', async () => {
  for (const [from, to] of [
    ['<clipPath id="c">', '</clipPath>'],
    ['<defs>', '</defs>'],
    ['<symbol id="s">', '</symbol>'],
  ])
    expect(
      await groundOver(`fill="none" />${from}<rect width="400" height="200" />${to}<rect width="1"`),
    ).toEqual([1, 1, 1, 1]);
});

it('what is shown by use is a picture', async () => {
  const symbol = '<symbol id="s"><rect width="400" height="200" /></symbol><use href="#s" />';
  expect(await groundOver(`fill="none" />${symbol}<rect width="1"`)).toBeNull();
});

it('a drawing is as opaque as its fill, said by attribute or by style', async () => {
  expect(await groundOver('')).toEqual([0, 0, 0, 1]);
  for (const clear of [
    'fill-opacity="0"',
    'style="fill-opacity:0"',
    'style="fill:rgb(0,0,0);fill-opacity:0%"',
  ])
    expect(await groundOver(clear)).toEqual([1, 1, 1, 1]);
  const [half] = (await groundOver('style="fill-opacity:0.5"'))!;
  expect(half).toBeCloseTo(0.5);
});
