import type { Screen } from './screen.js';
import { correlation, deviation } from './statistics.js';

const GRID = 8;

export type CompositionMeasure =
  | 'symmetryAcross'
  | 'symmetryDown'
  | 'balanceAcross'
  | 'balanceDown'
  | 'densitySpread'
  | 'whitespace'
  | 'emptyRectangle'
  | 'quadtree'
  | 'figureShare'
  | 'figureContrast';

/** Where on the screen things are: symmetry, balance, whitespace, parts, figure and ground; cells of 8 x 8 px. */
export function compositionMeasures(screen: Screen): Record<CompositionMeasure, number> {
  const { width, height, busy, tone } = cells(screen);
  const left: number[] = [];
  const right: number[] = [];
  const top: number[] = [];
  const bottom: number[] = [];
  let weight = 0;
  let x = 0;
  let y = 0;
  let empty = 0;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const value = busy[row * width + column]!;
      weight += value;
      x += value * (column + 0.5);
      y += value * (row + 0.5);
      if (value < 0.01) empty++;
      if (column < width >> 1) {
        left.push(value);
        right.push(busy[row * width + width - 1 - column]!);
      }
      if (row < height >> 1) {
        top.push(value);
        bottom.push(busy[(height - 1 - row) * width + column]!);
      }
    }
  }
  return {
    symmetryAcross: correlation(left, right),
    symmetryDown: correlation(top, bottom),
    balanceAcross: weight > 0 ? Math.abs((2 * x) / weight / width - 1) : 0,
    balanceDown: weight > 0 ? (2 * y) / weight / height - 1 : 0,
    densitySpread: deviation(regions(busy, width, height)),
    whitespace: empty / busy.length,
    emptyRectangle: largestEmpty(busy, width, height) / busy.length,
    quadtree: Math.log2(leaves(tone, width, 0, 0, width, height)),
    ...figure(tone, width, height),
  };
}

/** Mean luma of each cell and how much it changes inside, both in [0,1]. */
function cells({ luma }: Screen): { width: number; height: number; busy: Float64Array; tone: Float64Array } {
  const width = Math.floor(luma.width / GRID);
  const height = Math.floor(luma.height / GRID);
  const busy = new Float64Array(width * height);
  const tone = new Float64Array(width * height);
  for (let row = 0, cell = 0; row < height; row++) {
    for (let column = 0; column < width; column++, cell++) {
      let sum = 0;
      let squares = 0;
      for (let y = row * GRID; y < (row + 1) * GRID; y++) {
        for (let i = y * luma.width + column * GRID, end = i + GRID; i < end; i++) {
          sum += luma.data[i]!;
          squares += luma.data[i]! ** 2;
        }
      }
      const middle = sum / GRID ** 2;
      tone[cell] = middle / 255;
      busy[cell] = Math.min(1, Math.sqrt(Math.max(0, squares / GRID ** 2 - middle ** 2)) / 64);
    }
  }
  return { width, height, busy, tone };
}

/** Mean activity in 4 x 4 parts of the screen. */
function regions(busy: Float64Array, width: number, height: number): Float64Array {
  const sums = new Float64Array(16);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sums[4 * Math.floor((4 * y) / height) + Math.floor((4 * x) / width)]! += busy[y * width + x]!;
    }
  }
  return sums.map((sum) => (sum * 16) / busy.length);
}

/** Cells of the largest rectangle in which nothing happens (largest rectangle under a histogram, row by row). */
function largestEmpty(busy: Float64Array, width: number, height: number): number {
  const heights = new Uint16Array(width + 1);
  let best = 0;
  for (let y = 0; y < height; y++) {
    const stack: number[] = [];
    for (let x = 0; x <= width; x++) {
      heights[x] = x < width && busy[y * width + x]! < 0.01 ? heights[x]! + 1 : 0;
      while (stack.length > 0 && heights[stack.at(-1)!]! >= heights[x]!) {
        const tall = heights[stack.pop()!]!;
        best = Math.max(best, tall * (x - 1 - (stack.at(-1) ?? -1)));
      }
      stack.push(x);
    }
  }
  return best;
}

/** Leaves of a quadtree that splits while the tones in a part spread by more than 5% (after Zheng et al. 2009). */
function leaves(
  tone: Float64Array,
  stride: number,
  left: number,
  top: number,
  width: number,
  height: number,
): number {
  if (width < 2 || height < 2) return 1;
  let sum = 0;
  let squares = 0;
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      const value = tone[y * stride + x]!;
      sum += value;
      squares += value * value;
    }
  }
  const n = width * height;
  if (squares / n - (sum / n) ** 2 < 0.05 ** 2) return 1;
  const [w, h] = [width >> 1, height >> 1];
  return (
    leaves(tone, stride, left, top, w, h) +
    leaves(tone, stride, left + w, top, width - w, h) +
    leaves(tone, stride, left, top + h, w, height - h) +
    leaves(tone, stride, left + w, top + h, width - w, height - h)
  );
}

/** Ground is the commonest tone along the border; figure is what differs from it by more than 6%. */
function figure(
  tone: Float64Array,
  width: number,
  height: number,
): Record<'figureShare' | 'figureContrast', number> {
  const counts = new Uint32Array(33);
  for (let x = 0; x < width; x++) {
    counts[Math.round(tone[x]! * 32)]!++;
    counts[Math.round(tone[(height - 1) * width + x]! * 32)]!++;
  }
  for (let y = 0; y < height; y++) {
    counts[Math.round(tone[y * width]! * 32)]!++;
    counts[Math.round(tone[y * width + width - 1]! * 32)]!++;
  }
  const ground = counts.indexOf(Math.max(...counts)) / 32;
  let share = 0;
  let contrast = 0;
  for (const value of tone) {
    const apart = Math.abs(value - ground);
    if (apart <= 0.06) continue;
    share++;
    contrast += apart;
  }
  return { figureShare: share / tone.length, figureContrast: share > 0 ? contrast / share : 0 };
}
