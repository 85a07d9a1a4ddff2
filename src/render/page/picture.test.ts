import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Capture, Layout } from '../capture.js';
import { createRenderer, type Renderer, type RendererOptions } from '../renderer.js';
import { element, layoutOf, pageOf, pixelsOf } from '../testing/page.js';

const renderers: Renderer[] = [];
async function rendererOf(options: RendererOptions): Promise<Renderer> {
  const renderer = await createRenderer({ concurrency: 1, ...options });
  renderers.push(renderer);
  return renderer;
}
let desktop: Renderer;
beforeAll(async () => {
  desktop = await rendererOf({ profile: 'full', viewports: { desktop: [1280, 960] } });
});
afterAll(() => Promise.all(renderers.map((renderer) => renderer.close())));

const START = '<!doctype html><meta charset="utf-8"><style>body{margin:0}</style>';
const COLOURS = ['rgb(255, 0, 0)', 'rgb(0, 128, 0)', 'rgb(0, 0, 255)', 'rgb(255, 0, 255)'];
/** Boxes of 40 px, each of its own colour, at a distance from one `side` and from the top. */
const boxes = (side: 'left' | 'right', places: [x: number, y: number][]) =>
  places
    .map(
      ([x, y], i) =>
        `<i style="position:absolute;${side}:${x}px;top:${y}px;width:40px;height:40px;background:${COLOURS[i]!}"></i>`,
    )
    .join('');

/** Expects the picture to show at each box's middle what the layout says is there; what lies left of the page's edge is not drawn. */
async function expectColoursAtBoxes(capture: Capture): Promise<Layout> {
  const layout = layoutOf(capture);
  const { at } = await pixelsOf(capture);
  const marks = layout.nodes.filter(({ name, box }) => name === 'i' && box![0] + 20 >= 0);
  expect(marks).not.toHaveLength(0);
  for (const { box, style } of marks) {
    const [x, y, width, height] = box!;
    const seen = at(x + width / 2, y + height / 2);
    expect(`rgb(${seen.join(', ')})`).toBe(layout.styles[style]!['background-color']);
  }
  return layout;
}

describe('pictures', () => {
  it('don’t show the page a window of another size', async () => {
    const capture = await desktop.render(
      pageOf(`${START}<div style="height:3000px"></div><script>
        const tell = () => console.log(innerWidth + ' x ' + innerHeight);
        addEventListener('resize', tell);
        new ResizeObserver(([{ contentRect }]) => console.log(contentRect.width)).observe(document.body);
      </script>`),
    );
    const told = new Set(capture.data.console.map(({ text }) => text));
    told.delete('1280 x 960');
    expect([...told]).toEqual(['1280']);
  });

  it('are as large as the page and as the window, one pixel a CSS px', async () => {
    const capture = await desktop.render(pageOf(`${START}<div style="width:100px;height:1500px"></div>`));
    expect(capture.data.pictures.map(({ name, width, height, cut }) => [name, width, height, cut])).toEqual([
      ['viewport', 1280, 960, false],
      ['page', 1280, 1500, false],
    ]);
  });

  it('fill the window when the page is smaller', async () => {
    const capture = await desktop.render(pageOf(`${START}<p>short</p>`));
    const [, picture] = capture.data.pictures;
    expect([picture!.width, picture!.height]).toEqual([1280, 960]);
  });

  it('show the first window of a longer page', async () => {
    const capture = await desktop.render(
      pageOf(
        `${START}<div style="height:960px;background:red"></div><div style="height:960px;background:blue"></div>`,
      ),
    );
    const viewport = await pixelsOf(capture, 'viewport');
    expect(viewport.height).toBe(960);
    expect(viewport.at(640, 950)).toEqual([255, 0, 0]);
  });

  it.each([
    [
      'that fits',
      [
        [0, 0],
        [1240, 0],
        [0, 920],
        [600, 500],
      ],
    ],
    [
      'that is long',
      [
        [0, 0],
        [1240, 3000],
        [300, 5000],
        [600, 940],
      ],
    ],
    [
      'that is wide',
      [
        [0, 0],
        [1260, 100],
        [1900, 300],
        [2400, 900],
      ],
    ],
    [
      'that is long and wide',
      [
        [0, 0],
        [2000, 50],
        [10, 4000],
        [2000, 4000],
      ],
    ],
  ] as [string, [number, number][]][])(
    'show every box where the layout has it, on a page %s',
    async (_, places) => {
      for (const [direction, side] of [
        ['ltr', 'left'],
        ['rtl', 'right'],
      ] as const) {
        const capture = await desktop.render(
          pageOf(`${START}<body dir="${direction}">${boxes(side, places)}`),
        );
        const layout = await expectColoursAtBoxes(capture);
        const xs = layout.nodes.flatMap(({ name, box }) => (name === 'i' ? [box![0]] : []));
        // A right-to-left page overflows to the left, below 0; its window's right edge stays where it is.
        expect(xs).toEqual(places.map(([x]) => (direction === 'ltr' ? x : 1240 - x)));
        const right = Math.max(1280, ...places.map(([x]) => x + 40));
        expect((await pixelsOf(capture)).width).toBe(direction === 'ltr' ? right : 1280);
      }
    },
  );

  it('show right-to-left pages with their direction set by style as well', async () => {
    const page = pageOf(
      `${START}<style>html{direction:rtl}</style>${boxes('right', [
        [0, 0],
        [1500, 40],
        [900, 2000],
      ])}`,
    );
    await expectColoursAtBoxes(await desktop.render(page));
  });

  it('end at 4,096 px to the side, and say so', async () => {
    const capture = await desktop.render(
      pageOf(`${START}<div style="width:9000px;height:10px;background:red"></div>`),
    );
    const picture = capture.data.pictures.find(({ name }) => name === 'page')!;
    expect(picture.width).toBe(4096);
    expect(picture.cut).toBe(true);
    expect(layoutOf(capture).page[0]).toBe(9000);
  });
});

