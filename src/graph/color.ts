import { clampRgb, converter, parse } from 'culori';
import type { Style } from '../render/capture.js';
import type { Rgba } from './schema.js';

export const TRANSPARENT: Rgba = [0, 0, 0, 0];
export const WHITE: Rgba = [1, 1, 1, 1];

const toRgb = converter('rgb');
/** The form in which browsers serialise nearly every computed colour. */
const LEGACY = /^rgba?\((\d+(?:\.\d+)?), (\d+(?:\.\d+)?), (\d+(?:\.\d+)?)(?:, (\d*\.?\d+(?:e-\d+)?))?\)$/;

/**
 * Reads a computed CSS colour (`rgb()`, `color(srgb …)`, `oklch()`, `lab()`, hex, names…) as sRGB, each part in [0,1];
 * colours outside the gamut are clipped. Null for what is not a colour: `none`, `url(#gradient)`.
 */
export function parseColor(css: string): Rgba | null {
  const legacy = LEGACY.exec(css);
  if (legacy) {
    const alpha = legacy[4] === undefined ? 1 : Number(legacy[4]);
    return [Number(legacy[1]) / 255, Number(legacy[2]) / 255, Number(legacy[3]) / 255, alpha];
  }
  if (css === 'transparent') return TRANSPARENT;
  const color = parse(css);
  if (!color) return null;
  const { r, g, b, alpha } = clampRgb(toRgb(color));
  return [r, g, b, alpha ?? 1];
}

/**
 * The colour that a shape or text of a drawing is filled or outlined with, at its own opacity (`fill-opacity`), as computed styles have
 * them. Null for what is no one colour: `none`, `url(#gradient)`.
 */
export function paintColor(css: Readonly<Style>, property: 'fill' | 'stroke'): Rgba | null {
  const color = parseColor(css[property]);
  return color && faded(color, Number(css[`${property}-opacity`]));
}

/** Source-over compositing of `top` on `bottom` in sRGB, as browsers blend (Porter & Duff 1984; not premultiplied). */
export function over(top: Rgba, bottom: Rgba): Rgba {
  const alpha = top[3] + bottom[3] * (1 - top[3]);
  if (alpha === 0) return TRANSPARENT;
  const mix = (part: 0 | 1 | 2) => (top[part] * top[3] + bottom[part] * bottom[3] * (1 - top[3])) / alpha;
  return [mix(0), mix(1), mix(2), alpha];
}

/** The same colour at `share` of its opacity. */
export function faded(color: Rgba, share: number): Rgba {
  return share === 1 ? color : [color[0], color[1], color[2], color[3] * share];
}
