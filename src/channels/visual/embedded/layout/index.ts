import type { DesignGraph } from '../../../../graph/schema.js';
import { craftMeasures, type CraftMeasure } from './craft.js';
import { ngoMeasures, type NgoMeasure } from './ngo.js';
import { MIN_OBJECTS, objectsOf } from './objects.js';

export type LayoutMeasure = NgoMeasure | CraftMeasure;

/** All measures of a design graph; null when it shows fewer than {@link MIN_OBJECTS} things. */
export function layoutMeasures(graph: DesignGraph): Record<LayoutMeasure, number> | null {
  const objects = objectsOf(graph);
  if (objects.nodes.length < MIN_OBJECTS) return null;
  return { ...ngoMeasures(objects), ...craftMeasures(graph, objects) };
}
