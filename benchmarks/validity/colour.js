// sRGB colours as [r, g, b] in 0-255.

/** A computed colour, `rgb(…)` or `rgba(…)`; null for one that lets something shine through. */
export function parseColour(text) {
  const numbers = text?.match(/[\d.]+/g)?.map(Number);
  if (!numbers || !/^rgba?\(/.test(text) || (numbers[3] ?? 1) < 1) return null;
  return numbers.slice(0, 3);
}

/** A colour of the design graph, whose parts are in [0,1]. */
export const ofGraph = (colour) => colour.slice(0, 3).map((part) => 255 * part);

export const css = (colour) => `rgb(${colour.map(Math.round).join(', ')})`;

export const mix = (a, b, share) => a.map((part, i) => part + (b[i] - part) * share);

/** WCAG 2.2 contrast ratio. */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The colour between `from` and `ground` whose contrast with the ground is `ratio`, or a trace less; null when `from` has less. */
export function fade(from, ground, ratio) {
  if (contrast(from, ground) <= ratio) return null;
  let [low, high] = [0, 1];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (contrast(mix(from, ground, middle).map(Math.round), ground) > ratio) low = middle;
    else high = middle;
  }
  return mix(from, ground, high).map(Math.round);
}

/** Black or white, whichever reads better. */
export const readable = (ground) =>
  contrast([0, 0, 0], ground) > contrast([255, 255, 255], ground) ? [0, 0, 0] : [255, 255, 255];

function luminance(colour) {
  const [r, g, b] = colour.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
