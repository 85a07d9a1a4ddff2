import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extract } from '../../artifact/extract.js';
import { buildGraph } from '../../graph/build.js';
import { createRenderer, type Renderer } from '../../render/index.js';
import type { Check } from '../check.js';
import { pixelsOf } from '../pixels.js';
import { graphicContrast } from './colour/graphic-contrast.js';
import { contentOcclusion } from './content-occlusion.js';
import { controlOverlap } from './layout/control-overlap.js';
import { offCanvas } from './off-canvas.js';
import { textClipping } from './text-clipping.js';
import { textOverlap } from './text-overlap.js';
import { headingOrder } from './type/heading-order.js';
import { textEllipsis } from './type/text-ellipsis.js';

/** One defect on a page with other text, ever deeper: how the page looks at a step, and the steps. */
const CASES: readonly (readonly [string, Check, readonly number[], (step: number) => string])[] = [
  [
    'a heading that shows ever less of its width',
    textClipping,
    [220, 150, 80],
    (px) => `<h2 style="width: ${px}px; overflow: hidden; white-space: nowrap">Opening hours in spring</h2>`,
  ],
  [
    'a heading that shows ever less of its height',
    textClipping,
    [24, 20, 17],
    (px) => `<h2 style="height: ${px}px; line-height: 40px; overflow: hidden">Opening hours</h2>`,
  ],
  [
    'a label moved ever further over a heading',
    textOverlap,
    [22, 25, 30],
    (px) => `<h2 style="margin: 0; line-height: 30px">Opening hours</h2>
      <p style="line-height: 30px; margin-top: -${px}px">From March to October</p>`,
  ],
  [
    'a heading pushed ever further over the edge',
    offCanvas,
    [30, 90, 200],
    (px) => `<h2 style="margin-left: -${px}px; white-space: nowrap">Opening hours in spring</h2>`,
  ],
  [
    'a heading that ends ever earlier in an ellipsis',
    textEllipsis,
    [220, 150, 80],
    (px) =>
      `<h2 style="width: ${px}px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Opening hours in spring</h2>`,
  ],
  [
    'a button moved ever further over another',
    controlOverlap,
    [8, 40, 70],
    (px) => `<button style="width: 120px; height: 40px; border: 1px solid; background: #eee">Send</button
      ><button style="width: 120px; height: 40px; border: 1px solid; background: #ddd; margin-left: -${px}px">Cancel</button>`,
  ],
  [
    'a box that covers ever more of a heading',
    contentOcclusion,
    [16, 19, 30],
    (px) => `<h2 style="margin: 0; line-height: 32px">Opening hours</h2>
      <div style="position: absolute; left: 0; top: 0; width: 300px; height: ${px}px; background: #44516b"></div>`,
  ],
  [
    'a box that covers ever more of a button',
    contentOcclusion,
    [16, 28, 40],
    (
      px,
    ) => `<div style="position: relative; height: 40px"><button style="width: 120px; height: 40px">Send</button>
      <div style="position: absolute; left: 0; top: 0; width: 120px; height: ${px}px; background: #44516b"></div></div>`,
  ],
  [
    'a field whose edge is ever paler',
    graphicContrast,
    [160, 190, 215],
    (grey) => `<label>Name <input style="border: 1px solid rgb(${grey} ${grey} ${grey})" /></label>`,
  ],
  [
    'a heading that misses ever more levels',
    headingOrder,
    [3, 4, 6],
    (level) => `<h1>Bread</h1><h${level} style="font-size: 18px">Opening hours</h${level}>`,
  ],
];

const OTHERS = `<p>We bake with stone-ground flour from the valley, and sell what there is until there is none.</p>
  <p>Bread is best on the day after. Rolls are best at once, and cake can be kept for a week in a tin.</p>
  <p><a href="#a" style="display: inline-block">About us</a></p>`;

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

async function scoreOf(check: Check, html: string): Promise<number> {
  const page = `<!doctype html><html lang="en"><body style="margin: 0; font: 16px/1.5 Arial">${html}${OTHERS}</body></html>`;
  const capture = await renderer.render(extract(page, { id: 'depth', kind: 'website' }));
  const layout = capture.data.layouts[0]!;
  const graph = buildGraph(capture);
  const pixels = () => pixelsOf(capture, layout.viewport);
  const options = check.options.parse({});
  const { score } = await check.evaluate({
    capture,
    layout,
    graph,
    brief: {},
    kind: 'website',
    options,
    pixels,
  });
  return score!;
}

describe('a score falls with the depth of a defect', () => {
  it.each(CASES)('%s', async (_, check, steps, html) => {
    const scores: number[] = [1];
    for (const step of steps) scores.push(await scoreOf(check, html(step)));
    for (const [i, score] of scores.slice(1).entries()) expect(score).toBeLessThan(scores[i]! - 0.005);
  });
});
