import sharp from 'sharp';

/** Levels of grey at the top and the bottom of a picture: calm, between what dark and what light letters stand on. */
const TOP = 0xb4;
const BOTTOM = 0x8c;
/** Level of grey of a map tile: even, so that tiles make one ground. */
const TILE = 0xdd;

export type Shade = 'picture' | 'tile';

/** A PNG of this size in shades of grey, the same bytes every time. */
export function drawPng(width: number, height: number, shade: Shade): Promise<Uint8Array> {
  const pixels = Buffer.alloc(width * height);
  for (let row = 0; row < height; row++) {
    const level =
      shade === 'tile' ? TILE : Math.round(TOP + ((BOTTOM - TOP) * row) / Math.max(1, height - 1));
    pixels.fill(level, row * width, (row + 1) * width);
  }
  return sharp(pixels, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .png({ compressionLevel: 9, adaptiveFiltering: false })
    .toBuffer();
}

const grey = (level: number) => `#${level.toString(16).repeat(3)}`;

/** The same as an SVG: for what the page takes for a drawing (a mask, a logo to be scaled). */
export function drawSvg(width: number, height: number): Uint8Array {
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><linearGradient id="g" x2="0" y2="1"><stop stop-color="${grey(TOP)}"/><stop offset="1" stop-color="${grey(BOTTOM)}"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
  );
}

/** A page without content, in the same greys: what stands in for a video or a map in a frame. */
export function drawDocument(): Uint8Array {
  return new TextEncoder().encode(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Placeholder</title><style>html{height:100%;background:linear-gradient(${grey(TOP)},${grey(BOTTOM)})}</style></html>`,
  );
}
