import { FIXED_CANVAS_KINDS } from '../../artifact/schema.js';
import type { CheckContext } from '../check.js';

/** Name of the viewport of a page whose canvas was asked for or is written in its code. */
const CANVAS = 'canvas';

/**
 * Width and height of the canvas that a page has to fit, px; null where it may be longer than the window. A slide always has one; a
 * chart or a poster for which nobody named a size is looked at in a window that says nothing of it.
 */
export function fixedCanvas({
  kind,
  layout,
  brief,
}: Pick<CheckContext, 'kind' | 'layout' | 'brief'>): readonly [number, number] | null {
  if (!FIXED_CANVAS_KINDS.includes(kind)) return null;
  if (brief.canvas) return brief.canvas;
  return kind === 'slide' || layout.viewport === CANVAS ? layout.size : null;
}
