import { describe, expect, it } from 'vitest';
import { parseColor } from '../../../graph/color.js';
import { differenceOf, differenceSeenBy, oklchOf } from './spaces.js';

const color = (text: string) => parseColor(text)!;

/** Okabe & Ito 2008: a palette made for colour-blind readers. */
const OKABE_ITO = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7'];

describe('colours as others see them', () => {
  it('lets red and green of one lightness fall together', () => {
    const [red, green] = [color('#d62728'), color('#2ca02c')];
    expect(differenceOf(red, green)).toBeGreaterThan(60);
    expect(differenceSeenBy('deuteranopia', red, green)).toBeLessThan(8);
  });

  it('keeps a palette made for such eyes apart', () => {
    for (const [i, a] of OKABE_ITO.entries()) {
      for (const b of OKABE_ITO.slice(i + 1)) {
        expect(differenceSeenBy('protanopia', color(a), color(b))).toBeGreaterThan(8);
        expect(differenceSeenBy('deuteranopia', color(a), color(b))).toBeGreaterThan(8);
      }
    }
  });

  it('leaves greys what they are', () => {
    const grey = color('#808080');
    expect(differenceSeenBy('protanopia', grey, color('#404040'))).toBeCloseTo(
      differenceOf(grey, color('#404040')),
      1,
    );
    expect(oklchOf(grey).c).toBeLessThan(0.001);
  });
});
