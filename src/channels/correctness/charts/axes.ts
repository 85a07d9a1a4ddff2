import type { ChartText } from './chart.js';

/** A row (`x`) or a column (`y`) of labels along an edge of the plot. */
export interface Axis {
  along: 'x' | 'y';
  /** In the order of their places. */
  ticks: ChartText[];
  /** Value by place (px on the page), where the labels are numbers at even steps; null for names. */
  values: ((place: number) => number) | null;
}

/** Labels closer than this stand in one row or column, px. */
const TOLERANCE = 2.5;
const MIN_TICKS = 3;

/** The axes that labels form: numbers whose places fit their values, and names in a row or a column. */
export function axesOf(texts: readonly ChartText[]): Axis[] {
  const axes: Axis[] = [];
  const used = new Set<ChartText>();
  const numbers = texts.filter(({ value }) => value !== null);
  for (const [along, group] of lineups(numbers)) {
    const ticks = group.filter((text) => !used.has(text));
    const values = ticks.length >= MIN_TICKS ? scaleOf(ticks, along) : null;
    if (!values) continue;
    axes.push({ along, ticks, values });
    ticks.forEach((tick) => used.add(tick));
  }
  for (const [along, group] of lineups(texts)) {
    const ticks = group.filter((text) => !used.has(text));
    if (ticks.length < MIN_TICKS) continue;
    axes.push({ along, ticks, values: null });
    ticks.forEach((tick) => used.add(tick));
  }
  return axes;
}

/** The place of a label along its axis, px. */
export function placeOf({ box, angle }: ChartText, along: 'x' | 'y'): number {
  if (along === 'y') return box[1] + box[3] / 2;
  // A label that is turned hangs at its end.
  return Math.abs(angle) > 1 && Math.abs(angle) < 89
    ? angle < 0
      ? box[0] + box[2]
      : box[0]
    : box[0] + box[2] / 2;
}

/** Texts that share an edge or a centre: rows by their middle or upper edge, columns by right, left or middle. */
function* lineups(texts: readonly ChartText[]): Generator<['x' | 'y', ChartText[]]> {
  const upright = texts.filter(({ angle }) => angle === 0);
  const turned = texts.filter(({ angle }) => angle !== 0);
  for (const group of groups(upright, ({ box }) => box[1] + box[3] / 2)) yield ['x', sorted(group, 'x')];
  for (const group of groups(turned, ({ box }) => box[1])) yield ['x', sorted(group, 'x')];
  for (const edge of [1, 0, 0.5])
    for (const group of groups(upright, ({ box }) => box[0] + edge * box[2])) yield ['y', sorted(group, 'y')];
}

function sorted(group: readonly ChartText[], along: 'x' | 'y'): ChartText[] {
  return group.toSorted((a, b) => placeOf(a, along) - placeOf(b, along));
}

function groups(texts: readonly ChartText[], key: (text: ChartText) => number): ChartText[][] {
  const result: ChartText[][] = [];
  let last = -Infinity;
  for (const text of texts.toSorted((a, b) => key(a) - key(b))) {
    if (key(text) - last > TOLERANCE) result.push([]);
    result.at(-1)!.push(text);
    last = key(text);
  }
  return result.filter((group) => group.length >= MIN_TICKS);
}

/** A straight line from place to value through all labels, or null: numbers that are no scale (values above bars). */
function scaleOf(ticks: readonly ChartText[], along: 'x' | 'y'): ((place: number) => number) | null {
  const first = ticks[0]!;
  const last = ticks.at(-1)!;
  const [from, to] = [placeOf(first, along), placeOf(last, along)];
  const span = last.value! - first.value!;
  if (span === 0 || to - from < 30) return null;
  // Years, and numbers in order, are names of places.
  const value = (place: number) => first.value! + ((place - from) / (to - from)) * span;
  const fits = ticks.every(
    (tick) => Math.abs(value(placeOf(tick, along)) - tick.value!) <= 0.03 * Math.abs(span),
  );
  return fits ? value : null;
}
