import type { Screen } from './screen.js';
import { mean } from './statistics.js';

export type StrokeMeasure =
  | 'cleanGround'
  | 'dirtyGround'
  | 'blockTones'
  | 'plainBlocks'
  | 'aspect'
  | 'strokesAcross'
  | 'strokesDown'
  | 'middleTones'
  | 'middlePatches'
  | 'inkRange'
  | 'mosquito'
  | JumpMeasure;

type JumpMeasure =
  'jumpAcross' | 'densityAcross' | 'jumpDown' | 'densityDown' | 'aspectAcross' | 'aspectDown';

const BLOCK = 16;
/** Tones between which something is drawn in a block, grey levels. */
const DRAWN = 64;
/** Pixels of a block that are looked at with their neighbours to the right and below. */
const INNER = (BLOCK - 1) ** 2;
/** Grey levels round the commonest tone of a block that are its ground still. */
const GROUND = 8;
/** Pixels of the ground without which what is drawn is no text, nor like it. */
const LIKE_TEXT = 60;

/**
 * What is drawn in blocks of 16 px that hold something. Ground: share of its commonest tone (`cleanGround`), part of the ground that is
 * near that tone and not it (`dirtyGround`), log2 of the tones in a block (`blockTones`), share of blocks with a ground (`plainBlocks`).
 * Strokes, read from what is darker and lighter than the middle of a block, so that neither blur nor contrast moves them: changes a row
 * and a column of pixels (`strokesAcross`, `strokesDown`), and log2 of the former to the latter (`aspect`: half when drawn out to twice
 * the height). Where sizes were forced these jump from place to place: see {@link jumps}. Ink: what is neither ground nor ink
 * (`middleTones`), the part of it that is flat as no smoothed edge is (`middlePatches`), contrast (`inkRange`), and faint steps on the
 * ground, which an encoder leaves round letters (`mosquito`).
 */
export function strokeMeasures({ luma: { width, height, data } }: Screen): Record<StrokeMeasure, number> {
  const columns = Math.floor(width / BLOCK);
  const rows = Math.floor(height / BLOCK);
  const across = new Float32Array(rows * columns);
  const down = new Float32Array(rows * columns);
  const inner = new Uint16Array(256);
  const whole = new Uint16Array(256);
  const ink = { middle: 0, patches: 0, pixels: 0, range: 0, blocks: 0, faint: 0, ground: 0 };
  let [clean, dirty, used, blocks] = [0, 0, 0, 0];
  let [allAcross, allDown, texts] = [0, 0, 0];
  for (let block = 0; block < rows * columns; block++) {
    const first = Math.floor(block / columns) * BLOCK * width + (block % columns) * BLOCK;
    const [low, high] = range(data, first, width);
    if (high - low < DRAWN) continue;
    const middle = (low + high) >> 1;
    inner.fill(0);
    whole.fill(0);
    let [changesAcross, changesDown] = [0, 0];
    for (let y = 0; y < BLOCK; y++) {
      const row = first + y * width;
      const isLast = y === BLOCK - 1;
      for (let i = row, end = row + BLOCK - 1; i < end; i++) {
        const value = data[i]!;
        whole[value]!++;
        if (isLast) continue;
        inner[value]!++;
        const isLight = value > middle;
        if (isLight !== data[i + 1]! > middle) changesAcross++;
        if (isLight !== data[i + width]! > middle) changesDown++;
      }
      whole[data[row + BLOCK - 1]!]!++;
    }
    let [commonest, tone, many] = [0, 0, 0];
    for (let value = low; value <= high; value++) {
      if (inner[value]! > commonest) [commonest, tone] = [inner[value]!, value];
      if (inner[value]! > 0) many++;
    }
    const near = within(inner, tone, GROUND);
    clean += commonest / INNER;
    dirty += (near - commonest) / near;
    used += many;
    blocks++;
    countInk(ink, { data, width, first, low, high, tones: whole });
    if (near < LIKE_TEXT) continue;
    texts++;
    allAcross += changesAcross;
    allDown += changesDown;
    across[block] = changesAcross;
    down[block] = changesDown;
  }
  const perRow = Math.max(1, texts) * (BLOCK - 1);
  return {
    cleanGround: blocks > 0 ? clean / blocks : 1,
    dirtyGround: blocks > 0 ? dirty / blocks : 0,
    blockTones: blocks > 0 ? Math.log2(used / blocks) : 0,
    plainBlocks: blocks > 0 ? texts / blocks : 1,
    aspect: Math.log2((allAcross + 20) / (allDown + 20)),
    strokesAcross: allAcross / perRow,
    strokesDown: allDown / perRow,
    middleTones: ink.middle / Math.max(1, ink.pixels),
    middlePatches: ink.middle > 50 ? ink.patches / ink.middle : 0.2,
    inkRange: ink.blocks > 0 ? ink.range / ink.blocks : 128,
    mosquito: ink.faint / Math.max(1, ink.ground),
    ...jumps(across, down, rows, columns),
  };
}

