import type { Layout } from '../../render/capture.js';
import { factsOf, upFrom } from './scene.js';

/**
 * How much larger than its `font-size` a text is seen: the product of the scales of all transforms and SVG viewports above
 * it. A scale that differs by direction counts as its geometric mean.
 */
export function scaleOf(layout: Layout, element: number): number {
  let scale = 1;
  for (const i of upFrom(layout, element)) {
    scale *= transformScale(factsOf(layout, i)?.css.transform ?? 'none');
    if (layout.nodes[i]!.name === 'svg') scale *= viewBoxScale(layout, i);
  }
  return scale;
}

/** Square root of the area that a computed `transform` makes of a unit square. */
export function transformScale(transform: string): number {
  const m = transform
    .slice(transform.indexOf('(') + 1, -1)
    .split(',')
    .map(Number);
  if (transform.startsWith('matrix(')) return Math.sqrt(Math.abs(m[0]! * m[3]! - m[1]! * m[2]!));
  if (transform.startsWith('matrix3d(')) return Math.sqrt(Math.abs(m[0]! * m[5]! - m[1]! * m[4]!));
  return 1;
}

function viewBoxScale(layout: Layout, svg: number): number {
  const { attributes, box } = layout.nodes[svg]!;
  const viewBox = (attributes?.['viewBox'] ?? attributes?.['viewbox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = viewBox;
  if (!box || !(width > 0) || !(height > 0)) return 1;
  const [x, y] = [box[2] / width, box[3] / height];
  const fit = attributes?.['preserveAspectRatio'] ?? '';
  if (fit.includes('none')) return Math.sqrt(x * y);
  return fit.includes('slice') ? Math.max(x, y) : Math.min(x, y);
}
