import { z } from 'zod';
import { elementOf } from '../../graph/tree.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { reachableTexts } from './reachable.js';
import { scoreByShare } from './scale.js';
import { nameOf } from './wording.js';

/** Codepoints that are not drawn, or only change how others are. */
const UNJUDGED = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}]/u;

/** Characters that no font could draw: readers see empty boxes. */
export const missingGlyph = defineCheck({
  meta: {
    id: 'missing-glyph',
    title: 'Missing glyph',
    description:
      'Characters that none of the fonts can draw, so that the reader sees an empty box or a box with digits in it. The renderer has fonts for Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese and Korean, emoji and symbols: what is missing there is missing on most machines. Private-use characters, the home of icon fonts, are missing where the page has no font for them, unless that font or a stylesheet lies outside the artifact and could not be had; a row of them within a text is missing even then.',
    remedy:
      'Use a character that common fonts have, an inline SVG for an icon, or bring a web font that covers it.',
    severity: 'error',
    weight: 0.4,
    source:
      'CSS Fonts 4, 5.3 (font matching ends in a visible "missing glyph"); OpenType, glyph 0 (.notdef).',
    viewports: 'primary',
  },
  options: z.strictObject({}),
  evaluate({ layout }): CheckResult {
    const nodes = reachableTexts(layout);
    if (nodes.length === 0) return { score: null, reason: 'no-text' };
    let total = 0;
    let affected = 0;
    const defects = nodes.flatMap((node): Defect[] => {
      const { text = '', missingGlyphs = [], parent, box } = layout.nodes[node]!;
      const characters = Array.from(text);
      total += characters.length;
      const missing = new Set(
        missingGlyphs.map((code) => String.fromCodePoint(code)).filter((c) => !UNJUDGED.test(c)),
      );
      const count = characters.filter((c) => missing.has(c)).length;
      if (count === 0) return [];
      affected += count;
      const element = elementOf(layout, parent);
      const names = [...missing].map(codeName);
      return [
        {
          element,
          box,
          message: `${nameOf(layout, element)} holds ${count === 1 ? 'a character' : `${count} characters`} that no font can draw: ${names.slice(0, 5).join(', ')}.`,
          measured: { value: count, unit: 'characters', codepoints: names.slice(0, 20).join(' ') },
          expected: { max: 0 },
          suggestion: 'Use another character or an inline SVG, or bring a font that has it.',
        },
      ];
    });
    return { score: scoreByShare(affected, total), defects };
  },
});

function codeName(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
