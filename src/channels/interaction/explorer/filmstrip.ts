import sharp from 'sharp';
import { boxOf, intersect, isEmpty, union } from '../../../graph/geometry.js';
import type { Box } from '../../../render/capture.js';
import type { Look } from '../../../render/probe/look.js';
import { nodeAt, type Path } from '../../../render/probe/path.js';
import type { Evidence } from '../trace.js';

/** Px of the page around what is shown. */
const MARGIN = 32;
const SMALLEST: readonly [number, number] = [240, 120];
const WIDEST = 480;
const QUALITY = 70;

/**
 * Cuts the part of the viewport that the probe is about out of both pictures: the control, and what changed. WebP, 480 px wide at most.
 * Null without pictures.
 */
export async function filmstrip(
  without: Look,
  withIt: Look,
  control: Path,
  { pixels }: Evidence,
): Promise<[Uint8Array, Uint8Array] | null> {
  if (!without.picture || !withIt.picture) return null;
  const { layout } = without.draft;
  const box = layout.nodes[nodeAt(layout, control)]?.box;
  const [sx, sy] = without.state.scroll;
  const own: Box[] = box ? [[box[0] - sx, box[1] - sy, box[2], box[3]]] : [];
  const region = frameOf([...own, ...(pixels?.box ? [pixels.box] : [])], layout.size);
  return Promise.all([cut(without.picture, region), cut(withIt.picture, region)]);
}

function frameOf(boxes: readonly Box[], [width, height]: readonly [number, number]): Box {
  const screen = { left: 0, top: 0, right: width, bottom: height };
  const [x, y, w, h] = union(boxes) ?? [0, 0, width, height];
  const grown = {
    left: Math.floor(x + w / 2 - Math.max(w / 2 + MARGIN, SMALLEST[0] / 2)),
    top: Math.floor(y + h / 2 - Math.max(h / 2 + MARGIN, SMALLEST[1] / 2)),
    right: Math.ceil(x + w / 2 + Math.max(w / 2 + MARGIN, SMALLEST[0] / 2)),
    bottom: Math.ceil(y + h / 2 + Math.max(h / 2 + MARGIN, SMALLEST[1] / 2)),
  };
  const shown = intersect(grown, screen);
  return isEmpty(shown) ? boxOf(screen) : boxOf(shown);
}

async function cut(png: Uint8Array, [left, top, width, height]: Box): Promise<Uint8Array> {
  return sharp(png)
    .extract({ left, top, width, height })
    .resize({ width: WIDEST, withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}
