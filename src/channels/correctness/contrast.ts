import type { Rgba } from '../../graph/schema.js';

/** Relative luminance of an sRGB colour, alpha ignored, in [0,1] (WCAG 2.2, definition of relative luminance). */
export function luminance([r, g, b]: Rgba | readonly [number, number, number]): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Contrast ratio of two opaque sRGB colours, in [1,21] (WCAG 2.2, definition of contrast ratio). */
export function contrastRatio(a: Rgba, b: Rgba): number {
  const first = luminance(a);
  const second = luminance(b);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/**
 * The colour nearest to `color` on its way to black or white that reaches `ratio` on `background`; null when neither
 * end does. Hue is kept as far as mixing with black or white keeps it.
 */
export function nearestPassing(color: Rgba, background: Rgba, ratio: number): Rgba | null {
  const candidates = [0, 1].flatMap((end) => {
    const mix = (share: number): Rgba => [
      color[0] + (end - color[0]) * share,
      color[1] + (end - color[1]) * share,
      color[2] + (end - color[2]) * share,
      1,
    ];
    for (let step = 1; step <= 64; step++) {
      const mixed = rounded(mix(step / 64));
      if (contrastRatio(mixed, background) >= ratio) return [{ mixed, step }];
    }
    return [];
  });
  return candidates.sort((a, b) => a.step - b.step)[0]?.mixed ?? null;
}

/** The colour as six hexadecimal digits: "#1a2b3c". */
export function hex(color: Rgba): string {
  const digits = (part: number) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${digits(color[0])}${digits(color[1])}${digits(color[2])}`;
}

function rounded([r, g, b]: Rgba): Rgba {
  const whole = (part: number) => Math.round(part * 255) / 255;
  return [whole(r), whole(g), whole(b), 1];
}
