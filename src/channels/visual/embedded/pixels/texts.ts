import type { Screen } from './screen.js';
import { entropy } from './statistics.js';

/** px; a block is judged as text, picture or neither. */
const BLOCK = 16;

export type TextMeasure =
  | 'textShare'
  | 'pictureShare'
  | 'lineHeight'
  | 'lineHeightSpread'
  | 'tallestLine'
  | 'pictureColours'
  | EvenMeasure;

type EvenMeasure = 'evenPitch' | 'evenHeight' | 'pitchStep' | 'heightStep';

/** What looks like text (few tones, many edges), what like pictures (many tones), and how tall lines of content are. */
export function textMeasures(screen: Screen): Record<TextMeasure, number> {
  const { luma } = screen;
  const columns = Math.floor(luma.width / BLOCK);
  const rows = Math.floor(luma.height / BLOCK);
  const seen = new Uint16Array(32);
  let text = 0;
  let picture = 0;
  let tones = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      seen.fill(0);
      let steps = 0;
      for (let y = row * BLOCK; y < (row + 1) * BLOCK; y++) {
        for (let i = y * luma.width + column * BLOCK, end = i + BLOCK - 1; i < end; i++) {
          seen[luma.data[i]! >> 3]!++;
          if (Math.abs(luma.data[i + 1]! - luma.data[i]!) > 40) steps++;
        }
      }
      let many = 0;
      let top = 0;
      for (const n of seen) {
        if (n > 2) many++;
        if (n > top) top = n;
      }
      if (top > 100 && steps >= 12) text++;
      else if (many > 8 && top < 90) {
        picture++;
        tones += many;
      }
    }
  }
  const blocks = rows * columns;
  return {
    textShare: text / blocks,
    pictureShare: picture / blocks,
    pictureColours: picture > 0 ? tones / picture : 0,
    ...lines(luma),
    ...evenness(luma),
  };
}

/** Heights of the runs of rows with content between flat ones, in strips 64 px wide; log2 px, and bits of their spread. */
function lines({
  width,
  height,
  data,
}: Screen['luma']): Record<'lineHeight' | 'lineHeightSpread' | 'tallestLine', number> {
  const counts = new Float64Array(40);
  const heights: number[] = [];
  for (let left = 0; left + 64 <= width; left += 64) {
    let run = 0;
    for (let y = 0; y < height; y++) {
      let busy = false;
      for (let i = y * width + left, end = i + 62; i < end && !busy; i++)
        busy = Math.abs(data[i + 2]! - data[i]!) > 24;
      if (busy) run++;
      else {
        if (run >= 4 && run < 120) {
          counts[Math.floor(run / 3)]!++;
          heights.push(Math.log2(run));
        }
        run = 0;
      }
    }
  }
  if (heights.length === 0) return { lineHeight: 0, lineHeightSpread: 0, tallestLine: 0 };
  heights.sort((a, b) => a - b);
  return {
    lineHeight: heights[heights.length >> 1]!,
    lineHeightSpread: entropy(counts),
    tallestLine: heights[Math.floor(heights.length * 0.95)]!,
  };
}

/** A change of luma, within 2 px of a row, that is content, grey levels. */
const CONTENT = 24;
/** Lines lower or higher than this are no lines of text, and those farther apart are no neighbours, px. */
const LEAST_LINE = 4;
const MOST_LINE = 60;
const MOST_PITCH = 80;

/**
 * In strips of 128 px: do lines follow each other at one distance, and are they of one height? The share of neighbours that differ by a
 * pixel at most (`evenPitch`, `evenHeight`), and by how much neighbours differ, |log2| (`pitchStep`, `heightStep`).
 */
function evenness({ width, height, data }: Screen['luma']): Record<EvenMeasure, number> {
  const pitches = { count: 0, even: 0, step: 0 };
  const heights = { count: 0, even: 0, step: 0 };
  const tell = (of: typeof pitches, value: number, before: number) => {
    if (before === 0) return;
    of.count++;
    if (Math.abs(value - before) <= 1) of.even++;
    of.step += Math.abs(Math.log2(value / before));
  };
  for (let left = 0; left + 128 <= width; left += 64) {
    let run = 0;
    let start = 0;
    let before = { start: -1, height: 0, pitch: 0 };
    for (let y = 0; y < height; y++) {
      if (hasContent(data, y * width + left)) {
        if (run++ === 0) start = y;
        continue;
      }
      if (run >= LEAST_LINE && run < MOST_LINE) {
        tell(heights, run, before.height);
        const apart = before.start >= 0 ? start - before.start : 0;
        const pitch = apart < MOST_PITCH ? apart : 0;
        if (pitch > 0) tell(pitches, pitch, before.pitch);
        before = { start, height: run, pitch };
      }
      run = 0;
    }
  }
  const share = ({ even, count }: typeof pitches) => (even + 1) / (count + 2);
  return {
    evenPitch: share(pitches),
    evenHeight: share(heights),
    pitchStep: pitches.step / Math.max(1, pitches.count),
    heightStep: heights.step / Math.max(1, heights.count),
  };
}

function hasContent(data: Uint8Array, from: number): boolean {
  for (let i = from, end = from + 126; i < end; i++) {
    if (Math.abs(data[i + 2]! - data[i]!) > CONTENT) return true;
  }
  return false;
}
