// What a bad lens, a bad screen, or a bad file does to a picture.
import { copy, decode, each, image, pipe, somewhere, tiles, within } from './picture.js';

/** @type {Record<string, import('./picture.js').Damage>} */
export const SOFTNESS = {
  blur: (picture) => pipe(picture, (image) => image.blur(1.6)),
  'motion-blur': (picture) => smeared(picture, 9, 3),
  pixelated,
  /** Enlarged from a third of its size. */
  enlarged: async (picture) => resized(await resized(picture, 1 / 3), 3, picture),
  'smeared-down': (picture) => smeared(picture, 3, 9),
  /** As through ribbed glass: each pixel from somewhere near. */
  frosted: (picture, random) => {
    const out = copy(picture);
    const { width, height, data } = picture;
    for (let i = 0; i < width * height; i++) {
      const from = i + Math.round((random() - 0.5) * 5) + Math.round((random() - 0.5) * 5) * width;
      if (from >= 0 && from < width * height)
        for (let c = 0; c < 3; c++) out.data[3 * i + c] = data[3 * from + c];
    }
    return out;
  },
};

/** @type {Record<string, import('./picture.js').Damage>} */
export const GRAIN = {
  noise: (picture, random) => each(picture, (value) => value + 36 * (random() + random() - 1)),
  'salt-and-pepper': (picture, random) => {
    const out = copy(picture);
    for (let i = 0; i < out.data.length; i += 3)
      if (random() < 0.02) out.data.fill(random() < 0.5 ? 0 : 255, i, i + 3);
    return out;
  },
  /** Grey grain, the stronger the lighter a pixel is. */
  speckle: (picture, random) => {
    const out = copy(picture);
    for (let i = 0; i < out.data.length; i += 3) {
      const by = 1 + 0.24 * (random() + random() - 1);
      for (let c = i; c < i + 3; c++) out.data[c] = Math.min(255, picture.data[c] * by);
    }
    return out;
  },
  'grainy-patches': (picture, random) => {
    const out = copy(picture);
    for (let n = 0; n < 9; n++)
      within(out, somewhere(picture, random, [140, 360]), (data, at) => {
        for (let c = at; c < at + 3; c++)
          data[c] = Math.max(0, Math.min(255, data[c] + 60 * (random() + random() - 1)));
      });
    return out;
  },
};

/** @type {Record<string, import('./picture.js').Damage>} */
export const CODING = {
  'jpeg-artefacts': async (picture) => decode(await image(picture).jpeg({ quality: 6 }).toBuffer()),
  'low-colour': (picture) => each(picture, (value) => Math.round(value / 85) * 85),
  'webp-artefacts': async (picture) => decode(await image(picture).webp({ quality: 1 }).toBuffer()),
  /** Coded at two thirds of its size: the blocks lie on another grid. */
  'jpeg-enlarged': async (picture) => {
    const small = await image(picture)
      .resize(Math.round(picture.width / 1.5))
      .jpeg({ quality: 12 })
      .toBuffer();
    return resized(await decode(small), 1.5, picture);
  },
  /** Two tones a colour, made of dots (Bayer's pattern of 4 x 4). */
  dithered: (picture) => {
    const out = copy(picture);
    const pattern = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
    for (let i = 0; i < picture.data.length; i++) {
      const [x, y] = [Math.floor(i / 3) % picture.width, Math.floor(i / 3 / picture.width)];
      const step = 85;
      const low = Math.floor(picture.data[i] / step) * step;
      const rest = (picture.data[i] - low) / step;
      out.data[i] = Math.min(255, low + (rest > (pattern[(y % 4) * 4 + (x % 4)] + 0.5) / 16 ? step : 0));
    }
    return out;
  },
  /** Blocks that came late: some squares show their mean colour only. */
  'lost-blocks': (picture, random) => {
    const out = copy(picture);
    for (const box of tiles(picture, 16)) {
      if (random() > 0.25) continue;
      const sum = [0, 0, 0, 0];
      within(picture, box, (data, at) => [0, 1, 2].forEach((c) => (sum[c] += data[at + c])) ?? sum[3]++);
      within(out, box, (data, at) => [0, 1, 2].forEach((c) => (data[at + c] = sum[c] / sum[3])));
    }
    return out;
  },
};

const smeared = (picture, width, height) =>
  pipe(picture, (image) => {
    const along = Math.max(width, height);
    const isAcross = width > height;
    const kernel = Array.from({ length: width * height }, (_, i) =>
      (isAcross ? Math.floor(i / width) === 1 : i % width === 1) ? 1 : 0,
    );
    return image.convolve({ width, height, kernel, scale: along });
  });

/** @param {{width: number, height: number}} [to] the size in the end; by default what `by` makes of it */
const resized = (picture, by, to) =>
  pipe(picture, (image) =>
    image.resize(to?.width ?? Math.round(picture.width * by), to?.height ?? Math.round(picture.height * by), {
      fit: 'fill',
    }),
  );

async function pixelated(picture) {
  const small = await pipe(picture, (image) =>
    image.resize(Math.round(picture.width / 6), Math.round(picture.height / 6), { fit: 'fill' }),
  );
  return pipe(small, (image) =>
    image.resize(picture.width, picture.height, { fit: 'fill', kernel: 'nearest' }),
  );
}
