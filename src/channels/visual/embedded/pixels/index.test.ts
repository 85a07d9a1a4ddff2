import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import type { Pixels } from '../../../check.js';
import { pixelMeasures } from './index.js';
import { windows } from './screen.js';

async function measure(body: string, change: (picture: Sharp) => Sharp = (picture) => picture) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="512"><rect width="1024" height="512" fill="#fff"/>${body}</svg>`;
  const { data, info } = await change(sharp(Buffer.from(svg)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels: Pixels = { width: info.width, height: info.height, data };
  return (await pixelMeasures(pixels))!;
}

const box = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const LEFT = box(131, 131, 128, 256, '#333');
const RIGHT = box(765, 131, 128, 256, '#333');

it('finds nothing on a white page, and gives numbers all the same', async () => {
  const blank = await measure('');
  expect(blank).toMatchObject({
    colourfulness: 0,
    edgeDensity: 0,
    whitespace: 1,
    whiteShare: 1,
    noise: 0,
    figureShare: 0,
  });
  for (const value of Object.values(blank)) expect(Number.isFinite(value)).toBe(true);
});

it('tells a symmetrical page from a lopsided one', async () => {
  const even = await measure(LEFT + RIGHT);
  const lopsided = await measure(LEFT);
  expect(even.symmetryAcross).toBeCloseTo(1);
  expect(even.balanceAcross).toBeCloseTo(0);
  expect(lopsided.symmetryAcross).toBeLessThan(0.5);
  expect(lopsided.balanceAcross).toBeGreaterThan(0.5);
});

it('tells colours that belong together from colours that do not', async () => {
  const harmonic = await measure(box(0, 0, 300, 512, '#1f5fa8') + box(300, 0, 300, 512, '#4f8fd0'));
  const clashing = await measure(
    box(0, 0, 200, 512, '#e0218a') +
      box(200, 0, 200, 512, '#f2e500') +
      box(400, 0, 200, 512, '#00a83c') +
      box(600, 0, 200, 512, '#1f5fff'),
  );
  expect(clashing.hueDiscord).toBeGreaterThan(2 * harmonic.hueDiscord);
  expect(clashing.colourfulness).toBeGreaterThan(harmonic.colourfulness);
});

it('sees blur and noise for what they are', async () => {
  const texts = Array.from(
    { length: 12 },
    (_, i) => `<text x="64" y="${60 + 36 * i}" font-size="20">The quick brown fox jumps</text>`,
  ).join('');
  const crisp = await measure(texts);
  const blurred = await measure(texts, (picture) => picture.blur(2));
  expect(blurred.sharpness).toBeLessThan(crisp.sharpness);
  expect(blurred.sharpnessDown).toBeLessThan(crisp.sharpnessDown);
  expect(blurred.energyLoss).toBeLessThan(crisp.energyLoss);
});

/** Lines of text over the whole page. */
const TEXTS = Array.from(
  { length: 13 },
  (_, i) =>
    `<text x="40" y="${50 + 36 * i}" font-size="22" font-family="sans-serif">The quick brown fox jumps over the lazy dog and runs along the quay</text>`,
).join('');

it('sees content that is cut off, and content that meets other content', async () => {
  const page = await measure(TEXTS);
  const stickers = await measure(TEXTS + box(203, 45, 160, 250, '#f0f') + box(451, 150, 180, 260, '#0a0'));
  const moved = await measure(
    TEXTS + `<svg x="200" y="11" width="180" height="500">${box(0, 0, 180, 500, '#ddd')}${TEXTS}</svg>`,
  );
  // Letters on one line are cut off by it, as it were.
  expect(stickers.cuts).toBeGreaterThan(page.cuts + 1);
  expect(moved.cuts + moved.seams).toBeGreaterThan(page.cuts + page.seams + 0.5);
});

it('sees the blocks of an encoder and single pixels that are wrong', async () => {
  const page = await measure(TEXTS + LEFT);
  const coded = await sharp(
    await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="512"><rect width="1024" height="512" fill="#cde"/>${TEXTS}</svg>`,
      ),
    )
      .jpeg({ quality: 6 })
      .toBuffer(),
  )
    .raw()
    .toBuffer({ resolveWithObject: true });
  const blocks = (await pixelMeasures({ width: 1024, height: 512, data: coded.data }))!;
  expect(blocks.blocking).toBeGreaterThan(page.blocking + 1);
  const dots = await measure(
    Array.from({ length: 300 }, (_, i) => box((i * 37) % 1000, (i * 53) % 500, 1, 1, '#000')).join(''),
  );
  expect(dots.impulses).toBeGreaterThan(0);
  expect((await measure(LEFT)).impulses).toBe(0);
});

it('sees sizes that were forced', async () => {
  const even = await measure(TEXTS);
  const squeezed = await measure(`<g transform="scale(1 2)">${TEXTS}</g>`, (picture) =>
    picture.resize(1024, 300, { fit: 'fill' }).extend({ bottom: 212, background: '#fff' }),
  );
  expect(even.rhythmDown).toBeLessThan(0.2);
  expect(squeezed.sharpnessRatio).not.toBeCloseTo(even.sharpnessRatio, 2);
});

it('needs more bytes for more things', async () => {
  const few = await measure(LEFT);
  const many = await measure(
    Array.from({ length: 200 }, (_, i) =>
      box((i * 137) % 1000, (i * 71) % 500, 20, 12, `hsl(${i * 47} 60% 50%)`),
    ).join(''),
  );
  expect(many.jpegFull).toBeGreaterThan(few.jpegFull);
  expect(many.subbandEntropy).toBeGreaterThan(few.subbandEntropy);
  expect(many.congestionColour).toBeGreaterThan(few.congestionColour);
  expect(many.saliencyEntropy).toBeGreaterThan(few.saliencyEntropy);
});

it('cuts a long page into screens from its top to its end', () => {
  expect(windows(100)).toEqual([]);
  expect(windows(600)).toEqual([{ top: 0, height: 600 }]);
  expect(windows(1000)).toEqual([
    { top: 0, height: 768 },
    { top: 232, height: 768 },
  ]);
  // No page costs more than two screens.
  expect(windows(10_000)).toEqual([0, 4744, 9488].map((top) => ({ top, height: 512 })));
});
