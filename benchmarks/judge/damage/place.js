// What is where it does not belong, or is not there.
import { copy, groundOf, moved, paste, somewhere, within } from './picture.js';

/** @type {Record<string, import('./picture.js').Damage>} */
export const PLACE = {
  'shuffled-tiles': (picture, random) => shuffled(picture, random, 128),
  'misaligned-grid': (picture, random) => bands(picture, 24, () => Math.round((random() - 0.5) * 120)),
  /** Columns of 40 px, each moved up or down. */
  'slipped-columns': (picture, random) => {
    const by = Array.from({ length: Math.ceil(picture.width / 40) }, () => Math.round((random() - 0.5) * 90));
    return moved(picture, (x, y) => [x, (y + by[Math.floor(x / 40)] + picture.height) % picture.height]);
  },
  /** Blocks that were turned upside down. */
  'turned-blocks': (picture, random) => {
    const out = copy(picture);
    for (let n = 0; n < 12; n++) {
      const box = somewhere(picture, random, [100, 320]);
      const pixels = [];
      within(picture, box, (data, at) => pixels.push([data[at], data[at + 1], data[at + 2]]));
      within(out, box, (data, at) => data.set(pixels.pop(), at));
    }
    return out;
  },
};

/** @type {Record<string, import('./picture.js').Damage>} */
export const COVER = {
  stickers,
  ghost,
  overlap,
  /** The page upside down shines through it. */
  'double-exposure': (picture) => {
    const out = copy(picture);
    const last = picture.data.length - 3;
    for (let i = 0; i < out.data.length; i += 3)
      for (let c = 0; c < 3; c++)
        out.data[i + c] = 0.68 * picture.data[i + c] + 0.32 * picture.data[last - i + c];
    return out;
  },
  /** The page twice, the second time further down. */
  'ghost-down': (picture) => {
    const out = copy(picture);
    const by = 21 * picture.width * 3;
    for (let i = by; i < out.data.length; i++)
      out.data[i] = 0.6 * picture.data[i] + 0.4 * picture.data[i - by];
    return out;
  },
  /** Blocks of the page lie over others, and both can be seen. */
  'glassy-overlap': (picture, random) => {
    const out = copy(picture);
    for (let n = 0; n < 9; n++) {
      const [left, top, width, height] = somewhere(picture, random, [140, 360]);
      const [x, y] = [
        random() * (picture.width - width),
        random() * Math.max(1, picture.height - height),
      ].map(Math.floor);
      const by = ((top - y) * picture.width + left - x) * 3;
      within(out, [x, y, width, height], (data, at) => {
        if (at + by < 0 || at + by + 2 >= picture.data.length) return;
        for (let c = at; c < at + 3; c++) data[c] = (data[c] * picture.data[c + by]) / 255;
      });
    }
    return out;
  },
  /** Grey bars over what is there. */
  'grey-bars': (picture, random) => {
    const out = copy(picture);
    for (let n = 0; n < 12; n++) {
      const grey = 40 + 170 * random();
      within(out, somewhere(picture, random, [40, 260]), (data, at) => data.fill(grey, at, at + 3));
    }
    return out;
  },
};

/** @type {Record<string, import('./picture.js').Damage>} */
export const EMPTINESS = {
  emptied,
  /** Only the left third is there. */
  'left-only': (picture) => cleared(picture, [picture.width * 0.34, 0, picture.width, picture.height]),
  /** Only the foot is there. */
  'foot-only': (picture) => cleared(picture, [0, 0, picture.width, picture.height * 0.78]),
  /** Most of the page is holes. */
  holes: (picture, random) => {
    const boxes = Array.from({ length: 26 }, () => somewhere(picture, random, [160, 380]));
    return boxes.reduce(cleared, picture);
  },
};

/** A rectangle of the picture in its commonest colour. */
function cleared(picture, box) {
  const out = copy(picture);
  const ground = groundOf(picture);
  within(out, box, (data, at) => data.set(ground, at));
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

/** A strip of the page, and below it nothing. */
function emptied(picture, random) {
  const first = Math.round(picture.height * (0.08 + 0.12 * random()));
  return cleared(picture, [0, first, picture.width, picture.height]);
}
