import { describe, expect, test } from 'vitest';
import type { Box, Layout } from '../render/capture.js';
import { displayedTextColor, effectiveBackground, paintersAbove } from './background.js';
import { el, find, frameDocument, page, text, type Sketch } from './testing/layout.js';

const black = { 'background-color': 'rgb(0, 0, 0)' };
const white = { 'background-color': 'rgb(255, 255, 255)' };
const veil = { 'background-color': 'rgba(0, 0, 0, 0.5)' };
const gradient = { 'background-image': 'linear-gradient(rgb(0, 0, 0), rgb(255, 255, 255))' };
const line: Box = [20, 20, 100, 20];
const label = () => text('label', line);

function behind(layout: Layout): number | 'varied' {
  const { kind, color } = effectiveBackground(layout, find(layout, 'label'), line);
  return kind === 'varied' ? kind : Number(color![0].toFixed(3));
}

function grey(...body: Sketch[]): number | 'varied' {
  return behind(page(body));
}

describe('effectiveBackground', () => {
  test('is white canvas where nothing is painted', () => {
    expect(grey(el('p', line, {}, [label()]))).toBe(1);
  });

  test('spreads the body’s background over the canvas', () => {
    const layout = page([el('p', [0, 700, 100, 20], {}, [text('label', [0, 700, 100, 20])])], {
      style: black,
    });
    layout.page = [800, 1200];
    expect(effectiveBackground(layout, find(layout, 'label'), [0, 700, 100, 20]).color).toEqual([0, 0, 0, 1]);
  });

  test('blends translucent layers down to the first opaque one', () => {
    expect(
      grey(
        el('div', [0, 0, 200, 200], gradient, [
          el('div', [0, 0, 200, 200], white, [el('p', line, veil, [label()])]),
        ]),
      ),
    ).toBe(0.5);
  });

  test('takes in layers that are no ancestors', () => {
    const panel = el('div', [0, 0, 200, 200], { ...black, position: 'absolute' });
    expect(grey(panel, el('p', line, { position: 'relative' }, [label()]))).toBe(0);
    expect(grey(el('p', line, { position: 'relative' }, [label()]), panel)).toBe(1);
  });

  test('paints all blocks of a layer below its texts, whatever their order', () => {
    expect(grey(el('p', line, {}, [label()]), el('div', [0, 0, 200, 200], black))).toBe(0);
    expect(
      grey(el('p', line, {}, [label()]), el('div', [0, 0, 200, 200], { ...black, display: 'inline-block' })),
    ).toBe(1);
  });

  test('puts a negative z-index below the content of its stacking context and above its background', () => {
    const backdrop = el('::before', [0, 0, 200, 200], { ...black, position: 'absolute', 'z-index': '-1' });
    const card = { ...white, position: 'relative', 'z-index': '0' };
    expect(grey(el('div', [0, 0, 200, 200], card, [backdrop, el('p', line, {}, [label()])]))).toBe(0);
  });

  test.each<[string, Sketch]>([
    ['gradient', el('div', [0, 0, 200, 200], gradient, [el('p', line, {}, [label()])])],
    [
      'picture',
      el('div', [0, 0, 200, 200], {}, [
        el('img', [0, 0, 200, 200]),
        el('p', line, { position: 'relative' }, [label()]),
      ]),
    ],
    ['filter', el('div', [0, 0, 200, 200], { filter: 'invert(1)' }, [el('p', line, black, [label()])])],
    [
      'blend mode',
      el('div', [0, 0, 200, 200], { ...black, 'mix-blend-mode': 'multiply' }, [el('p', line, {}, [label()])]),
    ],
    [
      'backdrop filter',
      el('div', [0, 0, 200, 200], { ...veil, 'backdrop-filter': 'blur(4px)' }, [
        el('p', line, {}, [label()]),
      ]),
    ],
    [
      'half a layer',
      el('div', [0, 0, 200, 200], {}, [el('div', [0, 0, 70, 200], black), el('p', line, {}, [label()])]),
    ],
  ])('is varied over a %s', (_, sketch) => {
    expect(grey(sketch)).toBe('varied');
  });

  test('is plain over a drop shadow, a gradient that lies elsewhere, or one that is covered', () => {
    expect(
      grey(
        el('div', [0, 0, 200, 200], { ...black, filter: 'drop-shadow(rgb(0, 0, 0) 0px 2px 4px)' }, [
          el('p', line, {}, [label()]),
        ]),
      ),
    ).toBe(0);
    expect(grey(el('div', [300, 0, 200, 200], gradient), el('p', line, {}, [label()]))).toBe(1);
    expect(grey(el('div', [0, 0, 200, 200], gradient, [el('p', line, white, [label()])]))).toBe(1);
  });

  test('fades with a filter opacity() as with the property', () => {
    const half = { ...black, filter: 'opacity(0.5)' };
    expect(grey(el('div', [0, 0, 200, 200], half, [el('p', line, {}, [label()])]))).toBeCloseTo(0.5);
  });

  test('ignores a layer that is clipped off the text', () => {
    const window = { 'overflow-x': 'hidden', 'overflow-y': 'hidden' };
    expect(
      grey(
        el('div', [0, 0, 10, 10], window, [el('div', [0, 0, 200, 200], black)]),
        el('p', line, {}, [label()]),
      ),
    ).toBe(1);
  });

  test('lets a tight box have text that sticks out a little', () => {
    expect(grey(el('p', [20, 22, 100, 16], { ...black, position: 'relative' }, [label()]))).toBe(0);
  });

  test('follows an inline background line by line', () => {
    const mark = { ...black, display: 'inline' };
    const first: Box = [60, 0, 100, 20];
    const layout = page([
      el('p', [0, 0, 200, 40], {}, [
        el('mark', [0, 0, 160, 40], mark, [text('from here to', first, [0, 20, 15, 20])]),
        label(),
      ]),
    ]);
    expect(behind(layout)).toBe(1);
  });

  test('starts again from the frame’s own canvas', () => {
    const inner = el('html', [0, 0, 300, 100], {}, [
      el('body', [0, 0, 300, 100], black, [el('p', line, {}, [label()])]),
    ]);
    expect(grey(el('iframe', [0, 0, 300, 300], {}, [frameDocument([0, 0, 300, 300], [inner])]))).toBe(0);
  });

  test('fills the box of a drawn rectangle, and nothing else that is certain', () => {
    const drawing = (shape: string) =>
      el('svg', [0, 0, 200, 200], { display: 'inline' }, [
        el(shape, [0, 0, 200, 200], { fill: 'rgb(0, 0, 0)' }),
        el('text', line, { fill: 'rgb(255, 255, 255)' }, [label()]),
      ]);
    expect(grey(drawing('rect'))).toBe(0);
    expect(grey(drawing('circle'))).toBe('varied');
  });
});

