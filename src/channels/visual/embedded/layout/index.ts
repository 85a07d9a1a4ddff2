import type { DesignGraph } from '../../../../graph/schema.js';
import type { Pixels } from '../../../check.js';
import { amountMeasures, type AmountMeasure } from './amount.js';
import { craftMeasures, type CraftMeasure } from './craft.js';
import { groundMeasures, type GroundMeasure } from './grounds.js';
import { ngoMeasures, type NgoMeasure } from './ngo.js';
import { objectsOf } from './objects.js';
import { pictureMeasures, type PictureMeasure } from './pictures.js';
import { typeMeasures, type TypeMeasure } from './type.js';

export type LayoutMeasure =
  NgoMeasure | CraftMeasure | TypeMeasure | GroundMeasure | AmountMeasure | PictureMeasure;

/** All measures of a design graph and its picture; null when it shows nothing. */
export function layoutMeasures(graph: DesignGraph, picture: Pixels): Record<LayoutMeasure, number> | null {
  const objects = objectsOf(graph);
  if (objects.nodes.length === 0) return null;
  return {
    ...ngoMeasures(objects),
    ...craftMeasures(graph, objects),
    ...typeMeasures(graph),
    ...groundMeasures(graph),
    ...amountMeasures(graph),
    ...pictureMeasures(graph, picture),
  };
}
