// What bad taste or a bad screen does to the colours of a picture.
import { copy, each, somewhere, tiles, within } from './picture.js';

/** @type {Record<string, import('./picture.js').Damage>} */
export const TONE = {
  'washed-out': (picture) => each(picture, (value) => 150 + 0.4 * (value - 128)),
  darkened: (picture) => each(picture, (value) => 0.32 * value),
  /** Light parts run together. */
  overexposed: (picture) => each(picture, (value) => 1.25 * value + 70),
  /** Grey, between two middle tones. */
  dulled: (picture) => {
    const out = copy(picture);
    for (let i = 0; i < out.data.length; i += 3) {
      const grey = (picture.data[i] * 77 + picture.data[i + 1] * 150 + picture.data[i + 2] * 29) >> 8;
      for (let c = i; c < i + 3; c++) out.data[c] = 90 + 0.35 * grey + 0.1 * (picture.data[c] - grey);
    }
    return out;
  },
};

/** @type {Record<string, import('./picture.js').Damage>} */
export const COLOUR = {
  'clashing-colours': clashing,
  'tinted-tiles': tinted,
  /** Tiles whose red, green and blue have changed places. */
  'swapped-channels': (picture, random) => {
    const out = copy(picture);
    for (const box of tiles(picture, 144)) {
      const by = Math.floor(random() * 3);
      const flip = random() < 0.5;
      within(out, box, (data, at) => {
        const rgb = [data[at], data[at + 1], data[at + 2]];
        for (let c = 0; c < 3; c++) data[at + c] = flip ? 255 - rgb[(c + by) % 3] : rgb[(c + by) % 3];
      });
    }
    return out;
  },
  /** Broad stripes of loud colours shine through. */
  'gaudy-stripes': (picture, random) => {
    const out = copy(picture);
    for (let top = 0; top < picture.height; top += 70) {
      const hue = HUES[Math.floor(random() * HUES.length)];
      within(out, [0, top, picture.width, 35 + random() * 35], (data, at) => {
        for (let c = 0; c < 3; c++) data[at + c] = 0.5 * data[at + c] + 0.5 * hue[c];
      });
    }
    return out;
  },
  /** Blocks in the complement of their colours. */
  negatives: (picture, random) => {
    const out = copy(picture);
    for (let n = 0; n < 10; n++)
      within(out, somewhere(picture, random, [80, 280]), (data, at) => {
        for (let c = at; c < at + 3; c++) data[c] = 255 - data[c];
      });
    return out;
  },
};

const HUES = [
  [255, 0, 160],
  [0, 220, 40],
  [255, 140, 0],
  [0, 90, 255],
  [240, 240, 0],
  [150, 0, 255],
];

/** Every block of 64-200 px gets its own gaudy tint. */
function clashing(picture, random) {
  const out = copy(picture);
  for (let n = 0; n < 14; n++) {
    const [width, height] = [80 + random() * 220, 30 + random() * 110];
    const [left, top] = [random() * (picture.width - width), random() * Math.max(1, picture.height - height)];
    const hue = HUES[Math.floor(random() * HUES.length)];
    within(out, [left, top, width, height], (data, at) => {
      for (let c = 0; c < 3; c++) data[at + c] = (data[at + c] * hue[c]) / 255;
    });
  }
  return out;
}

function tinted(picture, random) {
  const out = copy(picture);
  for (const box of tiles(picture, 160)) {
    const shift = [0, 1, 2].map(() => Math.round((random() - 0.5) * 150));
    within(out, box, (data, at) => {
      for (let c = 0; c < 3; c++) data[at + c] = Math.max(0, Math.min(255, data[at + c] + shift[c]));
    });
  }
  return out;
}
