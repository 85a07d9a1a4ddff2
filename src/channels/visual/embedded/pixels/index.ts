import type { Pixels } from '../../../check.js';
import { clutterMeasures, type ClutterMeasure } from './clutter.js';
import { colourMeasures, type ColourMeasure } from './colour.js';
import { compositionMeasures, type CompositionMeasure } from './composition.js';
import { compressionMeasures, type CompressionMeasure } from './compression.js';
import { contrastMeasures, type ContrastMeasure } from './contrast.js';
import { edgeMeasures, type EdgeMeasure } from './edges.js';
import { endMeasures, type EndMeasure } from './ends.js';
import { faultMeasures, type FaultMeasure } from './faults.js';
import { jointMeasures, type JointMeasure } from './joints.js';
import { lineMeasures, type LineMeasure } from './lines.js';
import { saliencyMeasures, type SaliencyMeasure } from './saliency.js';
import { screensOf, type Screen } from './screen.js';
import { strokeMeasures, type StrokeMeasure } from './strokes.js';
import { textMeasures, type TextMeasure } from './texts.js';
import { toneMeasures, type ToneMeasure } from './tones.js';

export type PixelMeasure =
  | CompressionMeasure
  | ColourMeasure
  | ContrastMeasure
  | EdgeMeasure
  | ClutterMeasure
  | CompositionMeasure
  | SaliencyMeasure
  | FaultMeasure
  | TextMeasure
  | ToneMeasure
  | StrokeMeasure
  | LineMeasure
  | JointMeasure
  | EndMeasure;

/**
 * All measures of a picture, each the mean over its screens; null when it is too low to be one. See
 * docs/guides/embedded-judge.md for what each means, its range and its source.
 */
export async function pixelMeasures(picture: Pixels): Promise<Record<PixelMeasure, number> | null> {
  const screens = await Promise.all((await screensOf(picture)).map(measure));
  const first = screens[0];
  if (!first) return null;
  const means = { ...first };
  for (const id of Object.keys(means) as PixelMeasure[]) {
    means[id] = screens.reduce((sum, screen) => sum + screen[id], 0) / screens.length;
  }
  return means;
}

async function measure(screen: Screen): Promise<Record<PixelMeasure, number>> {
  // The encoders run beside us while we count.
  const compression = compressionMeasures(screen);
  return {
    ...colourMeasures(screen),
    ...contrastMeasures(screen),
    ...edgeMeasures(screen),
    ...clutterMeasures(screen),
    ...compositionMeasures(screen),
    ...saliencyMeasures(screen),
    ...textMeasures(screen),
    ...faultMeasures(screen),
    ...toneMeasures(screen),
    ...strokeMeasures(screen),
    ...lineMeasures(screen),
    ...jointMeasures(screen),
    ...endMeasures(screen),
    ...(await compression),
  };
}
