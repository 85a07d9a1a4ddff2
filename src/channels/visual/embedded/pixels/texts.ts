import type { Screen } from './screen.js';
import { entropy } from './statistics.js';

/** px; a block is judged as text, picture or neither. */
const BLOCK = 16;

export type TextMeasure =
  'textShare' | 'pictureShare' | 'lineHeight' | 'lineHeightSpread' | 'tallestLine' | 'pictureColours';

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
