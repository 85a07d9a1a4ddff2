import sharp from 'sharp';
import { KallosError } from '../errors.js';
import { buildGraph } from '../graph/build.js';
import type { DesignGraph } from '../graph/schema.js';
import type { Capture } from '../render/capture.js';
import type { Pixels } from './check.js';
import { pixelsOf } from './pixels.js';

/** What a model of pictures makes of one: CLIP ViT-B/32 for figures that are set beside published ones. */
export type EmbedPicture = (png: Uint8Array) => Promise<readonly number[]>;

/**
 * The fifth metric of Design2Code (Si et al., arXiv 2403.03163), which needs a model of yours: how alike two pages look where nothing is
 * read. Every line of text is taken out of both full-page pictures, each row of its box running from the colour left of it to the one
 * right of it (the published code fills boxes with OpenCV's Telea), and the cosine of what `embed` makes of them is the score.
 *
 * @param embed is given PNGs; calls are made one after the other
 * @returns in [-1,1]; null where a capture has no picture or no layout
 * @throws KallosError `KALLOS_MODEL_REPLY` when the model's answers are no vectors of one length
 */
export async function clipSimilarity(
  candidate: Capture,
  reference: Capture,
  embed: EmbedPicture,
): Promise<number | null> {
  const pictures = [await withoutText(candidate), await withoutText(reference)];
  const vectors: (readonly number[])[] = [];
  for (const picture of pictures) {
    if (!picture) return null;
    vectors.push(await embed(picture));
  }
  return cosine(vectors[0]!, vectors[1]!);
}

async function withoutText(capture: Capture): Promise<Buffer | null> {
  const [layout] = capture.data.layouts;
  const pixels = layout && (await pixelsOf(capture, layout.viewport));
  if (!pixels) return null;
  const { width, height } = pixels;
  const data = erased(pixels, buildGraph(capture));
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Pixels around a line's box that belong to its letters. */
const MARGIN = 2;

function erased({ width, height, data }: Pixels, { nodes }: DesignGraph): Uint8Array {
  const out = Uint8Array.from(data);
  const within = (px: number, most: number) => Math.max(0, Math.min(most, px));
  for (const { box } of nodes.flatMap(({ lines }) => lines)) {
    const left = within(Math.floor(box[0] - MARGIN), width - 1);
    const right = within(Math.ceil(box[0] + box[2] + MARGIN), width - 1);
    const bottom = within(Math.ceil(box[1] + box[3] + MARGIN), height);
    for (let y = within(Math.floor(box[1] - MARGIN), height); y < bottom; y++) {
      const [from, to] = [3 * (y * width + left), 3 * (y * width + right)];
      for (let at = from; at <= to; at++) {
        const share = to > from ? (at - from) / (to - from) : 0;
        const part = (at - from) % 3;
        out[at] = Math.round((1 - share) * data[from + part]! + share * data[to + part]!);
      }
    }
  }
  return out;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (u: readonly number[], v: readonly number[]) => u.reduce((sum, x, i) => sum + x * v[i]!, 0);
  const norm = Math.sqrt(dot(a, a) * dot(b, b));
  if (a.length !== b.length || !(norm > 0))
    throw new KallosError(
      'KALLOS_MODEL_REPLY',
      `The model made vectors of ${a.length} and ${b.length} numbers of two pictures, which have no cosine.`,
      'Give a function that makes a vector of one length, not all zero, of any PNG.',
    );
  return dot(a, b) / norm;
}
