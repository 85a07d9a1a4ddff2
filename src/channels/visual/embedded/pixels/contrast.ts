import type { Screen } from './screen.js';
import { deviation, entropy, mean, quantile } from './statistics.js';

const BLOCK = 16;

export type ContrastMeasure =
  | 'contrastMedian'
  | 'contrastUpper'
  | 'contrastTop'
  | 'contrastSpan'
  | 'lumaEntropy'
  | 'flatShare'
  | 'noise'
  | 'sharpness'
  | 'sharpnessDown'
  | 'sharpnessSpread'
  | 'sharpnessRatio'
  | 'rhythmDown'
  | 'rhythmAcross'
  | 'softEdges'
  | 'hardEdges'
  | 'gradientShare';

/** Local contrast (standard deviation of luma in blocks of 16 px, 0-127), how it is spread, and how crisp edges are. */
export function contrastMeasures({ luma }: Screen): Record<ContrastMeasure, number> {
  const { width, height, data } = luma;
  const columns = Math.floor(width / BLOCK);
  const rows = Math.floor(height / BLOCK);
  const contrasts = new Float64Array(columns * rows);
  let flat = 0;
  for (let row = 0, block = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, block++) {
      let sum = 0;
      let squares = 0;
      for (let y = row * BLOCK; y < (row + 1) * BLOCK; y++) {
        for (let at = y * width + column * BLOCK, end = at + BLOCK; at < end; at++) {
          sum += data[at]!;
          squares += data[at]! * data[at]!;
        }
      }
      const n = BLOCK * BLOCK;
      contrasts[block] = Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2));
      if (contrasts[block]! < 1.5) flat++;
    }
  }
  const counts = new Float64Array(64);
  for (let i = 0; i < data.length; i++) counts[data[i]! >> 2]!++;
  const upper = quantile(contrasts, 0.95);
  return {
    contrastMedian: quantile(contrasts, 0.5),
    contrastUpper: quantile(contrasts, 0.8),
    contrastTop: upper,
    contrastSpan: span(counts),
    lumaEntropy: entropy(counts),
    flatShare: flat / contrasts.length,
    noise: noise(luma),
    ...crispness(luma),
  };
}

/** Distance between the darkest and the lightest hundredth, 0-252. */
function span(counts: Float64Array): number {
  const share = counts.reduce((sum, n) => sum + n, 0) / 100;
  let low = 0;
  let high = counts.length - 1;
  for (let sum = counts[0]!; sum < share;) sum += counts[++low]!;
  for (let sum = counts[high]!; sum < share;) sum += counts[--high]!;
  return (high - low) * 4;
}

/** Immerkær 1996: mean absolute response to a mask that ignores edges and slopes, in grey levels, where there are no edges. */
function noise({ width, height, data: d }: Screen['luma']): number {
  let sum = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 3) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i += 2) {
      const up = i - width;
      const down = i + width;
      if (Math.abs(d[i + 1]! - d[i - 1]!) + Math.abs(d[down]! - d[up]!) > 24) continue;
      sum += Math.abs(
        d[up - 1]! -
          2 * d[up]! +
          d[up + 1]! -
          2 * d[i - 1]! +
          4 * d[i]! -
          2 * d[i + 1]! +
          d[down - 1]! -
          2 * d[down]! +
          d[down + 1]!,
      );
      count++;
    }
  }
  return count > 0 ? (Math.sqrt(Math.PI / 2) * sum) / (6 * count) : 0;
}

/** Every so many rows are enough to know how crisp a screen is. */
const ROWS = 5;
/** Strips of rows, and of columns, in which the crispness of edges is compared. */
const STRIPS = 48;
/** Strips that make a band. */
const BAND = 4;
/** Edges without which a strip tells nothing. */
const ENOUGH = 12;

