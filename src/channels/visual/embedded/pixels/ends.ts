import type { Screen } from './screen.js';

export type EndMeasure = 'rightEnds' | 'rightMost' | 'bottomEnds' | 'bottomMost' | 'topStarts' | 'topMost';

/** px of plain surface after which content has ended. */
const PLAIN = 24;
/** A step between neighbours that is content, grey levels. */
const STEP = 10;
/** Places that are counted together. */
const FEW = 3;
/** Ends without which nothing is told. */
const ENOUGH = 20;

/**
 * Where content ends on the right and below, and starts from above: the share of all ends that the three commonest columns or rows hold
 * (`rightEnds`, `bottomEnds`, `topStarts`; a page that is cut off ends in one), and how many the commonest holds, log2 of 1 + their
 * number (`rightMost`, `bottomMost`, `topMost`).
 */
export function endMeasures({ luma: { width, height, data } }: Screen): Record<EndMeasure, number> {
  const right = new Float64Array(width);
  const bottom = new Float64Array(height);
  const top = new Float64Array(height);
  for (let y = 0; y < height; y += 2) {
    let last = -1;
    for (let x = 1, i = y * width + 1; x < width; x++, i++) {
      if (Math.abs(data[i]! - data[i - 1]!) >= STEP) last = x;
      else if (last >= 0 && x - last === PLAIN) right[last]!++;
    }
  }
  const lasts = new Int16Array(width).fill(-1);
  for (let y = 1; y < height; y++) {
    for (let x = 0, i = y * width; x < width; x += 2, i += 2) {
      const last = lasts[x]!;
      if (Math.abs(data[i]! - data[i - width]!) >= STEP) {
        if (y - last > PLAIN) top[y]!++;
        lasts[x] = y;
      } else if (last >= 0 && y - last === PLAIN) bottom[last]!++;
    }
  }
  return {
    rightEnds: held(right),
    rightMost: most(right),
    bottomEnds: held(bottom),
    bottomMost: most(bottom),
    topStarts: held(top),
    topMost: most(top),
  };
}

function held(counts: Float64Array): number {
  const sum = counts.reduce((all, count) => all + count, 0);
  if (sum < ENOUGH) return 1;
  const few = counts.slice().sort().slice(-FEW);
  return few.reduce((all, count) => all + count, 0) / sum;
}

function most(counts: Float64Array): number {
  return Math.log2(1 + counts.reduce((all, count) => Math.max(all, count), 0));
}
