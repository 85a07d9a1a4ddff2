import { afterAll, beforeAll, expect, it } from 'vitest';
import { extract } from '../../artifact/extract.js';
import { buildGraph } from '../../graph/build.js';
import { createRenderer, type Renderer } from '../../render/index.js';
import type { CheckResult } from '../check.js';
import { pixelsOf } from '../pixels.js';
import { brokenImage } from './broken-image.js';
import { contentOcclusion } from './content-occlusion.js';
import { textContrast } from './text-contrast.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

const PHOTO = 'https://picsum.photos/600/300';
/** Grey on the grey of a placeholder: illegible here, and nobody knows how on the real picture. */
const FAINT = '<p style="margin:0;color:#999;font:20px/2 sans-serif">How this looks is not known</p>';

async function results(
  body: string,
  style = '',
): Promise<Record<'contrast' | 'broken' | 'cover', CheckResult>> {
  const capture = await renderer.render(
    extract(`<!doctype html><html lang="en"><title>t</title><style>body{margin:0}${style}</style>${body}`, {
      id: 'page',
      kind: 'website',
    }),
  );
  const layout = capture.data.layouts[0]!;
  const given = { capture, layout, graph: buildGraph(capture), brief: {}, kind: 'website' } as const;
  const pixels = () => pixelsOf(capture, layout.viewport);
  const run = (check: typeof brokenImage | typeof textContrast | typeof contentOcclusion) =>
    check.evaluate({ ...given, pixels, options: check.options.parse({}) as never });
  return {
    contrast: await run(textContrast),
    broken: await run(brokenImage),
    cover: await run(contentOcclusion),
  };
}

it.each<[what: string, body: string, style?: string]>([
  ['a background', `<div style="background:url(${PHOTO});height:300px">${FAINT}</div>`],
  [
    'a background below a tint',
    `<div style="background:linear-gradient(#0003,#0003),url(${PHOTO});height:300px">${FAINT}</div>`,
  ],
  [
    'an image',
    `<div style="position:relative"><img alt="" src="${PHOTO}" style="display:block"><div style="position:absolute;top:9px">${FAINT}</div></div>`,
  ],
  [
    'the page itself',
    `<div style="height:10px"></div><div style="position:absolute;top:500px">${FAINT}</div>`,
    `body{background:url(${PHOTO}) center/cover;height:100px}`,
  ],
  [
    'a drawing',
    `<svg width="600" height="300" style="display:block"><image href="${PHOTO}" width="600" height="300"/><text x="9" y="50" fill="#999" font-size="20">How this looks is not known</text></svg>`,
  ],
  [
    'a framed page',
    `<div style="position:relative"><iframe src="https://www.youtube.com/embed/x" width="600" height="300"></iframe><div style="position:absolute;top:9px">${FAINT}</div></div>`,
  ],
])('the contrast of text on a placeholder is not judged: %s', async (_, body, style) => {
  const { contrast } = await results(body, style);
  expect(contrast).toEqual({ score: null, reason: 'cannot-tell' });
});

it('the contrast of text beside it, or on a plain card above it, is', async () => {
  const beside = await results(`<img alt="" src="${PHOTO}" style="display:block">${FAINT}`);
  expect(beside.contrast.score).toBeLessThan(1);
  const card = await results(
    `<div style="background:url(${PHOTO});height:300px"><div style="background:#fff">${FAINT}</div></div>`,
  );
  expect(card.contrast.score).toBeLessThan(1);
});

it('it is no broken image, and does not prove that others are not', async () => {
  expect((await results(`<img alt="" src="${PHOTO}">`)).broken).toEqual({ score: null, reason: 'no-images' });
  const both = await results(`<img alt="" src="${PHOTO}"><img alt="" src="gone.png" width="40" height="40">`);
  expect(both.broken).toMatchObject({ score: 0, defects: [{ measured: { url: 'gone.png' } }] });
});

it('it does not hide what lies below it: the real one may be transparent', async () => {
  const { cover } = await results(
    `<p style="font:20px sans-serif">A line of text</p><img alt="" src="${PHOTO}" style="position:absolute;top:0;left:0">`,
  );
  expect(cover).toMatchObject({ score: 1 });
});

it('the graph tells which nodes are placeholders', async () => {
  const capture = await renderer.render(
    extract(
      `<!doctype html><img alt="" src="${PHOTO}"><svg width="90" height="90"><rect width="90" height="90"/></svg>`,
      {
        id: 'page',
        kind: 'website',
      },
    ),
  );
  const pictures = buildGraph(capture).nodes.map(({ tag, role, placeholder }) => [tag, role, placeholder]);
  expect(pictures).toEqual([
    ['img', 'image', true],
    ['svg', 'drawing', false],
  ]);
});
