import sharp from 'sharp';
import { buildGraph } from '../../../graph/build.js';
import type { DesignGraph } from '../../../graph/schema.js';
import { captureOf, page, type Sketch } from '../../../graph/testing/layout.js';
import type { Capture, CaptureData } from '../../../render/capture.js';

const BARS = [120, 180, 240, 300]
  .map((y) => `<rect x="60" y="${y}" width="${y}" height="24" fill="#335"/>`)
  .join('');

/** A capture with a layout of these elements and a picture of 800 px by `height`, drawn apart from it. */
export async function pictured(
  body: Sketch[],
  { drawn = BARS, height = 600, ...change }: Partial<CaptureData> & { drawn?: string; height?: number } = {},
): Promise<Capture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="${height}"><rect width="800" height="${height}" fill="#fff"/>${drawn}</svg>`;
  const bytes = await sharp(Buffer.from(svg)).png().toBuffer();
  const capture = captureOf(page(body, { size: [800, height] }));
  const taken = {
    name: 'page',
    viewport: 'desktop',
    file: 'page.png',
    hash: '',
    width: 800,
    height,
    cut: false,
  };
  return {
    ...capture,
    data: { ...capture.data, pictures: [taken as CaptureData['pictures'][number]], ...change },
    files: new Map([['page.png', bytes]]),
  };
}

export const graphsOf = (capture: Capture): Map<string, DesignGraph> =>
  new Map(capture.data.layouts.map(({ viewport }) => [viewport, buildGraph(capture, viewport)]));
