import { converter, differenceCiede2000, filterDeficiencyDeuter, filterDeficiencyProt } from 'culori';
import type { Color, Rgb } from 'culori';
import type { Rgba } from '../../../graph/schema.js';

const toOklch = converter('oklch');
const toLinear = converter('lrgb');
const ciede2000 = differenceCiede2000();

const rgb = ([r, g, b]: Rgba): Rgb => ({ mode: 'rgb', r, g, b });

/** Lightness in [0,1], chroma (0 is grey, most vivid colours reach 0.2 to 0.3) and hue in degrees, in OKLCH. */
export function oklchOf(color: Rgba): { l: number; c: number; h: number } {
  const { l, c, h } = toOklch(rgb(color));
  return { l, c, h: h ?? 0 };
}

/** CIEDE2000 of two colours, alpha ignored; 1 is just noticeable side by side. */
export function differenceOf(a: Rgba, b: Rgba): number {
  return ciede2000(rgb(a), rgb(b));
}

/** Eyes that lack the cones for long (protanopia) or medium (deuteranopia) waves: about 1 man in 100 each. */
export const DEFICIENCIES = {
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
} as const;

/** CIEDE2000 of two colours as such eyes see them. */
export function differenceSeenBy(deficiency: keyof typeof DEFICIENCIES, a: Rgba, b: Rgba): number {
  return ciede2000(seenBy(deficiency, a), seenBy(deficiency, b));
}

/**
 * A colour as such eyes see it, by the matrices of Machado, Oliveira & Fernandes (2009). They are made for linear light;
 * culori applies them to the parts that it is given, so linear ones are handed in.
 */
function seenBy(deficiency: keyof typeof DEFICIENCIES, color: Rgba): Color {
  const { r, g, b } = toLinear(rgb(color));
  const seen = DEFICIENCIES[deficiency]<Rgb>({ mode: 'rgb', r, g, b });
  return { mode: 'lrgb', r: seen.r, g: seen.g, b: seen.b };
}
