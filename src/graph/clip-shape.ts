import type { Box } from '../render/capture.js';
import { EVERYWHERE, rectOf, type Rect } from './geometry.js';
import { px } from './style.js';

/** Lengths of a border box on screen for one CSS px of the element: 1 unless it is scaled. */
export interface Scale {
  x: number;
  y: number;
}

/**
 * The rectangle around a computed `clip-path`: exact for `inset()`, the bounding box of `circle()`, `ellipse()` and
 * `polygon()`, {@link EVERYWHERE} for what only pixels can tell (`url()`, `path()`, `calc()`).
 */
export function clipPathRect(value: string, box: Box, scale: Scale): Rect {
  const shape = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/.exec(value);
  if (!shape) return EVERYWHERE;
  const [, name, body = ''] = shape;
  const x = (length: string) => lengthOf(length, box[2], scale.x);
  const y = (length: string) => lengthOf(length, box[3], scale.y);
  if (name === 'inset') return insetRect(body, box, x, y);
  if (name === 'polygon') {
    const points = body
      .split(',')
      .map((point) => point.trim().split(/\s+/))
      .filter((point) => point.length === 2);
    if (points.length === 0) return EVERYWHERE;
    const xs = points.map((point) => box[0] + x(point[0]!));
    const ys = points.map((point) => box[1] + y(point[1]!));
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  }
  return roundRect(body, box, x, y, scale);
}

/** The rectangle of the legacy `clip: rect(top, right, bottom, left)`, which applies to positioned boxes. */
export function clipRect(value: string, box: Box, scale: Scale): Rect {
  const shape = /^rect\(([^()]*)\)/.exec(value);
  if (!shape) return EVERYWHERE;
  const [top, right, bottom, left] = shape[1]!.split(/[\s,]+/);
  const at = (length: string | undefined, start: number, auto: number, unit: number) =>
    length === undefined || length === 'auto' ? auto : start + px(length) * unit;
  const whole = rectOf(box);
  return {
    left: at(left, box[0], whole.left, scale.x),
    top: at(top, box[1], whole.top, scale.y),
    right: at(right, box[0], whole.right, scale.x),
    bottom: at(bottom, box[1], whole.bottom, scale.y),
  };
}

type Length = (length: string) => number;

function insetRect(body: string, box: Box, x: Length, y: Length): Rect {
  const sides = body.split('round')[0]!.trim().split(/\s+/);
  const [top, right = top, bottom = top, left = right] = sides as [string, ...string[]];
  const whole = rectOf(box);
  return {
    left: whole.left + x(left),
    top: whole.top + y(top),
    right: whole.right - x(right),
    bottom: whole.bottom - y(bottom),
  };
}

function roundRect(body: string, box: Box, x: Length, y: Length, scale: Scale): Rect {
  const [radii = '', centre = '50% 50%'] = body.split(/(?:^|\s)at\s/);
  const radius = radii.trim().split(/\s+/).filter(Boolean);
  // Keywords (closest-side) and percentages of a circle depend on more than a rectangle needs to know.
  if (radius.length === 0 || radius.some((length) => !/^[\d.]+(px|%)$/.test(length))) return EVERYWHERE;
  const [cx = '50%', cy = '50%'] = centre.trim().split(/\s+/);
  const diagonal = Math.hypot(box[2], box[3]) / Math.SQRT2;
  const rx = radius.length === 1 ? lengthOf(radius[0]!, diagonal, scale.x) : x(radius[0]!);
  const ry = radius.length === 1 ? lengthOf(radius[0]!, diagonal, scale.y) : y(radius[1]!);
  const left = box[0] + x(cx) - rx;
  const top = box[1] + y(cy) - ry;
  return { left, top, right: left + 2 * rx, bottom: top + 2 * ry };
}

function lengthOf(length: string, whole: number, scale: number): number {
  return length.endsWith('%') ? (px(length) / 100) * whole : px(length) * scale;
}