describe('a canvas of fixed size', () => {
  it('is 1280 x 720 for a slide that names none', async () => {
    const capture = await desktop.render(pageOf(`${START}<h1>Slide</h1>`, 'slide'));
    expect(layoutOf(capture)).toMatchObject({ viewport: 'canvas', size: [1280, 720], page: [1280, 720] });
    expect(capture.data.pictures.map(({ width, height }) => [width, height])).toEqual([
      [1280, 720],
      [1280, 720],
    ]);
    expect(capture.data.layouts).toHaveLength(1);
  });

  it('is what a slide or poster draws itself on', async () => {
    const slide = pageOf(
      `${START}<style>.slide{width:1920px;height:1080px;background:red}</style><div class="slide"></div>`,
      'slide',
    );
    expect(layoutOf(await desktop.render(slide)).size).toEqual([1920, 1080]);
    const poster = pageOf(
      `<!doctype html><style>body{margin:0;width:800px;height:1200px;background:blue}h1{margin:0}</style><h1>Fair</h1>`,
      'poster',
    );
    const capture = await desktop.render(poster);
    expect(layoutOf(capture)).toMatchObject({ size: [800, 1200], page: [800, 1200] });
    expect((await pixelsOf(capture)).at(790, 1190)).toEqual([0, 0, 255]);
  });

  it('is what the brief asks for, before all else', async () => {
    const slide = pageOf(
      `${START}<style>.slide{width:1920px;height:1080px}</style><div class="slide"></div>`,
      'slide',
    );
    expect(layoutOf(await desktop.render(slide, { canvas: [1024, 768] })).size).toEqual([1024, 768]);
  });

  it('is the size of a lone SVG, with its namespace or without', async () => {
    for (const namespace of ['xmlns="http://www.w3.org/2000/svg"', '']) {
      const svg = `<svg ${namespace} viewBox="0 0 640 480"><rect id="r" x="0" y="0" width="320" height="480" fill="rgb(0,128,0)"/></svg>`;
      const capture = await desktop.render(pageOf({ 'index.svg': svg }, 'chart'));
      const layout = layoutOf(capture);
      expect(layout.size).toEqual([640, 480]);
      expect(element(layout, '#r').source).toEqual({
        file: 'index.svg',
        line: 1,
        column: svg.indexOf('<rect') + 1,
      });
      expect((await pixelsOf(capture)).at(160, 240)).toEqual([0, 128, 0]);
      expect((await pixelsOf(capture)).at(500, 240)).toEqual([255, 255, 255]);
    }
  });
});
