import type { Layout } from '../../../render/capture.js';
import type { Chart, ChartText, Mark } from './chart.js';
import { numberOf } from './numbers.js';

/** Bars that begin at one line and are labelled with their values. */
export interface LabelledBars {
  along: 'x' | 'y';
  bars: { mark: Mark; label: ChartText; length: number }[];
}

const MIN_BARS = 3;

/** The groups of bars of a chart whose labels stand at their ends, or in them, or that tell their values in the DOM. */
export function labelledBarsOf(layout: Layout, chart: Chart): LabelledBars[] {
  const ticks = new Set(chart.axes.filter(({ values }) => values !== null).flatMap((axis) => axis.ticks));
  const labels = chart.texts.filter((text) => text.value !== null && text.angle === 0 && !ticks.has(text));
  const told = toldBy(layout, chart.bars);
  const result: LabelledBars[] = [];
  for (const along of ['y', 'x'] as const) {
    for (const group of groupsOf(chart.bars, along)) {
      const bars = group.flatMap((mark) => {
        const label = labelOf(mark, labels, along) ?? told.get(mark.element) ?? null;
        return label ? [{ mark, label, length: mark.box[along === 'y' ? 3 : 2] }] : [];
      });
      const units = new Set(bars.map(({ label }) => label.unit));
      const distinct = new Set(bars.map(({ label }) => label)).size;
      if (bars.length >= MIN_BARS && units.size === 1 && distinct === bars.length)
        result.push({ along, bars });
    }
  }
  return result;
}

/** Bars with one base and one thickness, of different lengths, none of which carries another. */
function groupsOf(bars: readonly Mark[], along: 'x' | 'y'): Mark[][] {
  const groups = new Map<string, Mark[]>();
  for (const mark of bars) {
    const [x, y, width, height] = mark.box;
    const base = along === 'y' ? y + height : x;
    const key = `${Math.round(base / 2)} ${Math.round((along === 'y' ? width : height) / 2)}`;
    groups.set(key, [...(groups.get(key) ?? []), mark]);
  }
  return [...groups.values()].filter((group) => {
    if (group.length < MIN_BARS) return false;
    const lengths = group.map(({ box }) => box[along === 'y' ? 3 : 2]);
    if (Math.max(...lengths) - Math.min(...lengths) < 2) return false;
    return !group.some((mark) => carries(mark, bars, along));
  });
}

/** Is another bar stacked on its end, or another one behind it? Then a label may belong to either. */
function carries({ box, element }: Mark, bars: readonly Mark[], along: 'x' | 'y'): boolean {
  const [a, b] = along === 'y' ? [0, 2] : [1, 3];
  const [c, d] = along === 'y' ? [1, 3] : [0, 2];
  return bars.some((other) => {
    if (other.element === element) return false;
    const across =
      Math.min(box[a]! + box[b]!, other.box[a]! + other.box[b]!) - Math.max(box[a]!, other.box[a]!);
    const touch =
      Math.min(box[c]! + box[d]!, other.box[c]! + other.box[d]!) - Math.max(box[c]!, other.box[c]!);
    return across > 0.5 * box[b]! && touch > -1.5;
  });
}

/** The one number at the end of a bar, just beyond it or within; null when there are none or several. */
function labelOf({ box }: Mark, labels: readonly ChartText[], along: 'x' | 'y'): ChartText | null {
  const [x, y, width, height] = box;
  const found = labels.filter(({ box: label, fontSize }) => {
    const [middle, centre] = [label[0] + label[2] / 2, label[1] + label[3] / 2];
    if (along === 'y') {
      const over = Math.abs(middle - x - width / 2) <= Math.max(4, width * 0.2);
      return over && centre > y - 2 * fontSize && centre < y + height;
    }
    const level = Math.abs(centre - y - height / 2) <= Math.max(4, height * 0.3);
    return level && middle > x && label[0] < x + width + 1.5 * fontSize;
  });
  return found.length === 1 ? found[0]! : null;
}

