import type { Box } from '../render/capture.js';

/** Corners of a rectangle in CSS px of the page. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const EVERYWHERE: Rect = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
export const NOWHERE: Rect = { left: 0, top: 0, right: 0, bottom: 0 };

export function rectOf([x, y, width, height]: Box): Rect {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

export function boxOf(rect: Rect): Box {
  return [rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top];
}

export function isEmpty(rect: Rect): boolean {
  return rect.right <= rect.left || rect.bottom <= rect.top;
}

/** What two rectangles share; {@link NOWHERE} when nothing. Gives back `a` itself when it lies within `b`. */
export function intersect(a: Rect, b: Rect): Rect {
  if (a.left >= b.left && a.top >= b.top && a.right <= b.right && a.bottom <= b.bottom) return a;
  const shared = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
  return isEmpty(shared) ? NOWHERE : shared;
}

/** The smallest box around all of `boxes`, or null when there are none. */
export function union(boxes: Iterable<Box>): Box | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [x, y, width, height] of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return right < left ? null : [left, top, right - left, bottom - top];
}

export function area([, , width, height]: Box): number {
  return width > 0 && height > 0 ? width * height : 0;
}

/** Area that two boxes share, in px². */
export function overlapArea(a: Box, b: Box): number {
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  return width > 0 && height > 0 ? width * height : 0;
}

/** True when `outer` contains `inner`, give or take `slack` px. */
export function covers(outer: Box, inner: Box, slack = 0): boolean {
  return (
    outer[0] <= inner[0] + slack &&
    outer[1] <= inner[1] + slack &&
    outer[0] + outer[2] >= inner[0] + inner[2] - slack &&
    outer[1] + outer[3] >= inner[1] + inner[3] - slack
  );
}
