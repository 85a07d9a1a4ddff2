import { describe, expect, it } from 'vitest';
import { parseColor } from '../../graph/color.js';
import { contrastRatio, hex, nearestPassing } from './contrast.js';

const color = (css: string) => parseColor(css)!;

describe('contrastRatio', () => {
  it.each([
    ['#000', '#fff', 21],
    ['#777', '#fff', 4.48],
    ['#767676', '#fff', 4.54],
    ['#f00', '#fff', 4],
  ])('of %s on %s is %s, as WCAG computes it', (a, b, ratio) => {
    expect(contrastRatio(color(a), color(b))).toBeCloseTo(ratio, 2);
    expect(contrastRatio(color(b), color(a))).toBeCloseTo(ratio, 2);
  });
});

describe('nearestPassing', () => {
  it('darkens on white no further than needed', () => {
    const better = nearestPassing(color('#aaa'), color('#fff'), 4.5)!;
    expect(contrastRatio(better, color('#fff'))).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(better, color('#fff'))).toBeLessThan(4.8);
  });

  it('lightens on black', () => {
    expect(hex(nearestPassing(color('#333'), color('#000'), 4.5)!) > '#666666').toBe(true);
  });

  it('says null where neither black nor white is enough', () => {
    expect(nearestPassing(color('#888'), color('#777'), 7)).toBeNull();
  });
});
