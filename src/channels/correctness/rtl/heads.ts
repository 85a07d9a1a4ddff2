import type { Layout } from '../../../render/capture.js';

type Point = readonly [number, number];

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

function linesOf(name: string, attributes: Record<string, string>): Point[][] {
  if (name === 'polyline') {
    const numbers = (attributes['points'] ?? '').match(NUMBER)?.map(Number) ?? [];
    return [
      numbers.flatMap((x, i) =>
        i % 2 === 0 && i + 1 < numbers.length ? [[x, numbers[i + 1]!] as const] : [],
      ),
    ];
  }
  return name === 'path' ? linesOfPath(attributes['d'] ?? '') : [];
}

const NUMBER = /-?(?:\d*\.\d+|\d+\.?)(?:e[-+]?\d+)?/gi;
const TOKEN = new RegExp(`[a-z]|${NUMBER.source}`, 'gi');

/** The lines of path data that only moves and draws straight (M, L, H, V); empty for any other. */
function linesOfPath(data: string): Point[][] {
  if (/[^mlhv\d\s.,e+-]/i.test(data)) return [];
  const tokens: string[] = data.match(TOKEN) ?? [];
  const lines: Point[][] = [];
  let [x, y] = [0, 0];
  let command = '';
  for (let i = 0; i < tokens.length;) {
    if (/[a-z]/i.test(tokens[i]![0]!)) command = tokens[i++]!;
    const isRelative = command === command.toLowerCase();
    const take = (from: number) => Number(tokens[i++]) + (isRelative ? from : 0);
    const [fromX, fromY] = [x, y];
    const kind = command.toLowerCase();
    if (kind !== 'v') x = take(fromX);
    if (kind !== 'h') y = take(fromY);
    if (kind === 'm') {
      // A move to where the pen is goes on with the same line.
      if (lines.length === 0 || x !== fromX || y !== fromY) lines.push([[x, y]]);
      command = isRelative ? 'l' : 'L';
    } else lines.at(-1)?.push([x, y]);
    if (!Number.isFinite(x + y)) return [];
  }
  return lines;
}

/** To which side an open line of three points sticks out, if it is as a head of an arrow is. */
function sideOf(line: readonly Point[]): 'left' | 'right' | null {
  if (line.length !== 3) return null;
  const [[ax, ay], [mx, my], [bx, by]] = line as [Point, Point, Point];
  const height = Math.abs(ay - by);
  const isBetween = Math.min(ay, by) < my && my < Math.max(ay, by);
  if (!isBetween || Math.abs(ax - bx) > height / 10) return null;
  const out = mx - (ax + bx) / 2;
  return Math.abs(out) < height / 4 ? null : out > 0 ? 'right' : 'left';
}
