import sharp from 'sharp';
import type { Box } from '../../../render/capture.js';

/** Difference of one colour channel, of 255, up to which pixels are the same: gradients and edges are rounded differently. */
const SAME = 24;
/** Pixels of a cell that must differ for the cell to count: a caret blinking, a pixel of an edge. */
const MIN_PIXELS = 6;
const CELL = 16;

/** Cells of the viewport whose pixels differ. */
export interface PixelChange {
  /** Boxes of the cells, in CSS px of the viewport. */
  cells: Box[];
  /** The same of those in which any pixel differs at all. */
  touched: Box[];
  width: number;
  height: number;
}

/** Compares two pictures of the same viewport (PNG), cell by cell of 16 px. */
export async function comparePictures(before: Uint8Array, after: Uint8Array): Promise<PixelChange> {
  const [a, b] = await Promise.all([decode(before), decode(after)]);
  const width = Math.min(a.width, b.width);
  const height = Math.min(a.height, b.height);
  const columns = Math.ceil(width / CELL);
  const counts = new Uint16Array(columns * Math.ceil(height / CELL));
  const other = new Uint8Array(counts.length);
  if (!a.data.equals(b.data)) {
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / CELL) * columns;
      for (let x = 0, i = y * a.width * 3, j = y * b.width * 3; x < width; x++, i += 3, j += 3) {
        const most = Math.max(
          Math.abs(a.data[i]! - b.data[j]!),
          Math.abs(a.data[i + 1]! - b.data[j + 1]!),
          Math.abs(a.data[i + 2]! - b.data[j + 2]!),
        );
        if (most === 0) continue;
        other[row + Math.floor(x / CELL)] = 1;
        if (most > SAME) counts[row + Math.floor(x / CELL)]!++;
      }
    }
  }
  const boxes = (is: (i: number) => boolean) =>
    Array.from(counts, (_, i) => i)
      .filter(is)
      .map((i): Box => {
        const [x, y] = [(i % columns) * CELL, Math.floor(i / columns) * CELL];
        return [x, y, Math.min(CELL, width - x), Math.min(CELL, height - y)];
      });
  return {
    cells: boxes((i) => counts[i]! >= MIN_PIXELS),
    touched: boxes((i) => other[i] === 1),
    width,
    height,
  };
}

async function decode(png: Uint8Array): Promise<{ data: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
