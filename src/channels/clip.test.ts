import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRenderer, type Renderer } from '../render/index.js';
import { pageOf } from '../render/testing/page.js';
import { clipSimilarity } from './clip.js';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 1 });
});
afterAll(() => renderer.close());

const page = (body: string) => renderer.render(pageOf(`<!doctype html><body style="margin:0">${body}`));
/** Stands for a model of pictures: what it sees of one is 16 by 16 greys. */
const embed = async (png: Uint8Array) => [
  ...(await sharp(png).greyscale().resize(16, 16, { fit: 'fill' }).raw().toBuffer()),
];

describe('the fifth metric of Design2Code', () => {
  it('sees no text', async () => {
    const text = (words: string) => page(`<h1 style="font-size:90px;margin:40px">${words}</h1>`);
    const [a, b] = [await text('Harvest of the year'), await text('Rain')];
    expect(await clipSimilarity(a, b, embed)).toBeCloseTo(1, 6);
    const seen: number[] = [];
    await clipSimilarity(a, b, async (png) => {
      const { channels } = await sharp(png).stats();
      seen.push(channels[0]!.min);
      return embed(png);
    });
    expect(seen).toEqual([255, 255]);
  });

  it('falls with what is drawn', async () => {
    const box = (color: string) => page(`<div style="height:600px;background:${color}"></div>`);
    const [dark, same, light] = [await box('#123'), await box('#123'), await box('#eee')];
    expect(await clipSimilarity(dark, same, embed)).toBeCloseTo(1, 6);
    expect(await clipSimilarity(dark, light, embed)).toBeLessThan(0.95);
  });

  it('is no figure where the model makes no vectors', async () => {
    const one = await page('<p>Rain</p>');
    let calls = 0;
    await expect(
      clipSimilarity(one, one, () => Promise.resolve([1, 2].slice(calls++))),
    ).rejects.toMatchObject({
      code: 'KALLOS_MODEL_REPLY',
    });
    await expect(clipSimilarity(one, one, () => Promise.resolve([0, 0]))).rejects.toMatchObject({
      code: 'KALLOS_MODEL_REPLY',
    });
  });
});
