import sharp from 'sharp';
import { expect, it } from 'vitest';
import { overlapArea } from '../graph/geometry.js';
import { drawMarks, placeLabels, type Mark } from './marks.js';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
const raw = async (bytes: Uint8Array) =>
  (await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })) as {
    data: Buffer;
    info: { width: number; height: number };
  };

it('draws boxes and numbers on a copy of the same size', async () => {
  const picture = await plain(640, 400);
  const before = Buffer.from(picture);
  const marked = await drawMarks(picture, [
    { number: 1, box: [100, 100, 200, 80] },
    { number: 2, box: [400, 200, 120, 120] },
  ]);
  expect(Buffer.from(picture)).toEqual(before);
  const { data, info } = await raw(marked);
  expect([info.width, info.height]).toEqual([640, 400]);
  const at = (x: number, y: number) => [...data.subarray(3 * (y * 640 + x), 3 * (y * 640 + x) + 3)];
  expect(at(100, 150)).not.toEqual([255, 255, 255]);
  expect(at(400, 300)).not.toEqual(at(100, 150));
  expect(at(200, 140)).toEqual([255, 255, 255]);
});

it('tells numbers apart without any font', async () => {
  const picture = await plain(200, 100);
  const drawn = await Promise.all(
    Array.from({ length: 12 }, (_, i) => drawMarks(picture, [{ number: i + 1, box: [60, 40, 100, 40] }])),
  );
  const labels = await Promise.all(
    drawn.map(async (bytes) => (await raw(bytes)).data.subarray(0, 3 * 200 * 40).toString('base64')),
  );
  expect(new Set(labels).size).toBe(12);
});

it('keeps labels in the picture and off each other', () => {
  const marks: Mark[] = Array.from({ length: 24 }, (_, i) => ({
    number: i + 1,
    box: [(i % 6) * 200, Math.floor(i / 6) * 200, 190, 190],
  }));
  marks.push({ number: 25, box: [0, 0, 190, 190] }, { number: 26, box: [0, 0, 1280, 800] });
  const labels = placeLabels(marks, 1280, 800);
  for (const [i, [x, y, w, h]] of labels.entries()) {
    expect(x >= 0 && y >= 0 && x + w <= 1280 && y + h <= 800).toBe(true);
    for (const other of labels.slice(i + 1)) expect(overlapArea([x, y, w, h], other)).toBe(0);
  }
});

it('draws larger on larger pictures, which providers scale down', () => {
  const height = (width: number) => placeLabels([{ number: 1, box: [50, 50, 100, 100] }], width, 2000)[0]![3];
  expect(height(2560)).toBe(2 * height(1280));
  expect(height(640)).toBe(height(1280));
});