/** The darkest and the lightest tone of a block. */
function range(data: Uint8Array, first: number, width: number): [number, number] {
  let low = 255;
  let high = 0;
  for (let y = 0; y < BLOCK; y++) {
    for (let i = first + y * width, end = i + BLOCK; i < end; i++) {
      const value = data[i]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}

/** How many pixels are at most `reach` from a tone. */
function within(tones: Uint16Array, tone: number, reach: number): number {
  let sum = 0;
  const end = Math.min(255, tone + reach);
  for (let value = Math.max(0, tone - reach); value <= end; value++) sum += tones[value]!;
  return sum;
}

interface Ink {
  middle: number;
  patches: number;
  pixels: number;
  range: number;
  blocks: number;
  faint: number;
  ground: number;
}

interface Block {
  data: Uint8Array;
  width: number;
  first: number;
  low: number;
  high: number;
  tones: Uint16Array;
}

/** Pixels of the ground from which a block is read as ink on a ground. */
const ENOUGH = 100;

function countInk(ink: Ink, { data, width, first, low, high, tones }: Block): void {
  // The ground is the commonest neighbourhood here: noise has no commonest tone.
  let [most, tone] = [0, 0];
  for (let value = 8; value < 248; value++) {
    const sum = tones[value - 8]! + tones[value - 4]! + tones[value]! + tones[value + 4]! + tones[value + 8]!;
    if (sum > most) [most, tone] = [sum, value];
  }
  if (within(tones, tone, 10) < ENOUGH) return;
  ink.blocks++;
  ink.range += high - low;
  ink.pixels += INNER;
  const from = low + 0.3 * (high - low);
  const to = low + 0.7 * (high - low);
  for (let y = 0; y < BLOCK - 1; y++) {
    for (let i = first + y * width, end = i + BLOCK - 1; i < end; i++) {
      const value = data[i]!;
      const step = Math.abs(data[i + 1]! - value);
      if (value > from && value < to) {
        ink.middle++;
        if (step < 6 || Math.abs(data[i + width]! - value) < 6) ink.patches++;
      } else if (Math.abs(value - tone) <= 12) {
        ink.ground++;
        if (step > 1 && step < 9) ink.faint++;
      }
    }
  }
}

/** Changes without which a cell tells nothing of its strokes; of a strip, more. */
const TELLS = 40;
const STRIP_TELLS = 100;

/**
 * How much strokes differ from one place to the next, |log2|: their aspect (`jump`) and how many a row has (`density`), between cells of
 * 32 x 48 px side by side (`Across`) and of 96 x 16 px one below the other (`Down`); and the aspect of whole strips of 16 px
 * (`aspectAcross` of columns, `aspectDown` of rows).
 */
function jumps(
  across: Float32Array,
  down: Float32Array,
  rows: number,
  columns: number,
): Record<JumpMeasure, number> {
  const sum = (of: Float32Array, row: number, column: number, wide: number, high: number) => {
    let total = 0;
    for (let y = row; y < row + high; y++)
      for (let x = column; x < column + wide; x++) total += of[y * columns + x]!;
    return total;
  };
  const between = (wide: number, high: number, right: number, below: number) => {
    let [aspect, density, count] = [0, 0, 0];
    for (let row = 0; row + high + below <= rows; row += high) {
      for (let column = 0; column + wide + right <= columns; column += wide) {
        const own = [across, down].map((of) => sum(of, row, column, wide, high)) as [number, number];
        const next = [across, down].map((of) => sum(of, row + below, column + right, wide, high)) as [
          number,
          number,
        ];
        if (Math.min(...own, ...next) < TELLS) continue;
        aspect += Math.abs(Math.log2((own[0] / own[1] / next[0]) * next[1]));
        density += Math.abs(Math.log2(own[0] / next[0]));
        count++;
      }
    }
    return count > 0 ? [aspect / count, density / count] : [0.3, 0.3];
  };
  const strips = (count: number, at: (of: Float32Array, i: number) => number) => {
    const aspects: number[] = [];
    for (let i = 0; i < count; i++) {
      const [x, y] = [at(across, i), at(down, i)];
      if (x > STRIP_TELLS && y > STRIP_TELLS) aspects.push(Math.log2(x / y));
    }
    return aspects.length > 2
      ? mean(aspects.slice(1).map((aspect, i) => Math.abs(aspect - aspects[i]!)))
      : 0.2;
  };
  const [jumpAcross, densityAcross] = between(2, 3, 2, 0);
  const [jumpDown, densityDown] = between(6, 1, 0, 1);
  return {
    jumpAcross: jumpAcross!,
    densityAcross: densityAcross!,
    jumpDown: jumpDown!,
    densityDown: densityDown!,
    aspectAcross: strips(columns, (of, i) => sum(of, 0, i, 1, rows)),
    aspectDown: strips(rows, (of, i) => sum(of, i, 0, columns, 1)),
  };
}
