import { area, union } from '../../../../graph/geometry.js';
import type { Box } from '../../../../render/capture.js';
import type { Objects } from './objects.js';

export type NgoMeasure =
  | 'balance'
  | 'equilibrium'
  | 'symmetry'
  | 'sequence'
  | 'cohesion'
  | 'unity'
  | 'proportion'
  | 'simplicity'
  | 'density'
  | 'regularity'
  | 'economy'
  | 'homogeneity'
  | 'rhythm'
  | 'order';

/** Shapes that people find pleasing, as width to height: square, root of two, golden, root of three, double square. */
const PLEASING = [1, 1 / Math.SQRT2, 2 / (1 + Math.sqrt(5)), 1 / Math.sqrt(3), 1 / 2];
/** Places and sizes that differ by less are one, px. */
const SAME = 2;

/** A quarter of the canvas: upper left, upper right, lower left, lower right. */
const QUARTERS = [0, 1, 2, 3] as const;

/**
 * The measures of Ngo, Teo & Byrne (Information Sciences 152, 2003), each in [0,1], 1 = best in its sense. Where their
 * formula falls to nothing on any page of more than a few objects, it is read per object or on a log scale:
 * equilibrium is not divided by the number of objects, simplicity and economy count against the number of objects, and
 * homogeneity compares logarithms. `order` is the mean of the others.
 */
export function ngoMeasures({ frame, boxes }: Objects): Record<NgoMeasure, number> {
  const [width, height] = frame;
  const layout = union(boxes)!;
  const areas = boxes.map(area);
  const covered = sum(areas);
  const quarters = quartersOf(boxes, frame);
  const columns = distinct(boxes.map((box) => box[0]));
  const rows = distinct(boxes.map((box) => box[1]));
  const sizes = distinctSizes(boxes);
  const n = boxes.length;
  const measures = {
    balance: balance(boxes, frame),
    equilibrium: equilibrium(boxes, frame),
    symmetry: symmetry(quarters),
    sequence: sequence(quarters),
    cohesion: cohesion(boxes, layout, frame),
    unity:
      (ratio(n - sizes + 1, n) +
        clamp(1 - (area(layout) - covered) / Math.max(1, width * height - covered))) /
      2,
    proportion: proportion(boxes, layout),
    simplicity: clamp(1 - (columns + rows) / (2 * n)),
    density: clamp(1 - 2 * Math.abs(0.5 - covered / (width * height))),
    regularity: regularity(boxes, columns, rows),
    economy: clamp(1 - (sizes - 1) / n),
    homogeneity: homogeneity(quarters, n),
    rhythm: rhythm(quarters),
  };
  return { ...measures, order: sum(Object.values(measures)) / Object.keys(measures).length };
}

function balance(boxes: readonly Box[], [width, height]: readonly [number, number]): number {
  let [left, right, top, bottom] = [0, 0, 0, 0];
  for (const box of boxes) {
    const across = box[0] + box[2] / 2 - width / 2;
    const down = box[1] + box[3] / 2 - height / 2;
    if (across < 0) left -= across * area(box);
    else right += across * area(box);
    if (down < 0) top -= down * area(box);
    else bottom += down * area(box);
  }
  const tilt = (a: number, b: number) => (Math.max(a, b) > 0 ? Math.abs(a - b) / Math.max(a, b) : 0);
  return 1 - (tilt(left, right) + tilt(top, bottom)) / 2;
}

function equilibrium(boxes: readonly Box[], [width, height]: readonly [number, number]): number {
  const mass = sum(boxes.map(area));
  const across = sum(boxes.map((box) => area(box) * (box[0] + box[2] / 2 - width / 2))) / mass;
  const down = sum(boxes.map((box) => area(box) * (box[1] + box[3] / 2 - height / 2))) / mass;
  return clamp(1 - (Math.abs(2 * across) / width + Math.abs(2 * down) / height) / 2);
}

/** Sums over the objects of a quarter, by which quarters are compared. */
interface Quarter {
  count: number;
  area: number;
  properties: { x: number; y: number; width: number; height: number; slope: number; distance: number };
}

