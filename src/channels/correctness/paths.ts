/** A point of a path, and the way to it. */
export interface Step {
  x: number;
  y: number;
  /** Of an arc: its radius and, in radians, how far it turns. */
  arc?: { radius: number; turn: number };
  curved: boolean;
}

export interface Outline {
  steps: Step[];
  closed: boolean;
}

/** Numbers that each command takes; of the end point the last two, or the one. */
const TAKES: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};
/** Steps above which a path is a map or a signature. */
const MAX_STEPS = 5000;

/** The end points of the only subpath of an SVG path, or of the first that is closed, absolute; null when it can't be read, or goes on elsewhere. */
export function outlineOf(d: string): Outline | null {
  const subpaths = subpathsOf(d);
  const first = subpaths.next().value ?? null;
  if (!first || first.closed) return first;
  return subpaths.next().done ? first : null;
}

/** The end points of each subpath of an SVG path, absolute; null and no more from where it can't be read. */
export function* subpathsOf(d: string): Generator<Outline | null, void> {
  let steps: Step[] = [];
  let [x, y] = [0, 0];
  for (const [, letter, rest] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:e-?\d+[^a-zA-Z]*)*)/g)) {
    const command = letter!.toLowerCase();
    const takes = TAKES[command];
    if (takes === undefined) {
      yield null;
      return;
    }
    if (command === 'z') {
      const [start] = steps;
      yield { steps, closed: true };
      steps = [];
      if (start) ({ x, y } = start);
      continue;
    }
    const relative = letter === command;
    const numbers = numbersIn(rest!, command === 'a');
    if (numbers.length === 0 || numbers.length % takes !== 0) {
      yield null;
      return;
    }
    if (command === 'm' && steps.length > 0) {
      yield { steps, closed: false };
      steps = [];
    }
    for (let i = 0; i < numbers.length; i += takes) {
      const [fromX, fromY] = [x, y];
      const end = numbers.slice(i, i + takes);
      if (command === 'h') x = end[0]! + (relative ? x : 0);
      else if (command === 'v') y = end[0]! + (relative ? y : 0);
      else {
        x = end.at(-2)! + (relative ? fromX : 0);
        y = end.at(-1)! + (relative ? fromY : 0);
      }
      const step: Step = { x, y, curved: 'csqta'.includes(command) };
      if (command === 'a') step.arc = arcOf([fromX, fromY], [x, y], end[0]!, end[3] === 1, end[4] === 1);
      steps.push(step);
      if (steps.length > MAX_STEPS) {
        yield null;
        return;
      }
    }
  }
  if (steps.length > 0) yield { steps, closed: false };
}

/** The points of a `polyline`; null for fewer than three, or where they can't be read. */
export function pointsOf(points: string): Outline | null {
  const numbers = points
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  if (numbers.length < 6 || numbers.some((n) => !Number.isFinite(n))) return null;
  const steps = numbers.flatMap((x, i) =>
    i % 2 === 0 ? [{ x, y: numbers[i + 1] ?? 0, curved: false }] : [],
  );
  return { steps, closed: false };
}

function numbersIn(text: string, arcs: boolean): number[] {
  const numbers: number[] = [];
  const pattern = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    // The two flags of an arc may stand without anything between them: "a5 5 0 011 2".
    const place = numbers.length % 7;
    if (arcs && (place === 3 || place === 4)) {
      numbers.push(match[0].startsWith('1') ? 1 : 0);
      pattern.lastIndex = match.index + 1;
    } else numbers.push(Number(match[0]));
  }
  return numbers;
}

/** How far a circular arc turns, from its end points (SVG 2, B.2.4, for equal radii). */
function arcOf(
  [x1, y1]: [number, number],
  [x2, y2]: [number, number],
  given: number,
  large: boolean,
  sweep: boolean,
): { radius: number; turn: number } {
  const chord = Math.hypot(x2 - x1, y2 - y1);
  const radius = Math.max(Math.abs(given), chord / 2);
  const least = radius === 0 ? 0 : 2 * Math.asin(Math.min(1, chord / 2 / radius));
  const turn = large ? 2 * Math.PI - least : least;
  return { radius, turn: sweep ? turn : -turn };
}

/** Share of its bounding box that a closed outline fills, by its end points; a rectangle fills all. */
export function fullness({ steps }: Outline): number {
  const xs = steps.map(({ x }) => x);
  const ys = steps.map(({ y }) => y);
  const box = (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
  let double = 0;
  steps.forEach(({ x, y }, i) => {
    const next = steps[(i + 1) % steps.length]!;
    double += x * next.y - next.x * y;
  });
  return box === 0 ? 0 : Math.abs(double) / 2 / box;
}