describe('opacity', () => {
  const half = { opacity: '0.5' };

  test('fades a group as one: what is hidden in it does not shine through', () => {
    const group = el('div', [0, 0, 200, 200], { ...half, ...black }, [el('p', line, white, [label()])]);
    expect(grey(el('div', [0, 0, 200, 200], black, [group]))).toBe(0.5);
  });

  test('fades text and background of a group together', () => {
    const group = el('div', [0, 0, 200, 200], half, [
      el('p', line, { ...black, color: 'rgb(255, 255, 255)' }, [label()]),
    ]);
    const layout = page([group]);
    expect(behind(layout)).toBe(0.5);
    expect(displayedTextColor(layout, find(layout, 'label'), line)?.[0]).toBe(1);
  });

  test('multiplies through nested groups', () => {
    expect(
      grey(
        el('div', [0, 0, 200, 200], half, [
          el('div', [0, 0, 200, 200], half, [el('p', line, black, [label()])]),
        ]),
      ),
    ).toBe(0.75);
  });
});

describe('displayedTextColor', () => {
  test('blends the text’s own alpha with what is behind', () => {
    const layout = page([el('p', line, { color: 'rgba(0, 0, 0, 0.25)' }, [label()])]);
    expect(displayedTextColor(layout, find(layout, 'label'), line)?.[0]).toBe(0.75);
  });

  test.each([
    ['transparent', { '-webkit-text-fill-color': 'rgba(0, 0, 0, 0)' }],
    ['gradient behind', gradient],
  ])('is unknown when %s', (_, style) => {
    const layout = page([el('p', line, style, [label()])]);
    expect(displayedTextColor(layout, find(layout, 'label'), line)).toBeNull();
  });
});

test('paintersAbove lists what covers a text, lowest first', () => {
  const layout = page([
    el('p', line, {}, [label()]),
    el('div#first', [0, 0, 60, 60], { ...veil, position: 'absolute' }),
    el('div#second', [0, 0, 60, 60], { ...black, position: 'absolute' }),
    el('div#aside', [300, 0, 60, 60], { ...black, position: 'absolute' }),
  ]);
  const above = paintersAbove(layout, find(layout, 'label'), line);
  expect(above.map((painter) => layout.nodes[painter.node]!.attributes?.id)).toEqual(['first', 'second']);
});