function quartersOf(boxes: readonly Box[], [width, height]: readonly [number, number]): Quarter[] {
  const quarters = QUARTERS.map((): Quarter => ({
    count: 0,
    area: 0,
    properties: { x: 0, y: 0, width: 0, height: 0, slope: 0, distance: 0 },
  }));
  for (const box of boxes) {
    const x = box[0] + box[2] / 2 - width / 2;
    const y = box[1] + box[3] / 2 - height / 2;
    const quarter = quarters[(x < 0 ? 0 : 1) + (y < 0 ? 0 : 2)]!;
    quarter.count++;
    quarter.area += area(box);
    const of = quarter.properties;
    of.x += Math.abs(x);
    of.y += Math.abs(y);
    of.width += box[2];
    of.height += box[3];
    // The angle, not its tangent, which has no bounds.
    of.slope += Math.atan2(Math.abs(y), Math.abs(x));
    of.distance += Math.hypot(x, y);
  }
  return quarters;
}

function symmetry(quarters: readonly Quarter[]): number {
  const names = Object.keys(quarters[0]!.properties) as (keyof Quarter['properties'])[];
  const parts = names.map((name) => {
    const [a, b, c, d] = scaled(quarters.map((quarter) => quarter.properties[name]));
    const pairs = [
      [a, b, c, d],
      [a, c, b, d],
      [a, d, b, c],
    ] as [number, number, number, number][];
    return sum(pairs.map(([p, q, r, s]) => Math.abs(p - q) + Math.abs(r - s))) / 6;
  });
  return clamp(1 - sum(parts) / parts.length);
}

function sequence(quarters: readonly Quarter[]): number {
  const wanted = [4, 3, 2, 1];
  const weights = quarters.map((quarter, i) => quarter.area * wanted[i]!);
  const ranks = weights.map(
    (weight, i) => 4 - weights.filter((w, j) => w > weight || (w === weight && j < i)).length,
  );
  return 1 - sum(ranks.map((rank, i) => Math.abs(rank - wanted[i]!))) / 8;
}

function cohesion(boxes: readonly Box[], layout: Box, [width, height]: readonly [number, number]): number {
  const like = (a: number, b: number) => Math.min(a / b, b / a);
  const shape = layout[3] / layout[2];
  return (
    (like(shape, height / width) + sum(boxes.map((box) => like(box[3] / box[2], shape))) / boxes.length) / 2
  );
}

function proportion(boxes: readonly Box[], layout: Box): number {
  const fit = ([, , width, height]: Box) => {
    const shape = Math.min(width / height, height / width);
    return clamp(1 - Math.min(...PLEASING.map((pleasing) => Math.abs(pleasing - shape))) / 0.5);
  };
  return (sum(boxes.map(fit)) / boxes.length + fit(layout)) / 2;
}

function regularity(boxes: readonly Box[], columns: number, rows: number): number {
  const gaps = (starts: number[]) =>
    starts.sort((a, b) => a - b).flatMap((at, i) => (i > 0 ? [at - starts[i - 1]!] : []));
  const spacings = distinct([...gaps(boxes.map((box) => box[0])), ...gaps(boxes.map((box) => box[1]))]);
  const alignment = clamp(1 - (columns + rows) / (2 * boxes.length));
  return (alignment + clamp(1 - (spacings - 1) / Math.max(1, 2 * (boxes.length - 1)))) / 2;
}

function homogeneity(quarters: readonly Quarter[], n: number): number {
  const ways = logFactorial(n) - sum(quarters.map((quarter) => logFactorial(quarter.count)));
  const even = Math.floor(n / 4);
  const most = logFactorial(n) - (4 - (n % 4)) * logFactorial(even) - (n % 4) * logFactorial(even + 1);
  return most > 0 ? clamp(ways / most) : 1;
}

function rhythm(quarters: readonly Quarter[]): number {
  const uneven = (values: readonly number[]) => {
    const shares = scaled(values);
    return sum(shares.flatMap((a, i) => shares.slice(i + 1).map((b) => Math.abs(a - b)))) / 6;
  };
  const parts = [
    uneven(quarters.map(({ properties }) => properties.x)),
    uneven(quarters.map(({ properties }) => properties.y)),
    uneven(quarters.map((quarter) => quarter.area)),
  ];
  return clamp(1 - sum(parts) / 3);
}

function scaled(values: readonly number[]): number[] {
  const top = Math.max(...values);
  return values.map((value) => (top > 0 ? value / top : 0));
}

/** How many different values there are, those within {@link SAME} px of the one before counting as one. */
export function distinct(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.filter((value, i) => i === 0 || value - sorted[i - 1]! > SAME).length;
}

function distinctSizes(boxes: readonly Box[]): number {
  return new Set(boxes.map((box) => `${Math.round(box[2] / 4)} ${Math.round(box[3] / 4)}`)).size;
}

function logFactorial(n: number): number {
  let log = 0;
  for (let i = 2; i <= n; i++) log += Math.log(i);
  return log;
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}
