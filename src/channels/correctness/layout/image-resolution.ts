import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf } from '../scene.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';
import { nameOf } from '../wording.js';
import { rasterPictures, type RasterPicture } from './pictures.js';

const DEFAULTS = LAYOUT_THRESHOLDS['image-resolution'];

/** Pictures drawn larger than they have pixels for. Pixel art, drawn so on purpose, is left out. */
export const imageResolution = defineCheck({
  meta: {
    id: 'image-resolution',
    title: 'Picture has too few pixels',
    description:
      'A picture enlarged so far that it looks blurred. Measured at one pixel of the screen to a CSS px, the least that any screen has; on denser screens it is worse. Pictures with `image-rendering: pixelated` are enlarged on purpose. Placeholders of remote pictures prove nothing and are left out.',
    remedy:
      'Use a picture of at least the size that it is drawn at, draw it smaller, or use a drawing (SVG).',
    severity: 'warning',
    weight: 0.3,
    source: 'HTML standard (pixel density of images); thresholds below.',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Enlargement from which it is told. */
    min: z.number().min(1).default(DEFAULTS.min.value),
    /** Enlargement from which it is a warning instead of an advisory. */
    grave: z.number().min(1).default(DEFAULTS.grave.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const pictures = rasterPictures(layout).filter(
      ({ node, box }) => Math.min(box[2], box[3]) >= DEFAULTS.minSide.value && !isPixelArt(layout, node),
    );
    if (pictures.length === 0) return { score: null, reason: 'no-pictures' };
    const areaOf = (list: readonly RasterPicture[]) =>
      list.reduce((sum, { box }) => sum + box[2] * box[3], 0);
    const blurred = pictures.filter((picture) => enlargement(picture) > options.min);
    const grave = blurred.filter((picture) => enlargement(picture) >= options.grave);
    const slight = blurred.filter((picture) => !grave.includes(picture));
    const total = areaOf(pictures);
    return {
      score: scoreByShare(areaOf(grave), total, 'warning') * scoreByShare(areaOf(slight), total, 'advisory'),
      defects: blurred.map((picture) => ({
        ...defectOf(layout, picture, enlargement(picture)),
        severity: grave.includes(picture) ? 'warning' : 'advisory',
      })),
    };
  },
});

function isPixelArt(layout: Layout, node: number): boolean {
  return /pixelated|crisp-edges/.test(factsOf(layout, node)!.css['image-rendering']);
}

/** Screen px to a px of the picture, along the side that is enlarged less where it is stretched. */
export function enlargement({ natural, box, fit }: RasterPicture): number {
  const [x, y] = [box[2] / natural[0], box[3] / natural[1]];
  if (fit === 'none') return 1;
  if (fit === 'cover') return Math.max(x, y);
  return Math.min(x, y, fit === 'scale-down' ? 1 : Infinity);
}

function defectOf(layout: Layout, { node, natural, box }: RasterPicture, scale: number): Defect {
  const name = nameOf(layout, node);
  const needed = [Math.ceil(natural[0] * scale), Math.ceil(natural[1] * scale)] as const;
  return {
    element: node,
    box: layout.nodes[node]!.box,
    message: `${name} has ${natural[0]} × ${natural[1]} px and is enlarged ${round(scale)} times, to ${Math.round(box[2])} × ${Math.round(box[3])} px.`,
    measured: { value: round(scale, 2), unit: 'times', width: natural[0], height: natural[1] },
    expected: { max: 1, width: needed[0], height: needed[1] },
    suggestion: `Use a picture of at least ${needed[0]} × ${needed[1]} px.`,
  };
}
