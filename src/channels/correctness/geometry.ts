import type { Box } from '../../render/capture.js';

/** The common part of two boxes, or null when they don't meet. */
export function intersect(a: Box, b: Box): Box | null {
  const x = Math.max(a[0], b[0]);
  const y = Math.max(a[1], b[1]);
  const right = Math.min(a[0] + a[2], b[0] + b[2]);
  const bottom = Math.min(a[1] + a[3], b[1] + b[3]);
  return right > x && bottom > y ? [x, y, right - x, bottom - y] : null;
}

/** Area in px². */
export function area(box: Box | null): number {
  return box ? box[2] * box[3] : 0;
}

/** The smallest box around both. */
export function union(a: Box, b: Box): Box {
  const x = Math.min(a[0], b[0]);
  const y = Math.min(a[1], b[1]);
  return [x, y, Math.max(a[0] + a[2], b[0] + b[2]) - x, Math.max(a[1] + a[3], b[1] + b[3]) - y];
}

/** Intersection over union, in [0,1]. */
export function overlapRatio(a: Box, b: Box): number {
  const common = area(intersect(a, b));
  return common === 0 ? 0 : common / (area(a) + area(b) - common);
}

/** True for a computed `transform` that turns or skews; moving, scaling and mirroring keep boxes upright. */
export function isRotated(transform: string): boolean {
  if (transform.startsWith('matrix3d(')) {
    const m = numbers(transform);
    // About the axis that points at the reader, or about one of the others: in space boxes become trapezoids.
    return [1, 4, 2, 8, 6, 9].some((at) => Math.abs(m[at] ?? 0) > 1e-3);
  }
  if (!transform.startsWith('matrix(')) return false;
  const m = numbers(transform);
  return Math.abs(m[1] ?? 0) > 1e-3 || Math.abs(m[2] ?? 0) > 1e-3;
}

/** True for a computed `transform` that turns its element's back to the reader. */
export function isAverted(transform: string): boolean {
  return transform.startsWith('matrix3d(') && numbers(transform)[10]! < -0.5;
}

function numbers(transform: string): number[] {
  return transform
    .slice(transform.indexOf('(') + 1, -1)
    .split(',')
    .map(Number);
}

/** A px value as people write it: one decimal at most. */
export function round(value: number, digits = 1): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
