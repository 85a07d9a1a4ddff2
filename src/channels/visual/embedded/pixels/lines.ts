import type { Screen } from './screen.js';

export type LineMeasure =
  'lineShift' | 'lineBend' | 'lineMatch' | 'columnShift' | 'columnBend' | 'columnMatch';

/** Width of the strips whose edges are compared, px. */
const CELL = 16;
/** px that a profile is moved at most to find where it agrees. */
const LAGS = 6;
/** Length of what is compared, px. */
const WINDOW = 32;
/** Sum of squares of a profile without which there is nothing to compare: some letters, or a faint rule. */
const ENERGY = 200_000;
/** Correlation from which two profiles show the same lines. */
const ALIKE = 0.6;
/** Another place has to agree better by so much than a nearer one. */
const BETTER = 0.02;

/**
 * Do lines run on straight? The sum of the steps downwards in a strip of 16 px is the profile of the lines and edges that cross it; the
 * strip beside it shows the same lines at the same height, unless they are bent, tilted or broken. `lineShift`: px by which a profile has
 * to be moved to agree best with its neighbour, 0 to 6; `lineBend`: share of those that have to be moved at all; `lineMatch`: their
 * correlation as they stand. `columnShift`, `columnBend` and `columnMatch` are the same of what runs down the page.
 */
export function lineMeasures({ luma: { width, height, data } }: Screen): Record<LineMeasure, number> {
  const columns = Math.floor(width / CELL);
  const rows = Math.floor(height / CELL);
  /** Steps downwards, by column of strips and row of pixels; and to the right, by row of strips and column of pixels. */
  const down = new Float32Array(columns * height);
  const across = new Float32Array(rows * width);
  for (let y = 0; y < rows * CELL - 1; y++) {
    const row = Math.floor(y / CELL) * width;
    for (let x = 0, i = y * width; x < columns * CELL - 1; x++, i++) {
      const here = data[i]!;
      const dx = data[i + 1]! - here;
      const dy = data[i + width]! - here;
      if (dy !== 0) down[(x >> 4) * height + y]! += dy;
      if (dx !== 0) across[row + x]! += dx;
    }
  }
  const line = compared(down, columns, height);
  const column = compared(across, rows, width);
  return {
    lineShift: line.shift,
    lineBend: line.bend,
    lineMatch: line.match,
    columnShift: column.shift,
    columnBend: column.bend,
    columnMatch: column.match,
  };
}

/** How profiles, one after the other in a list, agree with the next. */
function compared(profiles: Float32Array, count: number, length: number) {
  let seen = 0;
  let match = 0;
  let alike = 0;
  let shift = 0;
  let moved = 0;
  for (let from = LAGS; from + WINDOW + LAGS < length; from += WINDOW) {
    for (let strip = 0; strip + 1 < count; strip++) {
      const own = strip * length + from;
      let energy = 0;
      for (let k = own; k < own + WINDOW; k++) energy += profiles[k]! * profiles[k]!;
      if (energy < ENERGY) continue;
      const best = bestLag(profiles, own, own + length, energy);
      seen++;
      match += best.asItStands;
      if (best.match < ALIKE) continue;
      alike++;
      shift += Math.abs(best.lag);
      if (best.lag !== 0) moved++;
    }
  }
  return {
    shift: alike > 0 ? shift / alike : 0,
    bend: alike > 0 ? moved / alike : 0,
    match: seen > 0 ? match / seen : 1,
  };
}

/** By how much the second of two windows has to be moved to agree best with the first. */
function bestLag(profiles: Float32Array, one: number, other: number, energy: number) {
  const best = { lag: 0, match: 0, asItStands: 0 };
  for (let lag = -LAGS; lag <= LAGS; lag++) {
    let product = 0;
    let square = 0;
    for (let k = 0; k < WINDOW; k++) {
      const value = profiles[other + lag + k]!;
      product += profiles[one + k]! * value;
      square += value * value;
    }
    const match = square > 0 ? product / Math.sqrt(energy * square) : 0;
    if (lag === 0) best.asItStands = match;
    const isNearer = Math.abs(lag) < Math.abs(best.lag);
    if (match > best.match + BETTER || (match > best.match && isNearer))
      [best.match, best.lag] = [match, lag];
  }
  return best;
}
