import { describe, expect, it } from 'vitest';
import { evaluate } from '../testing/evaluate.js';
import { layoutOf, type Element } from '../testing/capture.js';
import { fontSize } from './font-size.js';
import { transformScale } from './magnification.js';

const text = (size: number, changes: Partial<Element> = {}): Element => ({
  tag: 'p',
  style: { 'font-size': `${size}px` },
  children: ['Departures and arrivals'],
  ...changes,
});
const page = (...children: Element[]) => layoutOf({ tag: 'body', children });

describe('font-size', () => {
  it.each([
    [16, 'fine'],
    [10, 'fine'],
    [9, 'warning'],
    [7, 'error'],
  ])('judges %s px on a website as %s', async (size, verdict) => {
    const { score, defects } = await evaluate(fontSize, page(text(size)));
    expect(defects[0]?.severity ?? 'fine').toBe(verdict);
    expect(score === 1).toBe(verdict === 'fine');
  });

  it('asks for more on slides and posters, by the size of the canvas', async () => {
    const canvas = { brief: { canvas: [1280, 720] as [number, number] } };
    expect((await evaluate(fontSize, page(text(11)), { kind: 'slide', ...canvas })).defects).toMatchObject([
      { measured: { value: 11 }, expected: { min: 12 } },
    ]);
    const wall = { brief: { canvas: [2400, 3600] as [number, number] } };
    expect((await evaluate(fontSize, page(text(20)), { kind: 'poster', ...wall })).score).toBeLessThan(1);
    expect((await evaluate(fontSize, page(text(30)), { kind: 'poster', ...wall })).score).toBe(1);
  });

  it('measures the size that is seen', async () => {
    const shrunk = { tag: 'div', style: { transform: 'matrix(0.5, 0, 0, 0.5, 0, 0)' }, children: [text(16)] };
    expect((await evaluate(fontSize, page(shrunk))).defects).toMatchObject([{ measured: { value: 8 } }]);
    const drawing: Element = {
      tag: 'svg',
      box: [0, 0, 800, 400],
      attributes: { viewBox: '0 0 100 50' },
      children: [text(3)],
    };
    expect((await evaluate(fontSize, page(drawing))).score).toBe(1);
  });

  it.each<[string, Element]>([
    ['superscripts', { tag: 'p', children: [text(6, { tag: 'sup' })] }],
    ['ruby', { tag: 'ruby', children: [text(6, { tag: 'rt' })] }],
    ['bullets and arrows', text(6, { children: ['● → ▲'] })],
    ['hidden text', text(6, { style: { 'font-size': '6px', visibility: 'hidden' } })],
    [
      'text in a box of one pixel',
      text(6, {
        box: [0, 0, 1, 1],
        style: { 'font-size': '6px', 'overflow-x': 'hidden', 'overflow-y': 'hidden' },
      }),
    ],
  ])('leaves out %s', async (_, element) => {
    expect((await evaluate(fontSize, page(text(16), element))).score).toBe(1);
  });

  it('costs more the more text is small, and reports equal ones together', async () => {
    const few = await evaluate(fontSize, page(text(6), text(16), text(16), text(16)));
    const many = await evaluate(fontSize, page(text(6), text(6), text(6), text(16)));
    expect(many.score).toBeLessThan(few.score!);
    expect(many.defects).toMatchObject([{ measured: { elements: 3 } }]);
  });

  it('has nothing to say about a page without text', async () => {
    expect((await evaluate(fontSize, page())).score).toBeNull();
  });
});

describe('transformScale', () => {
  it.each([
    ['none', 1],
    ['matrix(2, 0, 0, 2, 10, 10)', 2],
    ['matrix(0, 1, -1, 0, 0, 0)', 1],
    ['matrix(-1, 0, 0, 1, 0, 0)', 1],
    ['matrix3d(0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)', 0.5],
  ])('of %s is %s', (transform, scale) => {
    expect(transformScale(transform)).toBeCloseTo(scale);
  });
});
