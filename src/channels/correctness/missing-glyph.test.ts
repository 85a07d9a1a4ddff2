import { describe, expect, it } from 'vitest';
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

  it('counts icons whose font never came', async () => {
    const { score, defects } = await evaluate(missingGlyph, page('\uE9AB Mail', [0xe9ab]));
    expect(score).toBeLessThan(1);
    expect(defects).toMatchObject([{ measured: { value: 1, codepoints: 'U+E9AB' } }]);
  });

  it.each([
    ['joiners', 'می‌خواهم', [0x200c]],
    ['direction marks', 'a‏b', [0x200f]],
    ['variation selectors', '☀️', [0xfe0f]],
    ['spaces', 'a b', [0x2003]],
  ])('does not count what is never drawn or not known: %s', async (_, text, missing) => {
    expect((await evaluate(missingGlyph, page(text, missing))).score).toBe(1);
  });
});
