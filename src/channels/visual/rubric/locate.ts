import type { Rubric } from '../../../artifact/rubric.js';
import { area, intersect, rectOf, boxOf } from '../../../graph/geometry.js';
import { matchGraphs } from '../../../graph/match.js';
import { graphOfSketch, sketchOf } from '../../../graph/reference/sketch.js';
import type { DesignGraph } from '../../../graph/schema.js';
import type { Mark } from '../../marks.js';
import { toRole } from './read.js';

/** Parts of a page that are numbered when nothing says which ones matter. */
const MOST_PROMINENT = 12;
/** Smaller boxes, in px², can't be marked without hiding them. */
const SMALLEST = 64;

/** The numbered boxes of a page, and the numbers that each item is about, by the name of its criterion. */
export interface Marked {
  marks: Mark[];
  numbers: ReadonlyMap<string, number[]>;
}

/**
 * Finds the elements of a rubric on a page, by matching the design that the rubric was made from with the page. Where a
 * rubric knows no elements, the most prominent parts of the page are numbered, so that a judge can name them.
 *
 * @throws KallosError KALLOS_RUBRIC for a role that there is not
 */
export function locate(
  { criteria, about, canvas, elements }: Rubric,
  page: DesignGraph,
  size: { width: number; height: number },
): Marked {
  if (elements.length === 0 || !canvas) {
    const prominent = sketchOf(page, MOST_PROMINENT).elements.map(({ box }) => box);
    return { marks: numbered(prominent, size).map(({ mark }) => mark), numbers: new Map() };
  }
  const target = graphOfSketch({
    canvas,
    elements: elements.map((element) => ({ ...element, role: toRole(element.role), parent: null })),
  });
  const found = new Map<string, DesignGraph['nodes'][number]['box']>();
  for (const { candidate, reference } of matchGraphs(page, target).pairs) {
    found.set(elements[reference.node]!.id, candidate.box);
  }
  const named = new Set(criteria.flatMap(({ name }) => about[name]?.elements ?? []));
  const shown = elements.map(({ id }) => id).filter((id) => named.has(id) && found.has(id));
  const drawn = numbered(
    shown.map((id) => found.get(id)!),
    size,
  );
  const number = new Map(drawn.map(({ index, mark }) => [shown[index]!, mark.number]));
  const numbers = criteria.flatMap(({ name }): [string, number[]][] => {
    const known = (about[name]?.elements ?? []).flatMap((id) => number.get(id) ?? []);
    return known.length > 0 ? [[name, known.sort((a, b) => a - b)]] : [];
  });
  return { marks: drawn.map(({ mark }) => mark), numbers: new Map(numbers) };
}

/** Numbers from 1 for what lies in the picture and is large enough. */
function numbered(
  boxes: readonly Mark['box'][],
  { width, height }: { width: number; height: number },
): { index: number; mark: Mark }[] {
  const frame = { left: 0, top: 0, right: width, bottom: height };
  return boxes
    .map((box, index) => ({ index, box: boxOf(intersect(rectOf(box), frame)) }))
    .filter(({ box }) => area(box) >= SMALLEST)
    .map(({ index, box }, i) => ({ index, mark: { number: i + 1, box } }));
}
