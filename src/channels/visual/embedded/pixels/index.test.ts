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
    lineBend: 0,
    jointLines: 0,
    flatQuads: 1,
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
  expect(blurred.middlePatches).toBeGreaterThan(crisp.middlePatches);
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

/** A picture each of whose columns is taken from higher up or further down. */
async function sagging(body: string, by: (x: number) => number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="512"><rect width="1024" height="512" fill="#fff"/>${body}</svg>`;
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const moved = new Uint8Array(data.length).fill(255);
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      const from = y + Math.round(by(x));
      if (from < 0 || from >= info.height) continue;
      const at = 3 * (from * info.width + x);
      moved.set(data.subarray(at, at + 3), 3 * (y * info.width + x));
    }
  }
  return (await pixelMeasures({ width: info.width, height: info.height, data: moved }))!;
}

it('sees lines that do not run straight', async () => {
  const straight = await sagging(TEXTS, () => 0);
  const wavy = await sagging(TEXTS, (x) => 7 * Math.sin(x / 28));
  const sloping = await sagging(TEXTS, (x) => 0.07 * x);
  for (const bent of [wavy, sloping]) {
    expect(bent.lineBend).toBeGreaterThan(straight.lineBend + 0.3);
    expect(bent.lineShift).toBeGreaterThan(straight.lineShift + 0.3);
    expect(bent.lineMatch).toBeLessThan(straight.lineMatch - 0.2);
  }
});

it('sees letters that were drawn out, in all places or in some', async () => {
  const even = await measure(TEXTS);
  const tall = await measure(TEXTS, (picture) =>
    picture.extract({ left: 0, top: 0, width: 1024, height: 256 }).resize(1024, 512, { fit: 'fill' }),
  );
  // Half as many changes down a column of pixels, and as many as before along a row.
  expect(tall.aspect - even.aspect).toBeGreaterThan(0.6);
  expect(tall.strokesDown).toBeLessThan(even.strokesDown);
  const column = (x: number, scale: number) =>
    `<svg x="${x}" width="128" height="512"><g transform="translate(${-x * scale} 0) scale(${scale} 1)">${TEXTS}</g></svg>`;
  const uneven = await measure(
    Array.from({ length: 8 }, (_, i) => column(128 * i, i % 2 === 0 ? 0.45 : 1.7)).join(''),
  );
  expect(uneven.jumpAcross).toBeGreaterThan(even.jumpAcross + 0.1);
  expect(uneven.aspectAcross).toBeGreaterThan(even.aspectAcross + 0.1);
});

it('sees lines at uneven distances and of uneven heights', async () => {
  const lines = (tops: readonly number[], sizes: readonly number[]) =>
    tops
      .map(
        (y, i) =>
          `<text x="40" y="${y}" font-size="${sizes[i % sizes.length]}" font-family="sans-serif">Ships and boats by the quay of the port lay idle</text>`,
      )
      .join('');
  const even = await measure(
    lines(
      Array.from({ length: 12 }, (_, i) => 50 + 36 * i),
      [20],
    ),
  );
  const uneven = await measure(
    lines([40, 66, 120, 160, 186, 250, 276, 330, 356, 410, 470, 496], [20, 13, 28]),
  );
  expect(even.evenPitch).toBeGreaterThan(uneven.evenPitch + 0.3);
  expect(even.heightStep).toBeLessThan(uneven.heightStep);
  expect(even.pitchStep).toBeLessThan(uneven.pitchStep);
});

it('tells what lies along an edge', async () => {
  const card = await measure(TEXTS + box(620, 40, 340, 420, '#dde6f0'));
  const over = await measure(TEXTS + box(121, 45, 340, 420, '#dde6f0'));
  const boxes = await measure(box(60, 60, 300, 180, '#dde6f0') + box(500, 60, 300, 180, '#dde6f0'));
  expect(boxes.jointCut).toBe(0);
  expect(boxes.jointPlain).toBeGreaterThan(0.5);
  expect(over.jointCut).toBeGreaterThan(boxes.jointCut + 0.1);
  expect(card.jointCuts).toBeGreaterThan(0);
});

it('sees a page of which only a part is there', async () => {
  const page = await measure(TEXTS);
  const left = await measure(TEXTS + box(345, 0, 679, 512, '#fff'));
  expect(left.rightEnds).toBeGreaterThan(page.rightEnds + 0.2);
});

it('sees what an encoder smears', async () => {
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="512"><rect width="1024" height="512" fill="#cde"/>${TEXTS}</svg>`;
  const drawn = await sharp(Buffer.from(page)).removeAlpha().raw().toBuffer();
  const coded = await sharp(await sharp(Buffer.from(page)).webp({ quality: 1 }).toBuffer())
    .removeAlpha()
    .raw()
    .toBuffer();
  const [clean, smeared] = await Promise.all(
    [drawn, coded].map((data) => pixelMeasures({ width: 1024, height: 512, data })),
  );
  expect(smeared!.cleanGround).toBeLessThan(clean!.cleanGround);
  expect(smeared!.mosquito).toBeGreaterThan(clean!.mosquito);
  expect(smeared!.unevenGround).toBeGreaterThan(clean!.unevenGround);
  expect(smeared!.tones).toBeGreaterThan(clean!.tones);
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
