const LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const c = i / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

/** OKLab (Ottosson 2020) of an RGB plane, read every `step` pixels in both directions so that no colours are mixed. */
export interface Lab {
  width: number;
  height: number;
  l: Float32Array;
  a: Float32Array;
  b: Float32Array;
}

/** Colours whose OKLab is remembered; a power of two. */
const KNOWN = 4096;

/**
 * Culori converts colour by colour, through objects: 40 times too slow for pictures. Pages have few colours: most pixels are like
 * one before and need no roots.
 */
export function labOf(plane: { width: number; height: number; data: Uint8Array }, step: number): Lab {
  const width = Math.ceil(plane.width / step);
  const height = Math.ceil(plane.height / step);
  const lab = {
    width,
    height,
    l: floats(width * height),
    a: floats(width * height),
    b: floats(width * height),
  };
  const { data } = plane;
  let before = -1;
  /** Where the colour of each place was seen last, and which it was. */
  const seen = new Int32Array(KNOWN).fill(-1);
  const seenAt = new Int32Array(KNOWN);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to++) {
      const at = (y * step * plane.width + x * step) * 3;
      const rgb = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
      if (rgb === before) {
        lab.l[to] = lab.l[to - 1]!;
        lab.a[to] = lab.a[to - 1]!;
        lab.b[to] = lab.b[to - 1]!;
        continue;
      }
      before = rgb;
      const place = (rgb ^ (rgb >> 9)) & (KNOWN - 1);
      if (seen[place] === rgb) {
        const from = seenAt[place]!;
        lab.l[to] = lab.l[from]!;
        lab.a[to] = lab.a[from]!;
        lab.b[to] = lab.b[from]!;
        continue;
      }
      seen[place] = rgb;
      seenAt[place] = to;
      const red = LINEAR[data[at]!]!;
      const green = LINEAR[data[at + 1]!]!;
      const blue = LINEAR[data[at + 2]!]!;
      const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
      const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
      const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
      lab.l[to] = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
      lab.a[to] = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
      lab.b[to] = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
    }
  }
  return lab;
}

function floats(length: number): Float32Array {
  return new Float32Array(length);
}
