import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** What of a page is shown: CSS px around the place in question, and px on the sheet. */
const VIEW = { width: 800, height: 600 };
const CELL = { width: 400, height: 300, gap: 8, label: 18 };
const GREY = '#8a8a8a';

/**
 * A picture of pairs of pages, side by side, each cut out where the two differ.
 * @param {string} file where the PNG goes
 * @param {{label: string, pictures: [string, string]}[]} pairs folders of captures
 * @param {number} [columns] pairs in a row
 */
export async function drawPairs(file, pairs, columns = 2) {
  const cells = [];
  for (const { label, pictures } of pairs) {
    const pages = pictures.map(pictureOf);
    const [x, y] = await firstDifference(pages);
    cells.push({ label, images: await Promise.all(pages.map((page) => cutOut(page, [x, y]))) });
  }
  await draw(file, cells, columns);
}

/**
 * A picture of places on pages, each framed.
 * @param {string} file
 * @param {{label: string, picture: string, box: [number, number, number, number]}[]} places folders of captures
 * @param {number} [columns] places in a row
 */
export async function drawPlaces(file, places, columns = 4) {
  const cells = [];
  for (const { label, picture, box } of places) {
    const [x, y, width, height] = box;
    const at = [x + width / 2, y + height / 2];
    cells.push({ label, images: [await cutOut(pictureOf(picture), at, box)] });
  }
  await draw(file, cells, columns);
}

async function draw(file, cells, columns) {
  const across = Math.max(1, ...cells.map(({ images }) => images.length));
  const width = across * (CELL.width + CELL.gap);
  const height = CELL.height + CELL.label + CELL.gap;
  const layers = cells.flatMap(({ label, images }, i) => {
    const left = (i % columns) * width + CELL.gap;
    const top = Math.floor(i / columns) * height + CELL.gap;
    return [
      { input: words(label, width - CELL.gap), left, top },
      ...images.map((input, j) => ({
        input,
        left: left + j * (CELL.width + CELL.gap),
        top: top + CELL.label,
      })),
    ];
  });
  const rows = Math.ceil(cells.length / columns);
  const size = { width: columns * width + CELL.gap, height: rows * height + CELL.gap };
  await sharp({ create: { ...size, channels: 3, background: GREY } })
    .composite(layers)
    .png()
    .toFile(file);
}

function pictureOf(folder) {
  const { pictures } = JSON.parse(readFileSync(join(folder, 'capture.json'), 'utf8'));
  return pictures[0] ? join(folder, pictures[0].file) : null;
}

/** Middle of the first 300 rows in which two pictures differ. */
async function firstDifference([a, b]) {
  if (!a || !b) return [0, 0];
  const [one, other] = await Promise.all(
    [a, b].map((file) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (one.info.width !== other.info.width) return [one.info.width / 2, 0];
  const row = 3 * one.info.width;
  const rows = Math.min(one.info.height, other.info.height);
  let [top, left, right] = [null, Infinity, 0];
  for (let y = 0; y < rows && (top === null || y < top + 300); y++) {
    for (let at = y * row; at < (y + 1) * row; at++) {
      if (Math.abs(one.data[at] - other.data[at]) < 8) continue;
      top ??= y;
      const x = Math.floor((at - y * row) / 3);
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
  }
  return top === null ? [0, rows] : [(left + right) / 2, top + 150];
}

async function cutOut(file, [x, y], box) {
  if (!file)
    return sharp({ create: { width: CELL.width, height: CELL.height, channels: 3, background: GREY } })
      .png()
      .toBuffer();
  const page = sharp(file);
  const { width, height } = await page.metadata();
  const place = (middle, size, whole) =>
    Math.round(Math.min(Math.max(0, middle - size / 2), Math.max(0, whole - size)));
  const [left, top] = [place(x, VIEW.width, width), place(y, VIEW.height, height)];
  const size = { width: Math.min(VIEW.width, width - left), height: Math.min(VIEW.height, height - top) };
  const cut = await page
    .extract({ left, top, ...size })
    .removeAlpha()
    .png()
    .toBuffer();
  const framed = box
    ? await sharp(cut)
        .composite([{ input: frame(size, [box[0] - left, box[1] - top, box[2], box[3]]), left: 0, top: 0 }])
        .png()
        .toBuffer()
    : cut;
  return sharp(framed)
    .resize(CELL.width, CELL.height, { fit: 'contain', position: 'left top', background: GREY })
    .png()
    .toBuffer();
}

const svg = ({ width, height }, content) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);

const frame = (size, [x, y, width, height]) =>
  svg(
    size,
    `<rect x="${x - 3}" y="${y - 3}" width="${width + 6}" height="${height + 6}" fill="none" stroke="#ff00c8" stroke-width="4"/>`,
  );

function words(text, width) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return svg(
    { width, height: CELL.label },
    `<text x="0" y="13" font-family="sans-serif" font-size="12" fill="#fff">${escaped}</text>`,
  );
}
