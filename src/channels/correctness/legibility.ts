import { displayedTextColor, effectiveBackground, paintersAbove, textColor } from '../../graph/background.js';
import { opacityOf } from '../../graph/visibility.js';
import type { Layout } from '../../render/capture.js';
import type { Pixels } from '../check.js';
import { contrastRatio } from './contrast.js';
import { area, intersect } from './geometry.js';
import { isFlat, piecesOf, showsInk } from './line-pixels.js';
import { scaleOf } from './magnification.js';
import { contains, factsOf, shown, upFrom, type TextLine } from './scene.js';
import { THRESHOLDS } from './thresholds.js';

const { minSize, minContrast, minCovered } = THRESHOLDS['required-text'];

/** Why a line of text that is drawn can't be read. */
export type Illegible = 'tiny' | 'invisible' | 'covered';

/**
 * Why nobody can read a line, or null for one that can be read. This is about text that is as good as absent, far below
 * what is hard to read: `font-size` and `text-contrast` judge that.
 *
 * @param pixels the page's picture, or null; it decides where a background is not a plain colour
 * @param gone addresses of pictures that could not be offered: text over one of them may well stand out from it
 */
export function illegible(
  layout: Layout,
  line: TextLine,
  pixels: Pixels | null,
  gone: ReadonlySet<string>,
): Illegible | null {
  if (line.fontSize * scaleOf(layout, line.element) < minSize.value) return 'tiny';
  const box = shown(line.box, line.clip);
  if (!box) return 'covered';
  const color = displayedTextColor(layout, line.node, box);
  const background = effectiveBackground(layout, line.node, box).color;
  if (isCovered(layout, line, pixels)) return 'covered';
  if (gone.size > 0 && isOverOneOf(layout, line, gone)) return null;
  // Filters, masks, paths, 3D, whatever hides it: where the picture is flat, there is no letter. A sliver of a line may hold none.
  const isWhole = area(box) >= minCovered.value * area(line.box);
  if (pixels && isWhole && isFlat(pixels, box, minContrast.value)) return 'invisible';
  if (color && background) {
    return contrastRatio(color, background) < minContrast.value ? 'invisible' : null;
  }
  const own = textColor(layout, line.node);
  if (!own || !pixels || line.rotated || own[3] * line.opacity < 0.98) return null;
  const pieces = piecesOf(pixels, box, own);
  return pieces.length > 0 && pieces.every(({ ratio }) => ratio < minContrast.value) ? 'invisible' : null;
}

/**
 * Does something lie over most of the letters that hides them? A plain opaque colour does unless the picture shows them all
 * the same; of a gradient or a picture only the picture can tell.
 */
function isCovered(layout: Layout, line: TextLine, pixels: Pixels | null): boolean {
  const covers = paintersAbove(layout, line.node, line.ink).filter(
    ({ node, box, color, varied }) =>
      (varied || color[3] >= 0.95) &&
      opacityOf(layout, node) >= 0.95 &&
      !contains(layout, node, line.node) &&
      area(intersect(box, line.ink)) >= minCovered.value * area(line.ink),
  );
  if (covers.length === 0) return false;
  const color = displayedTextColor(layout, line.node, line.box) ?? textColor(layout, line.node);
  if (pixels && color) return !showsInk(pixels, line.ink, color);
  return covers.some(({ varied }) => !varied);
}

/** Is the text laid over a background picture of this list? */
function isOverOneOf(layout: Layout, line: TextLine, pictures: ReadonlySet<string>): boolean {
  for (const i of upFrom(layout, line.element)) {
    const image = factsOf(layout, i)?.css['background-image'] ?? 'none';
    if ([...image.matchAll(/url\("([^"]*)"\)/g)].some(([, url]) => pictures.has(url!))) return true;
  }
  return false;
}
