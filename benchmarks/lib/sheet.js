import { Buffer } from 'node:buffer';
import { basename } from 'node:path';
import sharp from 'sharp';

/** CSS px of a page that are shown; what is below is cut off. */
const SHOWN = { width: 1280, height: 960 };
const CELL = { width: 320, height: 240, gap: 12, label: 20 };
const PAIRS_A_ROW = 3;

/**
 * A picture of pages in pairs: as rendered with the store, and without it.
 * @param {string} file where the PNG goes
 * @param {Map<string, {picture: string | null}>} locked by page
 * @param {Map<string, {picture: string | null}>} off the same without the store
 */
export async function drawSheet(file, locked, off) {
  const pages = [...locked.keys()].sort();
  const pair = { width: 2 * CELL.width + 2 * CELL.gap, height: CELL.height + CELL.label + CELL.gap };
  const layers = [];
  for (const [i, id] of pages.entries()) {
    const left = (i % PAIRS_A_ROW) * pair.width + CELL.gap;
    const top = Math.floor(i / PAIRS_A_ROW) * pair.height + CELL.gap;
    layers.push({ input: label(basename(id)), left, top });
    for (const [column, { picture }] of [locked.get(id), off.get(id) ?? {}].entries()) {
      if (!picture) continue;
      const input = await thumbnail(picture);
      layers.push({ input, left: left + column * (CELL.width + 4), top: top + CELL.label });
    }
  }
  const rows = Math.ceil(pages.length / PAIRS_A_ROW);
  await sharp({
    create: {
      width: PAIRS_A_ROW * pair.width + CELL.gap,
      height: rows * pair.height + CELL.gap,
      channels: 3,
      background: '#808080',
    },
  })
    .composite(layers)
    .png()
    .toFile(file);
}

async function thumbnail(picture) {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const scale = width / SHOWN.width;
  const top = { left: 0, top: 0, width, height: Math.min(height, Math.round(SHOWN.height * scale)) };
  return sharp(picture)
    .extract(top)
    .resize(CELL.width, CELL.height, { fit: 'contain', position: 'top', background: '#808080' })
    .png()
    .toBuffer();
}

function label(text) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * CELL.width}" height="${CELL.label}">` +
      `<text x="0" y="15" font-family="sans-serif" font-size="13" fill="#fff">${escaped}: with the store, and without</text></svg>`,
  );
}
