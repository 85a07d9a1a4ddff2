import { describe, expect, it } from 'vitest';
import type { CapturedImage, Layout } from '../../../render/capture.js';
import { layoutOf, type Element } from '../../testing/capture.js';
import { evaluate } from '../../testing/evaluate.js';
import { fixedCover } from './fixed-cover.js';
import { imageDistortion } from './image-distortion.js';
import { enlargement, imageResolution } from './image-resolution.js';
import { inconsistentGaps } from './inconsistent-gaps.js';
import { peersOf } from './peers.js';
import { isPlain } from './plain.js';
import { safeMargin } from './safe-margin.js';

/** A page of one picture of 100 x 100 px, drawn in 200 x 100. */
function pictured(image: Partial<CapturedImage> = {}, style: Record<string, string> = {}): Layout {
  const picture: Element = { tag: 'img', box: [0, 0, 200, 100], style: { 'object-fit': 'fill', ...style } };
  const layout = layoutOf({ tag: 'body', children: [picture] });
  const node = layout.nodes.findIndex(({ name }) => name === 'img');
  layout.images = [{ node, url: 'a.png', state: 'loaded', naturalWidth: 100, naturalHeight: 100, ...image }];
  return layout;
}

describe('pictures', () => {
  it('are distorted only where object-fit does not keep their ratio', async () => {
    const bad = await evaluate(imageDistortion, pictured());
    expect(bad.defects).toMatchObject([
      { severity: 'error', measured: { value: 2 }, expected: { value: 1 } },
    ]);
    expect((await evaluate(imageDistortion, pictured({}, { 'object-fit': 'cover' }))).score).toBe(1);
    expect((await evaluate(imageDistortion, pictured({ naturalWidth: 199 }))).score).toBe(1);
  });

  it('prove nothing as placeholders, broken, or drawings', async () => {
    for (const image of [{ state: 'placeholder' }, { state: 'broken' }, { url: 'a.svg?v=2' }] as const) {
      expect((await evaluate(imageDistortion, pictured(image))).score).toBeNull();
      expect((await evaluate(imageResolution, pictured({ ...image, naturalWidth: 10 }))).score).toBeNull();
    }
  });

  it.each([
    ['fill', 2],
    ['cover', 4],
    ['contain', 2],
    ['none', 1],
    ['scale-down', 1],
  ])('of 100 x 100 px in 400 x 200 are enlarged by object-fit: %s %d times', (fit, times) => {
    const picture = { node: 0, what: 'image' as const, fit };
    expect(enlargement({ ...picture, natural: [100, 100], box: [0, 0, 400, 200] })).toBe(times);
  });

  it('of few pixels may be pixel art', async () => {
    const small = { naturalWidth: 40, naturalHeight: 20 };
    expect((await evaluate(imageResolution, pictured(small))).defects).toHaveLength(1);
    const art = pictured(small, { 'image-rendering': 'pixelated' });
    expect((await evaluate(imageResolution, art)).score).toBeNull();
  });
});

describe('fixed elements', () => {
  /** A line of text at `y` on a page of `height`, and a bar of 100 px fixed at the top of a window of 960 px. */
  function page(y: number, height: number, bar: Record<string, string> = {}): Layout {
    const layout = layoutOf({
      tag: 'body',
      box: [0, 0, 1280, height],
      children: [
        { tag: 'p', box: [20, y, 400, 20], children: ['A line of text'] },
        {
          tag: 'header',
          box: [0, 0, 1280, 100],
          style: { position: 'fixed', 'background-color': 'rgb(255, 255, 255)', 'z-index': '1', ...bar },
        },
      ],
    });
    layout.page = [1280, height];
    return layout;
  }

  it('hide what no scrolling brings out', async () => {
    const { score, defects } = await evaluate(fixedCover, page(30, 3000));
    expect(score).toBeLessThan(1);
    expect(defects).toHaveLength(1);
  });

  it.each([
    ['below the bar', page(300, 3000)],
    ['before it stays', page(30, 3000, { position: 'sticky' })],
    ['through it', page(30, 3000, { 'background-color': 'rgba(255, 255, 255, 0.5)' })],
  ])('hide nothing that is seen %s', async (_, layout) => {
    expect((await evaluate(fixedCover, layout)).defects).toEqual([]);
  });
});

describe('peers', () => {
  const boxes = (list: readonly [number, number][]): Element => ({
    tag: 'ul',
    box: [0, 0, 1000, 1000],
    children: list.map(([x, y]) => ({ tag: 'li', box: [x, y, 100, 50] })),
  });

  it('stand in rows', () => {
    const [peers] = peersOf(
      layoutOf(
        boxes([
          [0, 0],
          [120, 0],
          [0, 70],
          [120, 70],
        ]),
      ),
    );
    expect(peers!.rows.map((row) => row.map(({ box }) => box[0]))).toEqual([
      [0, 120],
      [0, 120],
    ]);
  });

  it('that fill columns from top to bottom have no rows', () => {
    expect(
      peersOf(
        layoutOf(
          boxes([
            [0, 0],
            [0, 70],
            [120, 0],
            [120, 70],
          ]),
        ),
      ),
    ).toEqual([]);
  });

  it('have one gap that is off, or one item, or a rhythm', async () => {
    const odd = async (...places: number[]) =>
      (await evaluate(inconsistentGaps, layoutOf(boxes(places.map((x) => [x, 0]))))).defects.map(
        ({ measured }) => measured!['value'],
      );
    expect(await odd(0, 120, 240, 360)).toEqual([]);
    expect(await odd(0, 126, 240, 360)).toEqual([26]);
    expect(await odd(0, 120, 240, 370, 490)).toEqual([30]);
    expect(await odd(0, 120, 240, 700)).toEqual([]);
  });
});

it('safe margins are for canvases, measured from the letters', async () => {
  const at = (x: number) =>
    layoutOf({ tag: 'p', box: [x, 300, 400, 40], children: ['A line of text'] }, [1280, 720], 'canvas');
  const severity = async (x: number) => (await evaluate(safeMargin, at(x))).defects[0]?.severity;
  expect(await severity(2)).toBe('warning');
  expect(await severity(10)).toBe('advisory');
  expect(await severity(20)).toBeUndefined();
});

describe('a part of a picture', () => {
  const draw = (color: (x: number, y: number) => number) => {
    const data = new Uint8Array(80 * 80 * 3);
    for (let i = 0; i < 80 * 80; i++) data.fill(color(i % 80, Math.floor(i / 80)), i * 3, i * 3 + 3);
    return { width: 80, height: 80, data };
  };

  it('is plain with one colour or a gradient, not with a drawing', () => {
    const whole = [0, 0, 80, 80] as [number, number, number, number];
    expect(
      isPlain(
        draw(() => 200),
        whole,
      ),
    ).toBe(true);
    expect(
      isPlain(
        draw((x) => x),
        whole,
      ),
    ).toBe(true);
    const box = draw((x, y) => (x > 20 && x < 40 && y > 20 && y < 40 ? 0 : 200));
    expect(isPlain(box, whole)).toBe(false);
    expect(isPlain(box, [41, 41, 39, 39])).toBe(true);
    expect(isPlain(box, [100, 100, 40, 40])).toBe(false);
  });
});
