import sharp, { type Sharp } from 'sharp';
import type { Pixels } from '../../channels/check.js';
import { apply, type Measures, type Model } from '../../channels/visual/embedded/model.js';

/** Ways to spoil a picture, of which anybody prefers the original: what a model fitted on votes alone comes to like. */
export const DAMAGE: Readonly<Record<string, (picture: Pixels) => Promise<Pixels>>> = {
  blur: (picture) => decode(open(picture).blur(1.6).png()),
  'washed-out': (picture) => decode(open(picture).linear(0.4, 99).png()),
  'low-colour': (picture) => decode(open(picture).png({ palette: true, colours: 8, dither: 0 })),
  pixelated: async (picture) => {
    const { width, height } = picture;
    const small = { width: Math.ceil(width / 4), height: Math.ceil(height / 4), fit: 'fill' as const };
    const file = await open(picture).resize(small).png().toBuffer();
    return decode(sharp(file).resize({ width, height, fit: 'fill', kernel: 'nearest' }).png());
  },
  'jpeg-artefacts': (picture) => decode(open(picture).jpeg({ quality: 6 })),
};

const open = ({ width, height, data }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } });

/** The pixels of what an encoder makes: several act only when they write. */
async function decode(drawn: Sharp): Promise<Pixels> {
  const { data, info } = await sharp(await drawn.toBuffer())
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** A picture's measures and those of its damaged copies. */
export interface Damaged {
  whole: Measures;
  copies: readonly Measures[];
}

/** Share of the damaged copies that a model scores below their originals. */
export function caught(model: Model, damaged: readonly Damaged[]): number {
  const pairs = damaged.flatMap(({ whole, copies }) => copies.map((copy) => ({ whole, copy })));
  const value = (measures: Measures) => apply(model, measures).value;
  return pairs.filter(({ whole, copy }) => value(copy) < value(whole)).length / pairs.length;
}
