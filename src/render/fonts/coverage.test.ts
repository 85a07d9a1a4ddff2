import { describe, expect, it } from 'vitest';
import { hasGlyph } from './coverage.js';

const missing = (text: string) => Array.from(text).filter((char) => !hasGlyph(char.codePointAt(0)!));

describe('hasGlyph', () => {
  it('knows what the bundled fonts draw', () => {
    expect(missing('Kallos κάλλος Красота 美しい 아름다움 جمال יופי सुंदर สวย 😀 → ∑ ✓')).toEqual([]);
  });

  it('knows what no bundled font draws', () => {
    // Egyptian hieroglyphs, cuneiform, an unassigned code point, a lone surrogate.
    for (const code of [0x13000, 0x12000, 0x0378, 0xd800]) expect(hasGlyph(code)).toBe(false);
  });

  it('never misses what is not drawn', () => {
    // Tab, no-break space, soft hyphen, ZWJ, right-to-left mark, variation selectors, a tag, byte order mark.
    for (const code of [0x09, 0xa0, 0xad, 0x200d, 0x200f, 0xfe0f, 0xe0100, 0xe0067, 0xfeff])
      expect(hasGlyph(code)).toBe(true);
  });

  it('leaves private use to the icon font of the page', () => {
    for (const code of [0xe000, 0xf8ff, 0xf0000, 0x10fffd]) expect(hasGlyph(code)).toBe(true);
  });
});
