import { describe, expect, test } from 'vitest';
import { clippedBoxOf, reachableBoxOf } from './clip.js';
import { el, find, frameDocument, page } from './testing/layout.js';

const hidden = { 'overflow-x': 'hidden', 'overflow-y': 'hidden' };
const scrolling = { 'overflow-x': 'auto', 'overflow-y': 'auto' };

describe('clippedBoxOf', () => {
  test('cuts a child at the padding box of what hides overflow', () => {
    const border = { 'border-top-width': '10px', 'border-left-width': '10px' };
    const layout = page([
      el('div', [0, 0, 100, 100], { ...hidden, ...border }, [el('p#p', [0, 50, 300, 20])]),
    ]);
    expect(clippedBoxOf(layout, find(layout, 'p'))).toEqual([10, 50, 90, 20]);
  });

  test('intersects nested clips and page edges', () => {
    const layout = page([
      el('div', [50, 0, 200, 200], hidden, [
        el('div', [0, 0, 100, 100], hidden, [el('p#p', [-50, -50, 900, 900])]),
      ]),
      el('p#edge', [700, 500, 300, 300]),
    ]);
    expect(clippedBoxOf(layout, find(layout, 'p'))).toEqual([50, 0, 50, 100]);
    expect(clippedBoxOf(layout, find(layout, 'edge'))).toEqual([700, 500, 100, 100]);
  });

  test('lets an absolute child escape a clip below its containing block, and no other', () => {
    const child = (id: string) => el(`p#${id}`, [0, 90, 50, 50], { position: 'absolute' });
    const layout = page([
      el('div', [0, 0, 100, 100], hidden, [child('free')]),
      el('div', [0, 0, 100, 100], { ...hidden, position: 'relative' }, [child('held')]),
      el('div', [0, 0, 100, 120], { ...hidden, position: 'relative' }, [
        el('div', [0, 0, 100, 100], hidden, [child('outer')]),
      ]),
    ]);
    expect(clippedBoxOf(layout, find(layout, 'free'))).toEqual([0, 90, 50, 50]);
    expect(clippedBoxOf(layout, find(layout, 'held'))).toEqual([0, 90, 50, 10]);
    expect(clippedBoxOf(layout, find(layout, 'outer'))).toEqual([0, 90, 50, 30]);
  });

  test('holds a fixed child by a transformed ancestor only', () => {
    const child = (id: string) => el(`p#${id}`, [0, 90, 50, 50], { position: 'fixed' });
    const layout = page([
      el('div', [0, 0, 100, 100], { ...hidden, position: 'relative' }, [child('free')]),
      el('div', [0, 0, 100, 100], { ...hidden, transform: 'matrix(1, 0, 0, 1, 0, 0)' }, [child('held')]),
    ]);
    expect(clippedBoxOf(layout, find(layout, 'free'))).toEqual([0, 90, 50, 50]);
    expect(clippedBoxOf(layout, find(layout, 'held'))).toEqual([0, 90, 50, 10]);
  });

  test.each([
    ['inset(10px 20%)', [20, 10, 60, 80]],
    ['inset(50%)', null],
    ['circle(10px at 50px 50px)', [40, 40, 20, 20]],
    ['polygon(0px 0px, 50% 0px, 0px 30px)', [0, 0, 50, 30]],
    ['url("#shape")', [0, 0, 100, 100]],
  ])('applies clip-path: %s, to fixed descendants too', (path, expected) => {
    const layout = page([
      el('div#a', [0, 0, 100, 100], { 'clip-path': path }, [
        el('p#b', [0, 0, 100, 100], { position: 'fixed' }),
      ]),
    ]);
    expect(clippedBoxOf(layout, find(layout, 'a'))).toEqual(expected);
    expect(clippedBoxOf(layout, find(layout, 'b'))).toEqual(expected);
  });

  test('applies the legacy clip to positioned boxes only', () => {
    const clip = 'rect(0px, 20px, auto, 5px)';
    const layout = page([
      el('p#a', [0, 0, 100, 100], { clip, position: 'absolute' }),
      el('p#b', [0, 0, 100, 100], { clip }),
    ]);
    expect(clippedBoxOf(layout, find(layout, 'a'))).toEqual([5, 0, 15, 100]);
    expect(clippedBoxOf(layout, find(layout, 'b'))).toEqual([0, 0, 100, 100]);
  });

  test('takes hidden overflow of the body for that of the viewport', () => {
    const tall = page([el('p#p', [0, 900, 900, 100])], {
      size: [800, 1000],
      style: { 'overflow-x': 'hidden', 'overflow-y': 'auto' },
    });
    expect(clippedBoxOf(tall, find(tall, 'p'))).toEqual([0, 900, 800, 100]);
    tall.size = [800, 600];
    tall.styles[1] = hidden;
    expect(clippedBoxOf({ ...tall }, find(tall, 'p'))).toBeNull();
  });

  test('clips a framed page to its frame', () => {
    const layout = page([
      el('iframe', [100, 100, 200, 100], {}, [
        frameDocument(
          [100, 100, 200, 400],
          [el('html', [100, 100, 200, 400], {}, [el('p#p', [90, 150, 50, 300])])],
        ),
      ]),
    ]);
    expect(clippedBoxOf(layout, find(layout, 'p'))).toEqual([100, 150, 40, 50]);
    expect(reachableBoxOf(layout, find(layout, 'p'))).toEqual([90, 150, 50, 300]);
  });
});

describe('reachableBoxOf', () => {
  test('sees what a scroll container can be scrolled to, but not through a hidden one', () => {
    const layout = page([
      el('div', [0, 0, 100, 100], scrolling, [el('p#below', [0, 500, 100, 20])]),
      el('div', [0, 0, 100, 100], hidden, [el('p#lost', [0, 500, 100, 20])]),
      el('div', [0, 0, 50, 50], hidden, [
        el('div', [200, 0, 50, 50], scrolling, [el('p#never', [200, 500, 50, 20])]),
      ]),
    ]);
    expect(clippedBoxOf(layout, find(layout, 'below'))).toBeNull();
    expect(reachableBoxOf(layout, find(layout, 'below'))).toEqual([0, 500, 100, 20]);
    expect(reachableBoxOf(layout, find(layout, 'lost'))).toBeNull();
    expect(reachableBoxOf(layout, find(layout, 'never'))).toBeNull();
  });
});
