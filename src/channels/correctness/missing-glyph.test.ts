import { describe, expect, it } from 'vitest';
import type { CaptureData } from '../../render/capture.js';
import { evaluate } from '../testing/evaluate.js';
import { layoutOf } from '../testing/capture.js';
import { missingGlyph } from './missing-glyph.js';

const page = (text: string, missingGlyphs: number[] = []) =>
  layoutOf({ tag: 'body', children: [{ tag: 'p', children: [text], missingGlyphs }] });

describe('missing-glyph', () => {
  it('counts characters that no font draws', async () => {
    const { score, defects } = await evaluate(missingGlyph, page('𐤀𐤁𐤀 alphabet', [0x10900, 0x10901]));
    expect(score).toBeLessThan(1);
    expect(defects).toMatchObject([{ measured: { value: 3, codepoints: 'U+10900 U+10901' } }]);
  });

  it.each([
    ['joiners', 'می‌خواهم', [0x200c]],
    ['direction marks', 'a‏b', [0x200f]],
    ['variation selectors', '☀️', [0xfe0f]],
    ['spaces', 'a b', [0x2003]],
  ])('does not count what is never drawn: %s', async (_, text, missing) => {
    expect((await evaluate(missingGlyph, page(text, missing))).score).toBe(1);
  });

  it('excuses the icons of a font that could not be offered', async () => {
    const icon = page('\uE9AB Mail', [0xe9ab]);
    expect((await evaluate(missingGlyph, icon)).score).toBeLessThan(1);
    const requests: CaptureData['requests'] = [
      { url: 'https://cdn.example/icons.css', type: 'Stylesheet', fate: 'unavailable', status: null },
    ];
    expect((await evaluate(missingGlyph, icon, { data: { requests } })).score).toBe(1);
  });
});
