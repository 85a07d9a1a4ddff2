import { labOf, type Lab } from './oklab.js';
import type { Plane, Screen } from './screen.js';
import { entropy } from './statistics.js';

export type ClutterMeasure =
  | 'congestionColour'
  | 'congestionContrast'
  | 'congestionOrientation'
  | 'subbandEntropy'
  | 'subbandColour'
  | 'energyFine'
  | 'energyMiddle'
  | 'energyCoarse'
  | 'energyLoss'
  | 'energyStep'
  | 'energyStepCoarse';

/**
 * Clutter after Rosenholtz, Li & Nakano (2007): feature congestion (how much colour, contrast and orientation vary close
 * together) on a picture of quarter size, and subband entropy, here of Haar wavelets instead of steerable pyramids.
 */
export function clutterMeasures({ scales: [, half, quarter] }: Screen): Record<ClutterMeasure, number> {
  const lab = labOf(quarter, 1);
  const bands = subbands(tonesOf(half), half.width, half.height);
  const colour = [lab.a, lab.b].map((plane) => subbands(plane, lab.width, lab.height).bits);
  const [fine, middle, coarse, broad] = bands.energy;
  return {
    ...congestion(lab),
    subbandEntropy: bands.bits,
    subbandColour: (colour[0]! + colour[1]!) / 2,
    energyFine: Math.log2(fine! + 1e-5),
    energyMiddle: Math.log2(middle! + 1e-5),
    energyCoarse: Math.log2(coarse! + 1e-5),
    energyStep: Math.log2((fine! + 1e-5) / (middle! + 1e-5)),
    energyStepCoarse: Math.log2((middle! + 1e-5) / (coarse! + 1e-5)),
    energyLoss: Math.log2((fine! + 1e-5) / (broad! + 1e-5)),
  };
}

/** Luma in [0,1]; what stands close together on a page differs in it as it does in lightness, and it takes no roots. */
function tonesOf({ data }: Plane): Float32Array {
  const tones = new Float32Array(data.length / 3);
  for (let i = 0, at = 0; i < tones.length; i++, at += 3) {
    tones[i] = (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) / 65280;
  }
  return tones;
}

const WINDOW = 8;

function congestion({
  width,
  height,
  l,
  a,
  b,
}: Lab): Record<'congestionColour' | 'congestionContrast' | 'congestionOrientation', number> {
  let colour = 0;
  let contrast = 0;
  let orientation = 0;
  let windows = 0;
  for (let top = 1; top + WINDOW < height; top += WINDOW) {
    for (let left = 1; left + WINDOW < width; left += WINDOW, windows++) {
      let [sumL, sumA, sumB, sumE] = [0, 0, 0, 0];
      let [squareL, squareA, squareB, squareE] = [0, 0, 0, 0];
      let [even, odd] = [0, 0];
      for (let y = top; y < top + WINDOW; y++) {
        for (let x = left, i = y * width + left; x < left + WINDOW; x++, i++) {
          const across = l[i + 1]! - l[i - 1]!;
          const down = l[i + width]! - l[i - width]!;
          const edge = Math.abs(4 * l[i]! - l[i - 1]! - l[i + 1]! - l[i - width]! - l[i + width]!);
          sumL += l[i]!;
          squareL += l[i]! * l[i]!;
          sumA += a[i]!;
          squareA += a[i]! * a[i]!;
          sumB += b[i]!;
          squareB += b[i]! * b[i]!;
          sumE += edge;
          squareE += edge * edge;
          even += across * across - down * down;
          odd += 2 * across * down;
        }
      }
      const n = WINDOW * WINDOW;
      const spread = (sum: number, squares: number) => Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2));
      // The volume of the ellipsoid of colours, with a floor so that a grey window is not free of clutter.
      colour +=
        ((spread(sumL, squareL) + 0.01) * (spread(sumA, squareA) + 0.01) * (spread(sumB, squareB) + 0.01)) **
        (1 / 3);
      contrast += spread(sumE, squareE);
      const all = squareL / n - (sumL / n) ** 2 + 1e-4;
      orientation += Math.sqrt(all) * (1 - Math.min(1, Math.hypot(even, odd) / n / (4 * all)));
    }
  }
  const of = Math.max(1, windows);
  return {
    congestionColour: colour / of,
    congestionContrast: contrast / of,
    congestionOrientation: orientation / of,
  };
}

/** Haar wavelets, four levels: mean entropy of the detail coefficients (bits, bins of 0.02) and mean absolute detail a level. */
function subbands(plane: Float32Array, width: number, height: number): { bits: number; energy: number[] } {
  let values = plane;
  let bits = 0;
  const energy: number[] = [];
  for (let level = 0; level < 4; level++) {
    const [w, h] = [width >> 1, height >> 1];
    const next = new Float32Array(w * h);
    const counts = [new Float64Array(101), new Float64Array(101), new Float64Array(101)] as const;
    const [acrossCounts, downCounts, aslantCounts] = counts;
    let sum = 0;
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const i = 2 * y * width + 2 * x;
        const p = values[i]!;
        const q = values[i + 1]!;
        const r = values[i + width]!;
        const s = values[i + width + 1]!;
        next[y * w + x] = (p + q + r + s) / 4;
        const across = (p - q + r - s) / 2;
        const down = (p + q - r - s) / 2;
        const aslant = (p - q - r + s) / 2;
        sum += Math.abs(across) + Math.abs(down) + Math.abs(aslant);
        acrossCounts[bin(across)]!++;
        downCounts[bin(down)]!++;
        aslantCounts[bin(aslant)]!++;
      }
    }
    for (const band of counts) bits += entropy(band) / 12;
    energy.push(sum / (3 * w * h));
    [values, width, height] = [next, w, h];
  }
  return { bits, energy };
}

function bin(detail: number): number {
  return Math.max(0, Math.min(100, Math.round(detail * 50) + 50));
}
