import type { Screen } from './screen.js';

export type JointMeasure =
  | 'jointLines'
  | 'jointRun'
  | 'jointPlain'
  | 'jointCut'
  | 'jointSeam'
  | 'jointPicture'
  | 'jointCuts'
  | 'jointSeams';

/** What two sides of an edge differ by, grey levels. */
const STEP = 10;
/** px; no stroke of a letter is so long, and a longer edge is told in pieces of this length. */
const LENGTH = 40;
/** px along an edge in which its sides may be alike. */
const GAP = 2;
/** A step along a side from which it is a stroke, and one from which it is a slope, grey levels. */
const STROKE = 40;
const SLOPE = 3;

/** What lies along one side of an edge: nothing, strokes on a ground, or many tones. */
type Side = 'plain' | 'text' | 'picture';

interface Found {
  edges: number;
  /** Lengths of 40 px, by what lies on both sides. */
  all: number;
  plain: number;
  cut: number;
  seam: number;
  picture: number;
}

/**
 * Straight edges of 40 px and more, and what lies along both of their sides: nothing, as beside a box with room in it (`jointPlain`);
 * strokes on one side that the other covers or cuts off (`jointCut`), strokes on both (`jointSeam`), or a picture (`jointPicture`): shares
 * of all edges, so that much of it on a page of many boxes is no more than little on a page of few. `jointCuts` and `jointSeams` are their
 * lengths, log2 of 1 + their number in tens of px; `jointLines` is the length of all in 40 px, and `jointRun` log2 of the mean length in px.
 */
export function jointMeasures({ luma: { width, height, data } }: Screen): Record<JointMeasure, number> {
  const found: Found = { edges: 0, all: 0, plain: 0, cut: 0, seam: 0, picture: 0 };
  for (let y = 1; y < height - 2; y++) {
    let run = 0;
    let gap = 0;
    let i = y * width;
    for (const end = i + width; i < end; i++) {
      if (Math.abs(data[i + width]! - data[i]!) >= STEP) {
        run += 1 + gap;
        gap = 0;
      } else if (run > 0 && ++gap > GAP) {
        if (run >= LENGTH) tell(found, data, i - gap - run + 1, run, 1, width);
        run = gap = 0;
      }
    }
    if (run >= LENGTH) tell(found, data, i - gap - run, run, 1, width);
  }
  const runs = new Uint16Array(width);
  const gaps = new Uint8Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 1, i = y * width + 1; x < width - 2; x++, i++) {
      if (Math.abs(data[i + 1]! - data[i]!) >= STEP) {
        runs[x]! += 1 + gaps[x]!;
        gaps[x] = 0;
      } else if (runs[x]! > 0 && ++gaps[x]! > GAP) {
        const length = runs[x]!;
        if (length >= LENGTH) tell(found, data, i - (gaps[x]! + length - 1) * width, length, width, 1);
        runs[x] = gaps[x] = 0;
      }
    }
  }
  // Ten edges more than there are: on a page of few, chance has less of a say.
  const of = found.all + 10;
  return {
    jointLines: Math.log2(1 + found.all),
    jointRun: found.edges > 0 ? Math.log2((LENGTH * found.all) / found.edges) : 6,
    jointPlain: found.plain / of,
    jointCut: found.cut / of,
    jointSeam: found.seam / of,
    jointPicture: found.picture / of,
    jointCuts: Math.log2(1 + 4 * found.cut),
    jointSeams: Math.log2(1 + 4 * found.seam),
  };
}

/** `along` and `apart`: how far the next pixel of the edge, and that on the other side of it, is in the data. */
function tell(
  found: Found,
  data: Uint8Array,
  first: number,
  length: number,
  along: number,
  apart: number,
): void {
  found.edges++;
  for (let at = 0; at + LENGTH <= length; at += LENGTH) {
    const one = sideOf(data, first + at * along, along);
    const other = sideOf(data, first + at * along + apart, along);
    found.all++;
    if (one === 'picture' || other === 'picture') found.picture++;
    else if (one !== other) found.cut++;
    else if (one === 'text') found.seam++;
    else found.plain++;
  }
}

const tones = new Uint8Array(32);

function sideOf(data: Uint8Array, from: number, along: number): Side {
  tones.fill(0);
  let strokes = 0;
  let slopes = 0;
  let before = data[from]!;
  for (let k = 0, i = from; k < LENGTH; k++, i += along) {
    const value = data[i]!;
    tones[value >> 3]!++;
    const step = Math.abs(value - before);
    if (step > STROKE) strokes++;
    else if (step > SLOPE) slopes++;
    before = value;
  }
  if (strokes === 0 && slopes < 6) return 'plain';
  let commonest = 0;
  for (const count of tones) if (count > commonest) commonest = count;
  if (commonest >= 14 && strokes >= 2) return 'text';
  return strokes + slopes >= 8 ? 'picture' : 'plain';
}
