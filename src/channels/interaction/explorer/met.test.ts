import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../../../render/index.js';
import { pageOf } from '../../../render/testing/page.js';
import type { Path } from '../../../render/probe/path.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ concurrency: 1, offline: { mode: 'sealed' } });
});
afterAll(() => renderer.close());

/** Where the first child of the last element of a page is met. */
async function aimIn(body: string) {
  const lab = await renderer.lab(
    pageOf(`<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}</body></html>`),
  );
  const path: Path = [0, 1, 0, 0];
  const run = await lab!.run((page) => page.aim(path));
  if ('failure' in run) throw new Error(run.failure);
  return run.value;
}

describe('where the mouse meets an element', { timeout: 120_000 }, () => {
  it('is nowhere under something unseen, which is named', async () => {
    const glass = '<div style="position: absolute; inset: 0" class="glass"></div>';
    expect(await aimIn(`<p><button>Buy</button></p>${glass}`)).toMatchObject({
      point: null,
      missed: { by: 'div.glass' },
    });
    expect(await aimIn('<p><button>Buy</button></p>')).toMatchObject({ missed: null, covered: false });
  });

  it('is nowhere, and missed by nobody, where it is shut in', async () => {
    const shut = '<details><label><input type="checkbox">Chains</label><summary>Patterns</summary></details>';
    expect(await aimIn(shut)).toMatchObject({ point: null, missed: null });
  });
});
