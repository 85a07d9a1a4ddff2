// Ways to spoil the look of a picture without touching what it says: pairs of which anybody would prefer the original.
import sharp from 'sharp';

/**
 * A picture: RGB, three bytes a pixel, as the judge takes it.
 * @typedef {{width: number, height: number, data: Uint8Array}} Picture
 * @typedef {(picture: Picture, random: () => number) => Picture | Promise<Picture>} Damage
 */

/** @type {Record<string, Damage>} */
export const DAMAGE = {
  blur: (picture) => pipe(picture, (image) => image.blur(1.6)),
  noise: (picture, random) => each(picture, (value) => value + 36 * (random() + random() - 1)),
  'washed-out': (picture) => each(picture, (value) => 150 + 0.4 * (value - 128)),
  'clashing-colours': clashing,
  'shuffled-tiles': (picture, random) => shuffled(picture, random, 128),
  'misaligned-grid': (picture, random) => bands(picture, 24, () => Math.round((random() - 0.5) * 120)),
  'broken-rhythm': brokenRhythm,
  crowding,
  shrunk: (picture) => shrunk(picture, 0.55),
  stickers,
  'low-colour': (picture) => each(picture, (value) => Math.round(value / 85) * 85),
  pixelated,
  'jpeg-artefacts': async (picture) => decode(await image(picture).jpeg({ quality: 6 }).toBuffer()),
  ghost,
  overlap,
  tilted: (picture) =>
    pipe(picture, (image) =>
      image.rotate(4, { background: '#ffffff' }).resize(picture.width, picture.height, { fit: 'cover' }),
    ),
  'motion-blur': (picture) =>
    pipe(picture, (image) =>
      image.convolve({
        width: 9,
        height: 3,
        kernel: [...Array(9).fill(0), ...Array(9).fill(1), ...Array(9).fill(0)],
      }),
    ),
  'tinted-tiles': tinted,
  stretched: (picture) =>
    pipe(picture, (image) =>
      image
        .extract({ left: 0, top: 0, width: Math.round(picture.width / 2.2), height: picture.height })
        .resize(picture.width, picture.height, { fit: 'fill' }),
    ),
  'salt-and-pepper': (picture, random) => {
    const out = copy(picture);
    for (let i = 0; i < out.data.length; i += 3)
      if (random() < 0.02) out.data.fill(random() < 0.5 ? 0 : 255, i, i + 3);
    return out;
  },
  emptied,
};

const copy = (picture) => ({ ...picture, data: Uint8Array.from(picture.data) });
const image = ({ width, height, data }) => sharp(data, { raw: { width, height, channels: 3 } });

