import type { Layout } from '../../../render/capture.js';
import { pointsOf, subpathsOf, type Step } from '../paths.js';

/**
 * Where the arrow of a drawing points, as far as it is drawn with straight strokes: an open line of three points whose
 * middle one sticks out to one side, as the chevrons and arrows of Feather, Lucide and Heroicons have. Null for all other
 * drawings, filled arrows among them.
 */
export function headOf({ nodes }: Layout, svg: number): 'left' | 'right' | null {
  const heads = new Set<'left' | 'right'>();
  for (let i = svg + 1; i < nodes.length && nodes[i]!.parent >= svg; i++) {
    const { name, attributes } = nodes[i]!;
    // What is moved or turned within the drawing points elsewhere.
    if (attributes?.['transform'] !== undefined) return null;
    for (const line of linesOf(name, attributes ?? {})) {
      const side = sideOf(line);
      if (side) heads.add(side);
    }
  }
  const [head] = heads;
  return heads.size === 1 ? head! : null;
}

/** The lines of a shape that only moves and draws straight; none of any other. */
function linesOf(name: string, attributes: Record<string, string>): Step[][] {
  const isPath = name === 'path';
  if (!isPath && name !== 'polyline') return [];
  const lines: Step[][] = [];
  for (const outline of isPath ? subpathsOf(attributes['d'] ?? '') : [pointsOf(attributes['points'] ?? '')]) {
    if (!outline || outline.closed || outline.steps.some(({ curved }) => curved)) return [];
    const [from, pen] = [outline.steps[0]!, lines.at(-1)?.at(-1)];
    // A move to where the pen is goes on with the same line.
    if (pen?.x === from.x && pen.y === from.y) lines.at(-1)!.push(...outline.steps.slice(1));
    else lines.push(outline.steps);
  }
  return lines;
}

/** To which side an open line of three points sticks out, if it is as a head of an arrow is. */
function sideOf(line: readonly Step[]): 'left' | 'right' | null {
  if (line.length !== 3) return null;
  const [a, tip, b] = line as [Step, Step, Step];
  const height = Math.abs(a.y - b.y);
  const isBetween = Math.min(a.y, b.y) < tip.y && tip.y < Math.max(a.y, b.y);
  if (!isBetween || Math.abs(a.x - b.x) > height / 10) return null;
  const out = tip.x - (a.x + b.x) / 2;
  return Math.abs(out) < height / 4 ? null : out > 0 ? 'right' : 'left';
}
