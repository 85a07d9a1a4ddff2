import type { Box, Layout } from '../../../render/capture.js';
import { factsOf, sceneOf } from '../scene.js';
import { contentBox } from './peers.js';

/** A picture made of pixels whose own size is known, and the box that it is drawn into. */
export interface RasterPicture {
  /** Index of the element in the layout. */
  node: number;
  what: 'image' | 'canvas';
  /** Its own size, px. */
  natural: [number, number];
  /** Content box on the page, px. */
  box: Box;
  /** Computed `object-fit`. */
  fit: string;
}

/** Smaller pictures are spacers and beacons. */
const MIN_NATURAL = 8;

/**
 * Pictures of pixels that are drawn upright. Left out: drawings (SVG), which have no resolution, and whatever stands in
 * for a picture that nobody has seen.
 */
export function rasterPictures(layout: Layout): RasterPicture[] {
  const { drawn, rotated } = sceneOf(layout);
  const found: RasterPicture[] = [];
  const add = (node: number, what: RasterPicture['what'], natural: [number, number]) => {
    if (!drawn[node] || rotated[node] || Math.min(...natural) < MIN_NATURAL) return;
    const box = contentBox(layout, node);
    if (box[2] > 0 && box[3] > 0)
      found.push({ node, what, natural, box, fit: factsOf(layout, node)!.css['object-fit'] });
  };
  for (const { node, url, state, naturalWidth, naturalHeight } of layout.images) {
    if (state === 'loaded' && layout.nodes[node]!.name === 'img' && !isDrawing(url))
      add(node, 'image', [naturalWidth, naturalHeight]);
  }
  layout.nodes.forEach(({ name, attributes }, node) => {
    // The sizes that a canvas has without its attributes: HTML standard, 4.12.5.
    if (name === 'canvas')
      add(node, 'canvas', [side(attributes?.['width'], 300), side(attributes?.['height'], 150)]);
  });
  return found;
}

function side(attribute: string | undefined, fallback: number): number {
  const value = Number.parseInt(attribute ?? '', 10);
  return value >= 0 ? value : fallback;
}

function isDrawing(url: string): boolean {
  return /^data:image\/svg|\.svg(?:[?#]|$)/i.test(url);
}
