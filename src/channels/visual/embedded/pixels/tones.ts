import type { Screen } from './screen.js';

export type ToneMeasure = 'tones' | 'unevenGround' | 'flatQuads';

/** A tone is in use when so many of the pixels have it. */
const USED = 1 / 5000;
/** Grey levels by which a ground that is not quite even differs within 2 x 2 px. */
const FAINT = 4;

/**
 * On every other pixel of every other row: how many of the 256 grey levels are in use (`tones`, log2 of 1 + their number), how many squares
 * of 2 x 2 px are of one tone (`flatQuads`), and what part of those that are nearly so are not quite (`unevenGround`), which noise,
 * an encoder and every resampling leave behind.
 */
export function toneMeasures({ luma: { width, height, data } }: Screen): Record<ToneMeasure, number> {
  const counts = new Uint32Array(256);
  let [squares, flat, faint] = [0, 0, 0];
  for (let y = 0; y < height - 1; y += 2) {
    for (let i = y * width, end = i + width - 1; i < end; i += 2) {
      const value = data[i]!;
      counts[value]!++;
      squares++;
      const apart = Math.max(
        Math.abs(data[i + 1]! - value),
        Math.abs(data[i + width]! - value),
        Math.abs(data[i + width + 1]! - value),
      );
      if (apart === 0) flat++;
      else if (apart <= FAINT) faint++;
    }
  }
  const used = counts.filter((count) => count > USED * squares).length;
  return { tones: Math.log2(1 + used), unevenGround: faint / (faint + flat + 1), flatQuads: flat / squares };
}