/**
 * On steps between neighbours in a row: how much of the whole rise one pixel makes (1 for a clean edge, a third when
 * blurred), the same down the columns, how much it differs between bands, and shares of weak and strong steps. What was
 * stretched in one direction is crisper in the other: how much that differs from strip to strip tells sizes that were forced
 * (`rhythmDown`, `rhythmAcross`).
 */
function crispness(
  luma: Screen['luma'],
): Record<
  | 'sharpness'
  | 'sharpnessDown'
  | 'sharpnessSpread'
  | 'sharpnessRatio'
  | 'rhythmDown'
  | 'rhythmAcross'
  | 'softEdges'
  | 'hardEdges'
  | 'gradientShare',
  number
> {
  const across = steps(luma, 1);
  const down = steps(luma, luma.width);
  const edges = Math.max(1, total(across.rows.edges));
  const bands = inBands(across.rows).flatMap(({ edges: n, share }) => (n >= 20 ? [share / n] : []));
  const sharpness = total(across.rows.share) / edges;
  const sharpnessDown = total(down.rows.share) / Math.max(1, total(down.rows.edges));
  return {
    sharpness,
    sharpnessDown,
    sharpnessSpread: deviation(bands),
    sharpnessRatio: sharpnessDown / (sharpness + 0.01),
    rhythmDown: unevenness(down.rows, across.rows),
    rhythmAcross: unevenness(across.columns, down.columns),
    softEdges: across.soft / edges,
    hardEdges: across.hard / edges,
    gradientShare: across.slopes / across.seen,
  };
}

/** By strip: how many edges there are, and the sum of the parts that one pixel makes of them. */
interface Strips {
  edges: Float64Array;
  share: Float64Array;
}

const strips = (): Strips => ({ edges: new Float64Array(STRIPS), share: new Float64Array(STRIPS) });

function inBands({ edges, share }: Strips): { edges: number; share: number }[] {
  return Array.from({ length: STRIPS / BAND }, (_, i) => ({
    edges: total(edges.subarray(BAND * i, BAND * (i + 1))),
    share: total(share.subarray(BAND * i, BAND * (i + 1))),
  }));
}

/** Deviation, over the strips, of how much crisper they are in one direction than in the other. */
function unevenness(one: Strips, other: Strips): number {
  const apart: number[] = [];
  for (let i = 0; i < STRIPS; i++) {
    if (one.edges[i]! < ENOUGH || other.edges[i]! < ENOUGH) continue;
    apart.push(one.share[i]! / one.edges[i]! - other.share[i]! / other.edges[i]!);
  }
  return deviation(apart);
}

function steps({ width, height, data: d }: Screen['luma'], to: number) {
  const rows = strips();
  const columns = strips();
  let soft = 0;
  let hard = 0;
  let slopes = 0;
  let seen = 0;
  for (let y = 3; y < height - 3; y += ROWS) {
    const strip = Math.floor((y * STRIPS) / height);
    for (let i = y * width + 3, end = i + width - 6; i < end; i++) {
      const step = Math.abs(d[i + to]! - d[i]!);
      seen++;
      if (step > 0 && step <= 3) slopes++;
      if (step < 12) continue;
      // The steepest pixel of a rise only.
      if (step < Math.abs(d[i]! - d[i - to]!) || step < Math.abs(d[i + 2 * to]! - d[i + to]!)) continue;
      const rise = Math.max(
        step,
        Math.abs(d[i + 2 * to]! - d[i - to]!),
        Math.abs(d[i + 3 * to]! - d[i - 2 * to]!),
      );
      const column = Math.floor(((i % width) * STRIPS) / width);
      rows.edges[strip]!++;
      rows.share[strip]! += step / rise;
      columns.edges[column]!++;
      columns.share[column]! += step / rise;
      if (rise < 48) soft++;
      if (rise > 128) hard++;
    }
  }
  return { rows, columns, soft, hard, slopes, seen };
}

function total(values: Float64Array): number {
  return mean(values) * values.length;
}
