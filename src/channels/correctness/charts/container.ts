import type { Layout } from '../../../render/capture.js';
import { area } from '../geometry.js';
import { contains, sceneOf, upFrom, type TextLine } from '../scene.js';
import type { Chart } from './chart.js';

/** What belongs to a chart is at most so much larger than its drawing. */
const MAX_TIMES = 2.5;

/** The element that a chart stands in with its title and its legend: the largest around it that holds little else. */
export function containerOf(layout: Layout, chart: Chart): number {
  let container = chart.element;
  for (const i of upFrom(layout, layout.nodes[chart.element]!.parent)) {
    const { box, name } = layout.nodes[i]!;
    if (name === 'body' || name === 'html') break;
    if (!box) continue;
    if (area(box) > MAX_TIMES * area(chart.box)) break;
    container = i;
  }
  return container;
}

/** The lines of text in the container but not in the drawing itself, and those close above and below it. */
export function textsAround(
  layout: Layout,
  { element, box: [x, y, width, height] }: Chart,
  container: number,
): TextLine[] {
  return sceneOf(layout).lines.filter(({ node, box }) => {
    if (contains(layout, element, node)) return false;
    if (contains(layout, container, node)) return true;
    const across = box[0] < x + width && box[0] + box[2] > x;
    return across && box[1] + box[3] > y - NEAR && box[1] < y + height + NEAR;
  });
}

/** Px above and below a drawing where its title or caption may stand. */
const NEAR = 80;
