import { displayedTextColor, effectiveBackground, paintersAbove, textColor } from '../../graph/background.js';
import { opacityOf } from '../../graph/visibility.js';
import type { Layout } from '../../render/capture.js';
import type { Pixels } from '../check.js';
import { contrastRatio } from './contrast.js';
import { area, intersect } from './geometry.js';
import { piecesOf, showsInk } from './line-pixels.js';
import { scaleOf } from './magnification.js';
import { contains, shown, type TextLine } from './scene.js';
import { THRESHOLDS } from './thresholds.js';

const { minSize, minContrast, minCovered } = THRESHOLDS['required-text'];

/** Why a line of text that is drawn can't be read. */
export type Illegible = 'tiny' | 'invisible' | 'covered';

/**
 * Why nobody can read a line, or null for one that can be read. This is about text that is as good as absent, far below
 * what is hard to read: `font-size` and `text-contrast` judge that.
 *
 * @param pixels the page's picture, or null; it decides where a background is not a plain colour
 */
export function illegible(layout: Layout, line: TextLine, pixels: Pixels | null): Illegible | null {
  if (line.fontSize * scaleOf(layout, line.element) < minSize.value) return 'tiny';
  const box = shown(line.box, line.clip);
  if (!box) return 'covered';
  const color = displayedTextColor(layout, line.node, box);
  const background = effectiveBackground(layout, line.node, box).color;
  if (isCovered(layout, line, pixels)) return 'covered';
  if (color && background) {
    return contrastRatio(color, background) < minContrast.value ? 'invisible' : null;
  }
  const own = textColor(layout, line.node);
  if (!own || !pixels || line.rotated || own[3] * line.opacity < 0.98) return null;
  const pieces = piecesOf(pixels, box, own);
  return pieces.length > 0 && pieces.every(({ ratio }) => ratio < minContrast.value) ? 'invisible' : null;
}

/** Does something opaque lie over most of the letters, and does the picture not show them all the same? */
function isCovered(layout: Layout, line: TextLine, pixels: Pixels | null): boolean {
  const covers = paintersAbove(layout, line.node, line.ink).some(
    ({ node, box, color, varied }) =>
      color[3] >= 0.95 &&
      !varied &&
      opacityOf(layout, node) >= 0.95 &&
      !contains(layout, node, line.node) &&
      area(intersect(box, line.ink)) >= minCovered.value * area(line.ink),
  );
  if (!covers) return false;
  const color = displayedTextColor(layout, line.node, line.box);
  return !pixels || !color || !showsInk(pixels, line.ink, color);
}
