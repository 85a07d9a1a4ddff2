import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import type { DesignGraph } from '../../../graph/schema.js';
import type { Pixels } from '../../check.js';
import { judgePicture } from './judge.js';

/** A calm page: a heading, three columns of text, a picture with a gradient. */
const PAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="700">
  <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#7fb2d9"/><stop offset="1" stop-color="#1f3b57"/></linearGradient></defs>
  <rect width="1024" height="700" fill="#fff"/><rect width="1024" height="64" fill="#1f3b57"/>
  <rect x="64" y="96" width="896" height="240" rx="8" fill="url(#g)"/>
  <text x="96" y="230" font-size="44" fill="#fff" font-family="sans-serif">A quiet harbour</text>
  ${[64, 376, 688].map((x) => Array.from({ length: 9 }, (_, i) => `<text x="${x}" y="${400 + 24 * i}" font-size="15" fill="#333" font-family="sans-serif">Boats lie along the stone quay</text>`).join('')).join('')}
</svg>`;

async function pixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

const page = () => sharp(Buffer.from(PAGE));

it('gives a score inside its interval, and says what pulled', async () => {
  const look = (await judgePicture(await pixels(page()), null))!;
  expect(look.low).toBeGreaterThan(0);
  expect(look.low).toBeLessThan(look.score);
  expect(look.high).toBeGreaterThan(look.score);
  expect(look.high).toBeLessThan(1);
  expect(look.pulls).toHaveLength(3);
  expect(Math.abs(look.pulls[0]!.pull)).toBeGreaterThanOrEqual(Math.abs(look.pulls[2]!.pull));
  expect(look.measures.layout).toBeNull();
});

it('says the same of the same picture', async () => {
  const picture = await pixels(page());
  expect(await judgePicture(picture, null)).toEqual(await judgePicture(picture, null));
});

it.each([
  ['blurred', () => page().blur(2)],
  ['washed out', () => page().linear(0.3, 150)],
])('likes the page less when it is %s', async (_, damaged) => {
  const good = (await judgePicture(await pixels(page()), null))!;
  const bad = (await judgePicture(await pixels(damaged()), null))!;
  expect(bad.score).toBeLessThan(good.score);
});

it('likes a page less when its graph shows that there is nothing on it', async () => {
  const picture = await pixels(page());
  const nothing: DesignGraph = {
    schema: 'kallos.graph/1',
    viewport: 'desktop',
    canvas: [1024, 700],
    nodes: [],
    relations: [],
  };
  const empty = (await judgePicture(picture, nothing))!;
  expect(empty.score).toBeLessThan((await judgePicture(picture, null))!.score);
  expect(empty.pulls.map(({ measure }) => measure)).toContain('things');
});

it('has nothing to say of a strip', async () => {
  expect(
    await judgePicture(await pixels(page().extract({ left: 0, top: 0, width: 1024, height: 100 })), null),
  ).toBeNull();
});
