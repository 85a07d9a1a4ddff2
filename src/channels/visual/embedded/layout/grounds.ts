import { converter, wcagContrast } from 'culori';
import { area } from '../../../../graph/geometry.js';
import type { DesignGraph, Rgba } from '../../../../graph/schema.js';
import { median } from '../pixels/statistics.js';
import { textsOf } from './objects.js';

export type GroundMeasure =
  | 'grounds'
  | 'vividGrounds'
  | 'vividGroundShare'
  | 'groundHues'
  | 'textContrast'
  | 'faintShare'
  | 'variedShare';

const oklch = converter('oklch');
/** Chroma from which a ground shouts, in OKLCH. */
const VIVID = 0.13;
/** Grounds of hues closer than this are of one family, degrees. */
const HUE = 40;
/** WCAG 2.2, success criterion 1.4.3. */
const LEGIBLE = 4.5;

/** What texts stand on: how many grounds, how loud they are, and whether the text stands out from them. */
export function groundMeasures(graph: DesignGraph): Record<GroundMeasure, number> {
  const grounds = new Map<string, { color: Rgba; area: number }>();
  const contrasts: number[] = [];
  let faint = 0;
  let varied = 0;
  let characters = 0;
  for (const { color, background, clippedBox, text } of textsOf(graph)) {
    characters += text.length;
    if (!background.color) {
      varied += text.length;
      continue;
    }
    const key = background.color.map((part) => Math.round(part * 20)).join();
    const ground = grounds.get(key) ?? { color: background.color, area: 0 };
    grounds.set(key, { ...ground, area: ground.area + area(clippedBox!) });
    if (!color) continue;
    const ratio = wcagContrast(culoriOf(color), culoriOf(background.color));
    contrasts.push(ratio);
    if (ratio < LEGIBLE) faint += text.length;
  }
  const all = [...grounds.values()];
  const vivid = all
    .map((ground) => ({ ...ground, ...oklch(culoriOf(ground.color)) }))
    .filter(({ c }) => c > VIVID);
  const total = all.reduce((sum, ground) => sum + ground.area, 0);
  return {
    grounds: Math.log2(1 + all.length),
    vividGrounds: Math.log2(1 + vivid.length),
    vividGroundShare: vivid.reduce((sum, ground) => sum + ground.area, 0) / Math.max(1, total),
    groundHues: families(vivid.map(({ h }) => h ?? 0)),
    textContrast: median(contrasts),
    faintShare: faint / Math.max(1, characters),
    variedShare: varied / Math.max(1, characters),
  };
}

const culoriOf = ([r, g, b]: Rgba) => ({ mode: 'rgb' as const, r, g, b });

/** How many families of hue there are on the circle. */
function families(hues: readonly number[]): number {
  const sorted = [...hues].sort((a, b) => a - b);
  const breaks = sorted.filter((hue, i) => (i > 0 ? hue - sorted[i - 1]! : hue + 360 - sorted.at(-1)!) > HUE);
  return sorted.length > 0 ? Math.max(1, breaks.length) : 0;
}