/** Attributes in which a bar has its value, the plainest first; a number among words is taken where it is the only one. */
const TELLING = ['data-value', 'aria-valuenow', 'aria-label'] as const;

/** What bars say of themselves. */
function toldBy(layout: Layout, bars: readonly Mark[]): Map<number, ChartText> {
  return new Map(
    bars.flatMap((mark) => {
      const { attributes } = layout.nodes[mark.element]!;
      const text = TELLING.map((name) => attributes?.[name]).find((one) => one !== undefined);
      const said = text === undefined ? null : (numberOf(text) ?? numberAmong(text));
      if (text === undefined || !said) return [];
      const label = { node: mark.element, text, box: mark.box, fontSize: 0, angle: 0, color: null };
      return [[mark.element, { ...mark, ...label, ...said }]];
    }),
  );
}

function numberAmong(text: string): ReturnType<typeof numberOf> {
  const [only, ...more] = text.match(/[-−]?\d[\d.,]*/gu) ?? [];
  return only !== undefined && more.length === 0 ? numberOf(only.replace(/[.,]$/, '')) : null;
}

/** How lengths follow values. `zero`: in proportion; `cut`: evenly, but not from zero; `log`: by their orders. */
export type Scale = 'zero' | 'cut' | 'log';

export interface Fit {
  scale: Scale;
  /** Bars whose length doesn't follow, with the length that it should have, px. */
  off: { index: number; expected: number }[];
  /** Length at value zero, px. */
  base: number;
}

/**
 * The scale that most bars follow, and those that don't. Null where no scale fits most of them: the numbers are not what
 * the bars show.
 *
 * @param maxError share of the longest bar by which a length may be off
 */
export function fitOf(values: readonly number[], lengths: readonly number[], maxError: number): Fit | null {
  if (values.some((value) => value < 0) || Math.max(...values) === Math.min(...values)) return null;
  const longest = Math.max(...lengths);
  const limit = Math.max(3, maxError * longest);
  const test = (scale: Scale, expected: readonly number[], base: number): Fit => ({
    scale,
    base,
    off: expected.flatMap((length, index) =>
      Math.abs(lengths[index]! - length) > limit ? [{ index, expected: length }] : [],
    ),
  });
  const positive = values.flatMap((value, i) => (value > 0 ? [lengths[i]! / value] : []));
  const factor = median(positive);
  const fits = [
    test(
      'zero',
      values.map((value) => factor * value),
      0,
    ),
  ];
  const cut = line(values, lengths);
  if (cut.slope > 0)
    fits.push(
      test(
        'cut',
        values.map((value) => cut.base + cut.slope * value),
        cut.base,
      ),
    );
  if (values.every((value) => value > 0)) {
    const logs = values.map(Math.log);
    const log = line(logs, lengths);
    if (log.slope > 0)
      fits.push(
        test(
          'log',
          logs.map((value) => log.base + log.slope * value),
          log.base,
        ),
      );
  }
  const whole = fits.find(({ off }) => off.length === 0);
  if (whole) return whole;
  // With three bars two always agree in something: only a scale from zero is proof then.
  const most = fits.filter(({ off, scale }) => off.length <= (scale === 'zero' ? 0.4 : 0.25) * values.length);
  return most.toSorted((a, b) => a.off.length - b.off.length)[0] ?? null;
}

/** A line through points by the medians of slopes and intercepts (Theil and Sen), which outliers don't bend. */
function line(xs: readonly number[], ys: readonly number[]): { slope: number; base: number } {
  const slopes: number[] = [];
  for (let i = 0; i < xs.length; i++)
    for (let j = i + 1; j < xs.length; j++)
      if (xs[i] !== xs[j]) slopes.push((ys[j]! - ys[i]!) / (xs[j]! - xs[i]!));
  const slope = median(slopes);
  return { slope, base: median(ys.map((y, i) => y - slope * xs[i]!)) };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
