import { z } from 'zod';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import type { Layout } from '../../../render/capture.js';
import type { Finding, Severity } from '../../schema.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';
import { nameOf } from '../wording.js';
import { rasterPictures, type RasterPicture } from './pictures.js';

const DEFAULTS = LAYOUT_THRESHOLDS['image-distortion'];

/** Pictures drawn at another ratio of sides than their own. Canvases are only likely: their code may make up for it. */
export const imageDistortion = defineCheck({
  meta: {
    id: 'image-distortion',
    title: 'Picture is stretched or squashed',
    description:
      'A picture whose width and height on the page have another ratio than its own, without an `object-fit` that keeps it: faces become broad, circles become ellipses. Measured from the natural size of pictures that were loaded, and from the `width` and `height` of canvases. Placeholders of remote pictures prove nothing and are left out.',
    remedy:
      'Set only one of `width` and `height` and leave the other `auto`, or keep both and add `object-fit: cover` (or `contain`).',
    severity: 'error',
    weight: 0.4,
    source: 'CSS Images 3 (`object-fit: fill` does not keep the ratio); thresholds below.',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Ratio of ratios from which a picture counts as distorted. */
    min: z.number().min(1).default(DEFAULTS.min.value),
    /** Ratio of ratios from which it is an error instead of a warning. */
    grave: z.number().min(1).default(DEFAULTS.grave.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const pictures = rasterPictures(layout).filter(
      ({ box }) => Math.min(box[2], box[3]) >= DEFAULTS.minSide.value,
    );
    if (pictures.length === 0) return { score: null, reason: 'no-pictures' };
    const distorted = pictures.flatMap((picture) => {
      const factor = stretchOf(picture);
      const stretch = Math.max(factor, 1 / factor);
      if (stretch < options.min || picture.fit !== 'fill' || pxOff(picture) < DEFAULTS.minPx.value) return [];
      const severity: Severity = stretch >= options.grave ? 'error' : 'warning';
      const certainty: Finding['certainty'] = picture.what === 'canvas' ? 'likely' : 'certain';
      return [{ picture, factor, severity, certainty }];
    });
    const kinds = new Map(distorted.map((one) => [`${one.severity} ${one.certainty}`, one]));
    let score = 1;
    for (const { severity, certainty } of kinds.values()) {
      const alike = distorted.filter((one) => one.severity === severity && one.certainty === certainty);
      const affected = alike.map(({ picture }) => picture);
      score *= scoreByShare(areaOf(affected), areaOf(pictures), severity, certainty);
    }
    const defects = distorted.map(({ picture, factor, severity, certainty }) => ({
      ...defectOf(layout, picture, factor),
      severity,
      certainty,
    }));
    return { score, defects };
  },
});

/** How much wider a picture is drawn than its height asks for. */
function stretchOf({ natural, box }: RasterPicture): number {
  return box[2] / box[3] / (natural[0] / natural[1]);
}

/** Px by which the shorter of the two corrections would change a side. */
function pxOff({ natural, box }: RasterPicture): number {
  const ratio = natural[0] / natural[1];
  return Math.min(Math.abs(box[2] - box[3] * ratio), Math.abs(box[3] - box[2] / ratio));
}

function areaOf(pictures: readonly RasterPicture[]): number {
  return pictures.reduce((sum, { box }) => sum + box[2] * box[3], 0);
}

function defectOf(layout: Layout, { node, natural, box }: RasterPicture, factor: number): Defect {
  const name = nameOf(layout, node);
  const [width, height] = [round(box[2]), round(box[3])];
  const how = factor > 1 ? 'broader' : 'narrower';
  const percent = Math.round((Math.max(factor, 1 / factor) - 1) * 100);
  return {
    element: node,
    box: layout.nodes[node]!.box,
    message: `${name} is ${natural[0]} × ${natural[1]} px and drawn at ${width} × ${height} px, ${percent} % ${how} than it is.`,
    measured: { value: round(width / height, 2), unit: 'ratio', width, height },
    expected: { value: round(natural[0] / natural[1], 2), width: natural[0], height: natural[1] },
    suggestion: `Add object-fit: cover to ${name}, or make it ${width} × ${Math.round((box[2] * natural[1]) / natural[0])} px.`,
  };
}
