import sharp from 'sharp';
import type { DesignGraph } from '../../graph/schema.js';
import type { Capture } from '../../render/capture.js';
import { coverJudgeTalk } from '../mask.js';
import { pixelsOf } from '../pixels.js';
import type { JudgedPicture } from './judge.js';

/**
 * What a judge sees of one viewport; null when the profile took no full-page picture. One in which nothing is covered is
 * shown as it was taken, byte for byte.
 */
export async function judgedPicture(
  capture: Capture,
  viewport: string,
  graph: DesignGraph,
): Promise<JudgedPicture | null> {
  const taken = await pixelsOf(capture, viewport);
  if (!taken) return null;
  const pixels = coverJudgeTalk(taken, graph);
  let png: Promise<Uint8Array> | undefined;
  const encode = async (): Promise<Uint8Array> => {
    if (pixels === taken) {
      const { file } = capture.data.pictures.find(
        (each) => each.name === 'page' && each.viewport === viewport,
      )!;
      return capture.files.get(file)!;
    }
    const { width, height, data } = pixels;
    return sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  };
  return { pixels, png: () => (png ??= encode()) };
}
