import type { Screen } from './screen.js';
import { entropy, mean } from './statistics.js';

const SIZE = 64;

export type SaliencyMeasure = 'saliencyEntropy' | 'saliencyPeak' | 'saliencyHeight' | 'saliencyOffCentre';

/**
 * Where the eye is drawn, by the spectral residual (Hou & Zhang 2007) of a 64 x 64 picture: whether few places stand out
 * (low entropy, high peak) or everything shouts, and where.
 */
export function saliencyMeasures(screen: Screen): Record<SaliencyMeasure, number> {
  const map = saliency(shrunk(screen));
  let x = 0;
  let y = 0;
  let sum = 0;
  map.forEach((value, i) => {
    sum += value;
    x += value * ((i % SIZE) + 0.5);
    y += value * (Math.floor(i / SIZE) + 0.5);
  });
  const sorted = map.slice().sort();
  const top = sorted.slice(-Math.round(map.length / 50));
  return {
    saliencyEntropy: sum > 0 ? entropy(map) : Math.log2(map.length),
    saliencyPeak: sum > 0 ? (mean(top) * top.length) / sum : 0,
    saliencyHeight: sum > 0 ? y / sum / SIZE : 0.5,
    saliencyOffCentre: sum > 0 ? Math.abs(x / sum / SIZE - 0.5) : 0,
  };
}

function shrunk({ scales: [, , , eighth] }: Screen): Float64Array {
  const values = new Float64Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const top = Math.floor((y * eighth.height) / SIZE);
      const bottom = Math.max(top + 1, Math.floor(((y + 1) * eighth.height) / SIZE));
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        const at = (row * eighth.width + 2 * x) * 3;
        for (let i = at; i < at + 6; i++) sum += eighth.data[i]!;
      }
      values[y * SIZE + x] = sum / (6 * (bottom - top) * 255);
    }
  }
  return values;
}

function saliency(picture: Float64Array): Float64Array {
  const real = picture.slice();
  const imaginary = new Float64Array(real.length);
  transform(real, imaginary, 1);
  const amplitude = real.map((re, i) => Math.log(Math.sqrt(re * re + imaginary[i]! ** 2) + 1e-6));
  const average = blurred(amplitude, 1);
  // The phase stays: only the length of each number changes, to exp(amplitude - average).
  for (let i = 0; i < real.length; i++) {
    const by = Math.exp(-average[i]!);
    real[i]! *= by;
    imaginary[i]! *= by;
  }
  transform(real, imaginary, -1);
  return blurred(
    real.map((re, i) => re * re + imaginary[i]! ** 2),
    2,
  );
}

/** Mean over a square of 2r + 1 cells that wraps around. */
function blurred(values: Float64Array, radius: number): Float64Array {
  const pass = (from: Float64Array, step: 1 | typeof SIZE) =>
    from.map((_, i) => {
      const place = step === 1 ? i % SIZE : Math.floor(i / SIZE);
      let sum = 0;
      for (let d = -radius; d <= radius; d++) sum += from[i + (((place + d + SIZE) % SIZE) - place) * step]!;
      return sum / (2 * radius + 1);
    });
  return pass(pass(values, 1), SIZE);
}

/** Two-dimensional FFT in place, unscaled; `sign` -1 goes back. */
function transform(real: Float64Array, imaginary: Float64Array, sign: 1 | -1): void {
  for (let i = 0; i < SIZE; i++) {
    fft(real, imaginary, i * SIZE, 1, sign);
  }
  for (let i = 0; i < SIZE; i++) {
    fft(real, imaginary, i, SIZE, sign);
  }
}

const COS = Float64Array.from({ length: SIZE / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / SIZE));
const SIN = Float64Array.from({ length: SIZE / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / SIZE));

/** Cooley & Tukey, radix 2, on SIZE values that start at `offset`, `stride` apart. */
function fft(re: Float64Array, im: Float64Array, offset: number, stride: number, sign: 1 | -1): void {
  for (let i = 1, j = 0; i < SIZE; i++) {
    let bit = SIZE >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    const [a, b] = [offset + i * stride, offset + j * stride];
    [re[a], re[b]] = [re[b]!, re[a]!];
    [im[a], im[b]] = [im[b]!, im[a]!];
  }
  for (let length = 2; length <= SIZE; length *= 2) {
    for (let k = 0; k < length / 2; k++) {
      const cos = COS[(k * SIZE) / length]!;
      const sin = -sign * SIN[(k * SIZE) / length]!;
      for (let i = k; i < SIZE; i += length) {
        const [a, b] = [offset + i * stride, offset + (i + length / 2) * stride];
        const x = re[b]! * cos - im[b]! * sin;
        const y = re[b]! * sin + im[b]! * cos;
        re[b] = re[a]! - x;
        im[b] = im[a]! - y;
        re[a]! += x;
        im[a]! += y;
      }
    }
  }
}
