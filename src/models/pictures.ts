import sharp from 'sharp';
import { KallosError } from '../errors.js';
import type { Picture } from './attempt.js';

/**
 * What one picture may be. Providers refuse more than 8000 px a side (2000 px when there are many pictures) and scale
 * down, before the model looks, what is over 1568 px or about 1.2 megapixels: small print is lost there, unseen by us.
 */
const MAX_SIDE = 1568;
const MAX_AREA = 1.2e6;
/** Down to this share of its size a page of 16 px type is still read; below, it is cut into tiles. */
const LEGIBLE = 0.6;
/** Pixels of the page are shown twice where tiles meet, so that no line is only seen in halves. */
const OVERLAP = 64;
/** A page so long that it needs more tiles is scaled down to this many. */
const MAX_TILES = 12;
/** Bytes of a picture; over the wire they grow by a third, and 5 MB are taken there. */
const MAX_BYTES = 3.5e6;

/** Changes with anything above, since answers are kept by what was shown. */
export const PICTURE_RULES = 'pictures@1';

/** A part of a picture as it is shown, in px of the original. */
interface Part {
  top: number;
  height: number;
}

/**
 * Makes pictures fit for any provider: a small one as it is, a larger one scaled, a long one as an overview and tiles from
 * top to bottom, each introduced in words ("Picture 1, part 2 of 5: …").
 *
 * @throws KallosError KALLOS_INPUT_UNREADABLE for what is not a picture
 */
export async function showPictures(pictures: readonly Uint8Array[]): Promise<(string | Picture)[]> {
  const shown = await Promise.all(pictures.map((picture, i) => showPicture(picture, `Picture ${i + 1}`)));
  return shown.flat();
}

async function showPicture(bytes: Uint8Array, name: string): Promise<(string | Picture)[]> {
  try {
    return await fitted(bytes, name);
  } catch (cause) {
    throw new KallosError(
      'KALLOS_INPUT_UNREADABLE',
      `${name} for the model cannot be read: ${(cause as Error).message}.`,
      'Give it as PNG, JPEG or WebP.',
      { cause },
    );
  }
}

async function fitted(bytes: Uint8Array, name: string): Promise<(string | Picture)[]> {
  const { width, height } = await sharp(bytes).metadata();
  const whole = Math.min(1, fit(width, height));
  const size = `${width}x${height} px`;
  const overview = await encode(bytes, { top: 0, height }, width, whole);
  if (whole >= LEGIBLE || height <= width) return [`${name}, ${size}:`, overview];

  const { scale, parts } = tiles(width, height);
  const shown: (string | Picture)[] = [
    `${name}, ${size}, the whole of it; ${parts.length} parts of it follow from top to bottom, larger:`,
    overview,
  ];
  for (const [i, part] of parts.entries()) {
    const rows = `rows ${part.top} to ${part.top + part.height}`;
    shown.push(`${name}, part ${i + 1} of ${parts.length}, ${rows}:`);
    shown.push(await encode(bytes, part, width, scale));
  }
  return shown;
}

/** The largest scale at which a picture keeps to the limits; above 1 for a small one. */
function fit(width: number, height: number): number {
  return Math.min(MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_AREA / (width * height)));
}

/** Parts of a long picture at the largest scale that needs few enough of them. */
function tiles(width: number, height: number): { scale: number; parts: Part[] } {
  for (let scale = Math.min(1, 1280 / width); ; scale *= 0.95) {
    const rows = Math.floor(Math.min(MAX_SIDE, MAX_AREA / (width * scale)) / scale);
    const count = Math.ceil((height - OVERLAP) / (rows - OVERLAP));
    if (rows <= 2 * OVERLAP || count > MAX_TILES) continue;
    const step = count === 1 ? 0 : (height - rows) / (count - 1);
    const parts = Array.from({ length: count }, (_, i) => ({
      top: Math.round(i * step),
      height: Math.min(rows, height),
    }));
    return { scale, parts };
  }
}

/** PNG, or JPEG where that would be too large; transparency becomes white. */
async function encode(bytes: Uint8Array, part: Part, width: number, scale: number): Promise<Picture> {
  const drawn = sharp(bytes)
    .extract({ left: 0, top: part.top, width, height: part.height })
    .resize(size(width * scale), size(part.height * scale), { fit: 'fill' })
    .flatten({ background: '#fff' });
  const png = await drawn.clone().png().toBuffer();
  if (png.length <= MAX_BYTES) return { bytes: png, mediaType: 'image/png' };
  return { bytes: await drawn.jpeg({ quality: 90 }).toBuffer(), mediaType: 'image/jpeg' };
}

const size = (px: number) => Math.max(1, Math.floor(px));
