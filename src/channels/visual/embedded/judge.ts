import type { DesignGraph } from '../../../graph/schema.js';
import type { Pixels } from '../../check.js';
import { layoutMeasures, type LayoutMeasure, type LayoutMeasures } from './layout/index.js';
import { judge, readModel, type Model } from './model.js';
import { pixelMeasures, type PixelMeasure } from './pixels/index.js';

/** How much a measure moved a score. */
export interface Pull {
  measure: PixelMeasure | LayoutMeasure;
  /** What was measured, in the unit of the measure. */
  value: number;
  /** On the model's inner scale, where the rated pages have deviation 1; above 0 it made the score better. */
  pull: number;
}

/** What the embedded judge says of a picture. */
export interface Look {
  /** In [0,1]; .5 is the look of an average page of today. */
  score: number;
  /** 80% interval of the score, measured on rated pages that the fit had not seen. */
  low: number;
  high: number;
  /** The three measures that moved the score most, the strongest first. */
  pulls: Pull[];
  /** Everything that was measured; `layout` is null without a graph. */
  measures: { picture: Record<PixelMeasure, number>; layout: LayoutMeasures | null };
}

const PULLS = 3;

/**
 * Judges how a picture looks, without a model server: not what it says, nor whether it fits a brief. With a design graph the score
 * also knows what a picture hardly shows: edges, gaps, type, grounds, and how much there is.
 *
 * @returns null when the picture is too low to be a page (under 192 px at a width of 1024)
 */
export async function judgePicture(
  picture: Pixels,
  graph: DesignGraph | null,
  model?: Model,
): Promise<Look | null> {
  const seen = await pixelMeasures(picture);
  if (!seen) return null;
  const used = model ?? (await readModel());
  const layout = graph && layoutMeasures(graph, picture);
  const { value, pulls } = judge(used, seen, layout);
  const all = { ...seen, ...layout };
  const strongest = [...pulls].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).slice(0, PULLS);
  return {
    score: unit(value),
    low: unit(value - used.halfWidth),
    high: unit(value + used.halfWidth),
    pulls: strongest.map(([id, pull]) => {
      const measure = id as keyof typeof all;
      return { measure, value: all[measure]!, pull };
    }),
    measures: { picture: seen, layout },
  };
}

/** The inner scale on [0,1]: the logistic function, so that no two pages share an end of the scale. */
function unit(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
