import sharp from 'sharp';
import type { Pixels } from '../../../check.js';

/** Working size: the rated pictures are first screens of this width, and half of it costs a tenth of the agreement. */
export const WIDTH = 1024;
export const MAX_HEIGHT = 768;
/** A long page is looked at in so many places, spread evenly from its top to its end. */
export const MAX_SCREENS = 3;
/** Rows that are looked at in all: two screens, so that a long page takes no more time. */
export const MAX_ROWS = 1536;
/** Below this height the rest of a page is a strip, not a screen: too little to measure. */
export const MIN_HEIGHT = 192;

/** One byte a value, row by row. */
export interface Plane {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A screenful at working size, with what several measures need, computed once. */
export interface Screen {
  width: number;
  height: number;
  /** RGB, at full, half, quarter and eighth size. */
  scales: [Plane, Plane, Plane, Plane];
  /** Luma (Rec. 601) at full size. */
  luma: Plane;
}

/**
 * Cuts a picture into at most {@link MAX_SCREENS} screens, {@link WIDTH} px wide. Empty when what is there is lower than
 * {@link MIN_HEIGHT} px at that width.
 */
export async function screensOf(picture: Pixels): Promise<Screen[]> {
  const height = Math.round((picture.height * WIDTH) / picture.width);
  return Promise.all(windows(height).map(async (window) => prepare(await cut(picture, window))));
}

/** Top and height of each screen of a page of this height. */
export function windows(height: number): { top: number; height: number }[] {
  if (height < MIN_HEIGHT) return [];
  if (height <= MAX_HEIGHT) return [{ top: 0, height }];
  const count = Math.min(MAX_SCREENS, Math.ceil(height / MAX_HEIGHT));
  const tall = Math.min(MAX_HEIGHT, MAX_ROWS / count);
  return Array.from({ length: count }, (_, i) => ({
    top: Math.round((i * (height - tall)) / (count - 1)),
    height: tall,
  }));
}

/** Only what is looked at is scaled: a page can be ten screens long. */
async function cut(
  { width, height, data }: Pixels,
  { top, height: tall }: { top: number; height: number },
): Promise<Plane> {
  const scale = width / WIDTH;
  const first = Math.min(height - 1, Math.round(top * scale));
  const rows = Math.max(1, Math.min(height - first, Math.round(tall * scale)));
  const seen = data.subarray(first * width * 3, (first + rows) * width * 3);
  if (width === WIDTH) return { width, height: rows, data: seen };
  const raw = { width, height: rows, channels: 3 as const };
  const scaled = await sharp(seen, { raw }).resize(WIDTH, tall, { fit: 'fill' }).raw().toBuffer();
  return { width: WIDTH, height: tall, data: scaled };
}

function prepare(full: Plane): Screen {
  const half = halved(full);
  const quarter = halved(half);
  return {
    width: full.width,
    height: full.height,
    scales: [full, half, quarter, halved(quarter)],
    luma: lumaOf(full),
  };
}

/** Means of 2 x 2 pixels. */
function halved(from: Plane): Plane {
  const width = from.width >> 1;
  const height = from.height >> 1;
  const data = new Uint8Array(width * height * 3);
  const row = from.width * 3;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, at = 2 * y * row; x < width; x++, at += 6) {
      for (let c = at; c < at + 3; c++) {
        data[to++] =
          (from.data[c]! + from.data[c + 3]! + from.data[c + row]! + from.data[c + row + 3]! + 2) >> 2;
      }
    }
  }
  return { width, height, data };
}

function lumaOf({ width, height, data }: Plane): Plane {
  const luma = new Uint8Array(width * height);
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    luma[i] = (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;
  }
  return { width, height, data: luma };
}
