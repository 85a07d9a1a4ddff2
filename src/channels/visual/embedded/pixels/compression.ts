import sharp from 'sharp';
import type { Plane, Screen } from './screen.js';

/**
 * Sizes of the re-encoded picture: JPEG (quality 75) at four scales and PNG, in log2 of bits a pixel, and how they stand
 * to each other. A picture compresses as well as it is simple (Donderi 2006); PNG is cheap for flat design and dear for
 * photographs, JPEG the other way round.
 */
export async function compressionMeasures(screen: Screen): Promise<Record<CompressionMeasure, number>> {
  const [full, half, quarter, eighth] = screen.scales;
  const [jpegFull, jpegHalf, jpegQuarter, jpegEighth, pngFull] = await Promise.all([
    rate(full, 'jpeg'),
    rate(half, 'jpeg'),
    rate(quarter, 'jpeg'),
    rate(eighth, 'jpeg'),
    rate(full, 'png'),
  ]);
  return {
    jpegFull,
    jpegHalf,
    jpegQuarter,
    jpegEighth,
    pngFull,
    pngOverJpeg: pngFull - jpegFull,
    detailFine: jpegFull - jpegHalf,
    detailMiddle: jpegHalf - jpegQuarter,
    detailCoarse: jpegQuarter - jpegEighth,
  };
}

export type CompressionMeasure =
  | 'jpegFull'
  | 'jpegHalf'
  | 'jpegQuarter'
  | 'jpegEighth'
  | 'pngFull'
  | 'pngOverJpeg'
  | 'detailFine'
  | 'detailMiddle'
  | 'detailCoarse';

async function rate({ width, height, data }: Plane, format: 'jpeg' | 'png'): Promise<number> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const file = format === 'jpeg' ? picture.jpeg({ quality: 75 }) : picture.png({ compressionLevel: 1 });
  return Math.log2(((await file.toBuffer()).length * 8) / (width * height));
}
