import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Picture } from './attempt.js';
import { showPictures } from './pictures.js';

/** A picture whose rows tell where they are: row y has the grey y mod 251. */
function ruled(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height);
  for (let y = 0; y < height; y++) data.fill(y % 251, y * width, (y + 1) * width);
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

async function shown(...pictures: Uint8Array[]) {
  const parts = await showPictures(pictures);
  const sizes = await Promise.all(
    parts
      .filter((part): part is Picture => typeof part !== 'string')
      .map(async ({ bytes }) => {
        const { width, height } = await sharp(bytes).metadata();
        return { width, height };
      }),
  );
  return { labels: parts.filter((part) => typeof part === 'string'), sizes, parts };
}

describe('showPictures', () => {
  it('leaves a picture as large as it is where a model sees all of it', async () => {
    expect(await shown(await ruled(1024, 768))).toMatchObject({
      labels: ['Picture 1, 1024x768 px:'],
      sizes: [{ width: 1024, height: 768 }],
    });
  });

  it('scales a wide one, since it is seen at once', async () => {
    const { sizes } = await shown(await ruled(3840, 1080));
    expect(sizes).toEqual([{ width: 1568, height: 441 }]);
  });

  it('shows a long page as a whole and in parts that meet', async () => {
    const { labels, sizes, parts } = await shown(await ruled(1280, 6000));
    expect(labels[0]).toMatch(/^Picture 1, 1280x6000 px, the whole of it; 7 parts of it follow/);
    expect(sizes[0]).toEqual({ width: 334, height: 1567 });
    expect(sizes.slice(1)).toEqual(Array(7).fill({ width: 1280, height: 937 }));

    const rows = labels.slice(1).map((label) => /rows (\d+) to (\d+)/.exec(label)!.slice(1).map(Number));
    expect(rows[0]![0]).toBe(0);
    expect(rows.at(-1)![1]).toBe(6000);
    rows.slice(1).forEach(([top], i) => expect(rows[i]![1]! - top!).toBeGreaterThanOrEqual(64));
    const second = await sharp((parts[5] as Picture).bytes)
      .raw()
      .toBuffer();
    expect(second[0]).toBe(rows[1]![0]! % 251);
  });

  it.each([
    [1280, 16_383],
    [375, 16_000],
    [2560, 9000],
    [1, 30_000],
  ])('keeps %i x %i px to what any provider takes', async (width, height) => {
    const { sizes } = await shown(await ruled(width, height));
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.length).toBeLessThanOrEqual(13);
    for (const size of sizes) {
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(1568);
      expect(size.width * size.height).toBeLessThanOrEqual(1.2e6);
    }
  });

  it('sends what is heavy as JPEG', async () => {
    const noise = Buffer.alloc(1200 * 900 * 3);
    for (let i = 0; i < noise.length; i++) noise[i] = (i * 2_654_435_761) >>> 11;
    const picture = await sharp(noise, { raw: { width: 1200, height: 900, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const { parts } = await shown(picture);
    const { bytes, mediaType } = parts[1] as Picture;
    expect(bytes.length).toBeLessThan(3.5e6);
    expect((await sharp(bytes).metadata()).format).toBe(mediaType.slice('image/'.length));
  });

  it('numbers several', async () => {
    const { labels } = await shown(await ruled(40, 30), await ruled(50, 30));
    expect(labels).toEqual(['Picture 1, 40x30 px:', 'Picture 2, 50x30 px:']);
  });

  it('says which one is not a picture', async () => {
    const broken = (await ruled(40, 30)).subarray(0, 90);
    for (const bytes of [Buffer.from('<html>'), broken]) {
      await expect(shown(await ruled(40, 30), bytes)).rejects.toMatchObject({
        code: 'KALLOS_INPUT_UNREADABLE',
        message: expect.stringContaining('Picture 2') as string,
      });
    }
  });
});
