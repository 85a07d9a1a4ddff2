import type { DesignGraph } from '../../../../graph/schema.js';
import type { Pixels } from '../../../check.js';
import { amountMeasures, type AmountMeasure } from './amount.js';
import { craftMeasures, type CraftMeasure } from './craft.js';
import { groundMeasures, type GroundMeasure } from './grounds.js';
import { ngoMeasures, type NgoMeasure } from './ngo.js';
import { objectsOf } from './objects.js';
import { pictureMeasures, type PictureMeasure } from './pictures.js';
import { roomMeasures, type RoomMeasure } from './room.js';
import { typeMeasures, type TypeMeasure } from './type.js';
import { wholeMeasures, type WholeMeasure } from './whole.js';

export type LayoutMeasure =
  | NgoMeasure
  | CraftMeasure
  | TypeMeasure
  | GroundMeasure
  | AmountMeasure
  | RoomMeasure
  | PictureMeasure
  | WholeMeasure;

/** Of a page that shows nothing only how much there is on it is known: all else is missing. */
export type LayoutMeasures = Readonly<Partial<Record<LayoutMeasure, number>>>;

/** All measures of a design graph and its picture. */
export function layoutMeasures(graph: DesignGraph, picture: Pixels): LayoutMeasures {
  const objects = objectsOf(graph);
  if (objects.nodes.length === 0) return amountMeasures(graph);
  return {
    ...ngoMeasures(objects),
    ...craftMeasures(graph, objects),
    ...typeMeasures(graph),
    ...groundMeasures(graph),
    ...amountMeasures(graph),
    ...roomMeasures(graph, objects),
    ...wholeMeasures(graph),
    ...pictureMeasures(graph, picture),
  };
}