/** Decodes a file to the form that the judge takes. */
export async function decode(file) {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

async function pipe(picture, change) {
  const { data, info } = await change(image(picture)).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function each(picture, change) {
  const out = copy(picture);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(0, Math.min(255, change(out.data[i])));
  return out;
}

/** Copies a rectangle of one picture to a place in another; what sticks out is cut. */
function paste(from, to, [left, top, width, height], x, y) {
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

/** Every block of 64-200 px gets its own gaudy tint. */
function clashing(picture, random) {
  const out = copy(picture);
  const hues = [
    [255, 0, 160],
    [0, 220, 40],
    [255, 140, 0],
    [0, 90, 255],
    [240, 240, 0],
    [150, 0, 255],
  ];
  for (let n = 0; n < 14; n++) {
    const [width, height] = [80 + random() * 220, 30 + random() * 110];
    const [left, top] = [random() * (picture.width - width), random() * Math.max(1, picture.height - height)];
    const hue = hues[Math.floor(random() * hues.length)];
    for (let y = Math.floor(top); y < Math.min(picture.height, top + height); y++) {
      for (let x = Math.floor(left); x < left + width; x++) {
        for (let c = 0; c < 3; c++) {
          const i = (y * picture.width + x) * 3 + c;
          out.data[i] = (out.data[i] * hue[c]) / 255;
        }
      }
    }
  }
  return out;
}

function tinted(picture, random) {
  const out = copy(picture);
  for (let top = 0; top < picture.height; top += 160) {
    for (let left = 0; left < picture.width; left += 160) {
      const shift = [0, 1, 2].map(() => Math.round((random() - 0.5) * 150));
      for (let y = top; y < Math.min(picture.height, top + 160); y++) {
        for (let x = left; x < Math.min(picture.width, left + 160); x++) {
          for (let c = 0; c < 3; c++) {
            const i = (y * picture.width + x) * 3 + c;
            out.data[i] = Math.max(0, Math.min(255, out.data[i] + shift[c]));
          }
        }
      }
    }
  }
  return out;
}

function shuffled(picture, random, size) {
  const out = copy(picture);
  const places = [];
  for (let y = 0; y + size <= picture.height; y += size)
    for (let x = 0; x + size <= picture.width; x += size) places.push([x, y]);
  const order = [...places].map((place) => [random(), place]).sort((a, b) => a[0] - b[0]);
  places.forEach(([x, y], i) => paste(picture, out, [...order[i][1], size, size], x, y));
  return out;
}

/** Bands of rows, each moved sideways, round the edge. */
function bands(picture, height, offset) {
  const out = copy(picture);
  const row = picture.width * 3;
  for (let top = 0; top < picture.height; top += height) {
    const by = (((offset() % picture.width) + picture.width) % picture.width) * 3;
    for (let y = top; y < Math.min(picture.height, top + height); y++) {
      const line = picture.data.subarray(y * row, (y + 1) * row);
      out.data.set(line.subarray(0, row - by), y * row + by);
      out.data.set(line.subarray(row - by), y * row);
    }
  }
  return out;
}

/** Bands are stretched and squeezed: no two gaps or sizes agree. */
async function brokenRhythm(picture, random) {
  const parts = [];
  const size = 48;
  for (let top = 0; top + size <= picture.height; top += size) {
    const height = Math.max(8, Math.round(size * (0.35 + 1.3 * random())));
    parts.push(
      await pipe(picture, (image) =>
        image
          .extract({ left: 0, top, width: picture.width, height: size })
          .resize(picture.width, height, { fit: 'fill' }),
      ),
    );
  }
  const out = copy(picture);
  let y = 0;
  for (const part of parts) {
    paste(part, out, [0, 0, part.width, part.height], 0, y);
    y += part.height;
  }
  return out;
}

/** Half as much room for each thing: the picture shrunk to a half and set four times, with no space between. */
async function crowding(picture) {
  const small = await pipe(picture, (image) =>
    image.resize(Math.round(picture.width / 2), Math.round(picture.height / 2), { fit: 'fill' }),
  );
  const out = copy(picture);
  for (const x of [0, small.width])
    for (const y of [0, small.height]) paste(small, out, [0, 0, small.width, small.height], x, y);
  return out;
}

/** The page in its upper left corner, the rest left blank in the colour of its last pixel. */
async function shrunk(picture, share) {
  const small = await pipe(picture, (image) =>
    image.resize(Math.round(picture.width * share), Math.round(picture.height * share), { fit: 'fill' }),
  );
  const out = copy(picture);
  const last = picture.data.subarray(picture.data.length - 3);
  for (let i = 0; i < out.data.length; i++) out.data[i] = last[i % 3];
  paste(small, out, [0, 0, small.width, small.height], 0, 0);
  return out;
}

/** A strip of the page, and below it nothing but its commonest colour. */
function emptied(picture, random) {
  const out = copy(picture);
  const counts = new Map();
  for (let i = 0; i < picture.data.length; i += 300) {
    const colour = picture.data.subarray(i, i + 3).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [ground] = [...counts].sort((a, b) => b[1] - a[1])[0];
  const first = Math.round(picture.height * (0.08 + 0.12 * random())) * picture.width * 3;
  const parts = ground.split(',').map(Number);
  for (let i = first; i < out.data.length; i++) out.data[i] = parts[(i - first) % 3];
  return out;
}

/** Plain loud rectangles over the content. */
function stickers(picture, random) {
  const out = copy(picture);
  for (let n = 0; n < 10; n++) {
    const [width, height] = [Math.round(50 + random() * 160), Math.round(20 + random() * 70)];
    const [left, top] = [
      Math.floor(random() * (picture.width - width)),
      Math.floor(random() * Math.max(1, picture.height - height)),
    ];
    const colour = [0, 1, 2].map(() => (random() < 0.5 ? 0 : 255));
    for (let y = top; y < Math.min(picture.height, top + height); y++) {
      for (let x = left; x < left + width; x++) out.data.set(colour, (y * picture.width + x) * 3);
    }
  }
  return out;
}

async function pixelated(picture) {
  const small = await pipe(picture, (image) =>
    image.resize(Math.round(picture.width / 6), Math.round(picture.height / 6), { fit: 'fill' }),
  );
  return pipe(small, (image) =>
    image.resize(picture.width, picture.height, { fit: 'fill', kernel: 'nearest' }),
  );
}

/** The page twice, the second time moved. */
function ghost(picture) {
  const out = copy(picture);
  const by = (9 * picture.width + 14) * 3;
  for (let i = by; i < out.data.length; i++) out.data[i] = (picture.data[i] + picture.data[i - by]) / 2;
  return out;
}

/** Blocks of the page lie over other blocks. */
function overlap(picture, random) {
  const out = copy(picture);
  for (let n = 0; n < 7; n++) {
    const box = [
      random() * picture.width * 0.6,
      random() * picture.height * 0.7,
      180 + random() * 200,
      50 + random() * 110,
    ].map(Math.floor);
    paste(
      picture,
      out,
      box,
      Math.floor(random() * picture.width * 0.7),
      Math.floor(random() * picture.height * 0.8),
    );
  }
  return out;
}
