import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Pixels } from '../../channels/check.js';
import type { JudgedPicture } from '../../channels/visual/judge.js';
import { judgedPicture } from '../../channels/visual/picture.js';
import { KallosError } from '../../errors.js';
import { buildGraph } from '../../graph/build.js';
import type { DesignGraph } from '../../graph/schema.js';
import type { Capture } from '../../render/capture.js';

/** A rated thing, ready to be judged. */
export interface OpenedThing {
  picture: JudgedPicture;
  /** Of a picture that is no page, one without nodes. */
  graph: DesignGraph;
  /** Size of the picture's file, as it is kept. */
  bytes: number;
}

/** Pictures are taken as they are; everything else is a page. */
const PICTURES = /\.(png|webp|jpe?g|avif|gif|tiff?)$/i;

/**
 * Opens a rated thing: a picture as it is, a page as it is rendered.
 *
 * @param render renders the page at a path
 * @throws KallosError KALLOS_INPUT_UNREADABLE when it is neither, KALLOS_INPUT_NO_PAGE when the page shows nothing
 */
export async function openThing(
  path: string,
  render: (path: string) => Promise<Capture>,
): Promise<OpenedThing> {
  return PICTURES.test(path) ? openPicture(path) : openPage(path, await render(path));
}

async function openPicture(path: string): Promise<OpenedThing> {
  const file = await readFile(path);
  let pixels: Pixels;
  try {
    // What is transparent shows white, as it does on a page.
    const { data, info } = await sharp(file)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    pixels = { width: info.width, height: info.height, data };
  } catch (cause) {
    throw new KallosError(
      'KALLOS_INPUT_UNREADABLE',
      `${path} is no picture: ${(cause as Error).message}.`,
      'Give PNG, WebP, JPEG or AVIF, or a page.',
      { cause },
    );
  }
  const { width, height, data } = pixels;
  let png: Promise<Uint8Array> | undefined;
  const encode = () =>
    sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
  const graph: DesignGraph = {
    schema: 'kallos.graph/1',
    viewport: 'picture',
    canvas: [width, height],
    nodes: [],
    relations: [],
  };
  return { picture: { pixels, png: () => (png ??= encode()) }, graph, bytes: file.length };
}

async function openPage(path: string, capture: Capture): Promise<OpenedThing> {
  const layout = capture.data.layouts[0];
  const graph = layout && buildGraph(capture, layout.viewport);
  const picture = graph && (await judgedPicture(capture, layout.viewport, graph));
  if (picture) return { picture, graph, bytes: (await picture.png()).length };
  const { outcome, detail } = capture.data;
  throw new KallosError(
    'KALLOS_INPUT_NO_PAGE',
    `${path} shows nothing (${outcome}): ${detail ?? 'no picture'}.`,
    'Look at it with kallos score.',
  );
}
