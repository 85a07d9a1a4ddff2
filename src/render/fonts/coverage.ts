import { fontManifest } from './manifest.js';

/**
 * What is never drawn as a box, whatever the fonts hold: controls and separators, default-ignorable characters (joiners,
 * bidi marks, variation selectors, tags, soft hyphens), and private use, where a page's own icon font gives the meaning.
 */
const NEVER_MISSING = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether some bundled font can draw a code point, or it needs no drawing. Where this is false, only a font that the page
 * brings itself can draw it. Unassigned code points and lone surrogates have no glyph.
 */
export function hasGlyph(codePoint: number): boolean {
  return isCovered(codePoint, fontManifest().coverage) || NEVER_MISSING.test(String.fromCodePoint(codePoint));
}

/** Binary search in flat, ascending pairs of first and last. */
function isCovered(codePoint: number, runs: readonly number[]): boolean {
  let [low, high] = [0, runs.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < runs[2 * middle]!) high = middle - 1;
    else if (codePoint > runs[2 * middle + 1]!) low = middle + 1;
    else return true;
  }
  return false;
}
