import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CaptureData } from '../render/capture.js';
import { pixelsOf } from './pixels.js';
import { captureOf } from './testing/capture.js';

async function pictured(width: number, height: number, channels: 3 | 4) {
  const background = { r: 10, g: 20, b: 30, alpha: 1 };
  const bytes = await sharp({ create: { width, height, channels, background } }).png().toBuffer();
  const picture = { name: 'page', viewport: 'desktop', file: 'a.png', hash: '', width, height, cut: false };
  const capture = captureOf({ pictures: [picture as CaptureData['pictures'][number]] });
  return { ...capture, files: new Map([['a.png', bytes]]) };
}

describe('pixelsOf', () => {
  it.each([3, 4] as const)('decodes the tallest picture to RGB from %i channels', async (channels) => {
    const pixels = await pixelsOf(await pictured(8, 16_383, channels), 'desktop');
    expect(pixels).toMatchObject({ width: 8, height: 16_383 });
    expect(pixels!.data).toHaveLength(8 * 16_383 * 3);
    expect([...pixels!.data.subarray(-3)]).toEqual([10, 20, 30]);
  });

  it('decodes once, and gives null where there is no picture', async () => {
    const capture = await pictured(2, 2, 3);
    expect(await pixelsOf(capture, 'desktop')).toBe(await pixelsOf(capture, 'desktop'));
    expect(await pixelsOf(capture, 'mobile')).toBeNull();
  });
});
