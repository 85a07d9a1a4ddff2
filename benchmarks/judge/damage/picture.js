// What ways to spoil a picture share.
import sharp from 'sharp';

/**
 * A picture: RGB, three bytes a pixel, as the judge takes it.
 * @typedef {{width: number, height: number, data: Uint8Array}} Picture
 * @typedef {(picture: Picture, random: () => number) => Picture | Promise<Picture>} Damage
 */

export const copy = (picture) => ({ ...picture, data: Uint8Array.from(picture.data) });
export const image = ({ width, height, data }) => sharp(data, { raw: { width, height, channels: 3 } });

/** Decodes a file to the form that the judge takes. */
export async function decode(file) {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export async function pipe(picture, change) {
  const { data, info } = await change(image(picture)).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export function each(picture, change) {
  const out = copy(picture);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(0, Math.min(255, change(out.data[i])));
  return out;
}

/** Copies a rectangle of one picture to a place in another; what sticks out is cut. */
export function paste(from, to, [left, top, width, height], x, y) {
  for (let row = 0; row < height; row++) {
    if (y + row < 0 || y + row >= to.height || top + row < 0 || top + row >= from.height) continue;
    for (let column = 0; column < width; column++) {
      if (x + column < 0 || x + column >= to.width || left + column >= from.width) continue;
      const source = ((top + row) * from.width + left + column) * 3;
      const target = ((y + row) * to.width + x + column) * 3;
      to.data[target] = from.data[source];
      to.data[target + 1] = from.data[source + 1];
      to.data[target + 2] = from.data[source + 2];
    }
  }
}

/** Changes the pixels of a rectangle, cut to the picture, in place: `change(rgb, at)` writes three bytes at `at`. */
export function within(picture, [left, top, width, height], change) {
  const right = Math.min(picture.width, Math.round(left + width));
  const bottom = Math.min(picture.height, Math.round(top + height));
  for (let y = Math.max(0, Math.round(top)); y < bottom; y++) {
    for (let x = Math.max(0, Math.round(left)); x < right; x++)
      change(picture.data, (y * picture.width + x) * 3);
  }
}

/** Squares that cover a picture: left, top, width, height. */
export function* tiles({ width, height }, size) {
  for (let top = 0; top < height; top += size)
    for (let left = 0; left < width; left += size) yield [left, top, size, size];
}

/** A rectangle somewhere on a picture, with sides between two lengths. */
export function somewhere({ width, height }, random, [least, most]) {
  const [wide, high] = [least + random() * (most - least), least + random() * (most - least) * 0.6];
  return [random() * Math.max(1, width - wide), random() * Math.max(1, height - high), wide, high].map(
    Math.floor,
  );
}

/** A picture each of whose pixels is taken from elsewhere; from outside comes `ground`. */
export function moved(picture, from, ground = [255, 255, 255]) {
  const out = copy(picture);
  const { width, height, data } = picture;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = from(x, y);
      const [column, row] = [Math.round(fromX), Math.round(fromY)];
      const to = (y * width + x) * 3;
      if (column < 0 || row < 0 || column >= width || row >= height) out.data.set(ground, to);
      else for (let c = 0; c < 3; c++) out.data[to + c] = data[(row * width + column) * 3 + c];
    }
  }
  return out;
}

/** The commonest colour of a picture. */
export function groundOf(picture) {
  const counts = new Map();
  for (let i = 0; i < picture.data.length; i += 300) {
    const colour = picture.data.subarray(i, i + 3).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [[ground]] = [...counts].sort((a, b) => b[1] - a[1]);
  return ground.split(',').map(Number);
}
