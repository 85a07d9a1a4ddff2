// What loses its proportions.
import { copy, moved, paste, pipe } from './picture.js';

/** @type {Record<string, import('./picture.js').Damage>} */
export const SHAPE = {
  tilted: (picture) => turned(picture, 4),
  stretched: (picture) =>
    pipe(picture, (image) =>
      image
        .extract({ left: 0, top: 0, width: Math.round(picture.width / 2.2), height: picture.height })
        .resize(picture.width, picture.height, { fit: 'fill' }),
    ),
  /** Twice as high, and cut. */
  'drawn-out': (picture) =>
    pipe(picture, (image) =>
      image
        .extract({ left: 0, top: 0, width: picture.width, height: Math.round(picture.height / 2.2) })
        .resize(picture.width, picture.height, { fit: 'fill' }),
    ),
  'tilted-back': (picture) => turned(picture, -7),
  sheared: (picture) => moved(picture, (x, y) => [x + 0.12 * (y - picture.height / 2), y]),
  /** Lines sag in waves. */
  wavy: (picture) => moved(picture, (x, y) => [x, y + 7 * Math.sin(x / 28)]),
  /** As if it leant back. */
  keystone: (picture) =>
    moved(picture, (x, y) => {
      const by = 0.72 + (0.28 * y) / picture.height;
      return [picture.width / 2 + (x - picture.width / 2) / by, y];
    }),
};

/** @type {Record<string, import('./picture.js').Damage>} */
export const SIZES = {
  /** Bands of rows are stretched and squeezed: no two gaps or sizes agree. */
  'broken-rhythm': (picture, random) => uneven(picture, random, 48, 'height'),
  /** Half as much room for each thing: the picture shrunk to a half and set four times, with no space between. */
  crowding: (picture) => repeated(picture, 2),
  shrunk: (picture) => shrunk(picture, 0.55),
  /** Columns are stretched and squeezed: no two widths agree. */
  'broken-columns': (picture, random) => uneven(picture, random, 64, 'width'),
  /** Low bands are stretched and squeezed. */
  'jumpy-lines': (picture, random) => uneven(picture, random, 20, 'height'),
  /** The page nine times. */
  'crowding-more': (picture) => repeated(picture, 3),
  /** The page in the middle of a void. */
  'shrunk-middle': (picture) => shrunk(picture, 0.45, 0.5),
};

const turned = (picture, by) =>
  pipe(picture, (image) =>
    image.rotate(by, { background: '#ffffff' }).resize(picture.width, picture.height, { fit: 'cover' }),
  );

/** Bands of rows or columns, each stretched or squeezed by another factor. */
async function uneven(picture, random, size, side) {
  const out = copy(picture);
  const isDown = side === 'height';
  let place = 0;
  for (let from = 0; from + size <= picture[side]; from += size) {
    const length = Math.max(8, Math.round(size * (0.35 + 1.3 * random())));
    const band = isDown
      ? { left: 0, top: from, width: picture.width, height: size }
      : { left: from, top: 0, width: size, height: picture.height };
    const [width, height] = isDown ? [picture.width, length] : [length, picture.height];
    const part = await pipe(picture, (image) => image.extract(band).resize(width, height, { fit: 'fill' }));
    paste(part, out, [0, 0, width, height], isDown ? 0 : place, isDown ? place : 0);
    place += length;
  }
  return out;
}

/** The page shrunk, and set so many times in each direction. */
async function repeated(picture, times) {
  const small = await pipe(picture, (image) =>
    image.resize(Math.round(picture.width / times), Math.round(picture.height / times), { fit: 'fill' }),
  );
  const out = copy(picture);
  for (let x = 0; x < times; x++)
    for (let y = 0; y < times; y++)
      paste(small, out, [0, 0, small.width, small.height], x * small.width, y * small.height);
  return out;
}

/** The page smaller, the rest left blank in the colour of its last pixel. `at`: 0 in the upper left corner, .5 in the middle. */
async function shrunk(picture, share, at = 0) {
  const small = await pipe(picture, (image) =>
    image.resize(Math.round(picture.width * share), Math.round(picture.height * share), { fit: 'fill' }),
  );
  const out = copy(picture);
  const last = picture.data.subarray(picture.data.length - 3);
  for (let i = 0; i < out.data.length; i++) out.data[i] = last[i % 3];
  const [x, y] = [picture.width - small.width, picture.height - small.height].map((room) =>
    Math.round(at * room),
  );
  paste(small, out, [0, 0, small.width, small.height], x, y);
  return out;
}
