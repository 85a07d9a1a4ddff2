import type { Layout } from '../../../render/capture.js';
import { tablesOf } from '../contradictions/tables.js';
import type { Axis } from './axes.js';
import type { Chart, ChartText, Mark } from './chart.js';
import { numberOf } from './numbers.js';

/** A value that a chart shows, held against the one that a table of the page says for the same name. */
export interface Compared {
  name: string;
  series: string;
  shown: number;
  said: number;
  /** The mark, or the canvas that it is drawn on. */
  mark: Pick<Mark, 'element' | 'box'>;
  agrees: boolean;
}

/** Names that a chart and a table must have in common, and the share of the chart's. */
const MIN_NAMES = 3;
const MIN_SHARE = 0.8;
/** Share of the values that must agree: with fewer, chart and table show different things. */
const MIN_AGREEING = 0.6;
/** What a drawing may be off, as a share of its largest value; values that a library tells are exact but for roundings. */
const PRECISION = { drawn: 0.025, told: 0.006 } as const;
/** A chart may count in thousands or millions, or in percent, what its table counts in ones. */
const FACTORS = [1, 1e3, 1e6, 1e-3, 1e-6, 100, 0.01];

interface Shown {
  series: string;
  precision: number;
  values: { name: string; value: number; mark: Compared['mark'] }[];
}

/** The values of a chart that stand in a table of the page, too. Empty where no table says the same for most of its names. */
export function comparedWithTables(layout: Layout, chart: Chart): Compared[] {
  const tables = tablesOf(layout).map((table) =>
    table.map((row) => row.map((cell) => cell?.text.trim() ?? '')),
  );
  if (tables.length === 0) return [];
  return shownBy(chart).flatMap((shown) => {
    const found = tables.flatMap((table) => compare(shown, table));
    return found.toSorted((a, b) => agreeing(b) - agreeing(a))[0] ?? [];
  });
}

const agreeing = (compared: readonly Compared[]) => compared.filter(({ agrees }) => agrees).length;
const keyOf = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** What the library tells, or what bars of one colour between a scale and names show. */
function shownBy(chart: Chart): Shown[] {
  if (chart.data.length > 0)
    return chart.data.map(({ series, points }) => ({
      series,
      precision: PRECISION.told,
      values: points.map(([name, value]) => ({ name, value, mark: chart })),
    }));
  const scale = chart.axes.find(({ values }) => values !== null);
  const names = chart.axes.find(({ values, along }) => values === null && along !== scale?.along);
  if (!scale?.values || !names) return [];
  const values = chart.bars.flatMap((mark) => {
    const value = valueOf(mark, scale);
    const name = nameOf(mark, names);
    return value === null || name === null ? [] : [{ name: name.text, value, mark }];
  });
  // Several bars at a name are several series, or lie on each other.
  const single = new Set(values.map(({ name }) => name)).size === values.length;
  return single ? [{ series: '', precision: PRECISION.drawn, values }] : [];
}

/** The value at the end of a bar that begins at zero. */
function valueOf({ box: [x, y, width, height] }: Mark, { along, values }: Axis): number | null {
  const [base, end] = along === 'y' ? [values!(y + height), values!(y)] : [values!(x), values!(x + width)];
  return Math.abs(base) <= 0.03 * Math.abs(end) ? end : null;
}

/** The name whose middle lies within the bar's breadth. */
function nameOf({ box: [x, y, width, height] }: Mark, { along, ticks }: Axis): ChartText | null {
  const found = ticks.filter(({ box }) => {
    const at = along === 'x' ? box[0] + box[2] / 2 : box[1] + box[3] / 2;
    return along === 'x' ? at >= x && at <= x + width : at >= y && at <= y + height;
  });
  return found.length === 1 ? found[0]! : null;
}

/** Rows of cells, as they read. */
type Rows = string[][];

/** The comparisons with the columns of a table, and with its rows, that say the same for most names. */
function compare(shown: Shown, table: Rows): Compared[][] {
  const width = Math.max(...table.map((row) => row.length));
  const turned = Array.from({ length: width }, (_, i) => table.map((row) => row[i] ?? ''));
  return [table, turned].flatMap((rows) => {
    const byName = new Map(rows.map((row) => [keyOf(row[0] ?? ''), row]));
    const named = shown.values.filter(({ name }) => byName.has(keyOf(name)));
    if (named.length < MIN_NAMES || named.length < MIN_SHARE * shown.values.length) return [];
    const columns = Math.max(...rows.map((row) => row.length));
    return Array.from({ length: columns - 1 }, (_, i) => i + 1).flatMap((column) =>
      FACTORS.flatMap((factor) => {
        const compared = named.flatMap(({ name, value, mark }): Compared[] => {
          const said = numberOf(byName.get(keyOf(name))![column] ?? '')?.value;
          if (said === undefined) return [];
          return [{ name, series: shown.series, shown: value * factor, said, mark, agrees: false }];
        });
        const largest = Math.max(...compared.map((one) => Math.max(Math.abs(one.said), Math.abs(one.shown))));
        for (const one of compared)
          one.agrees = Math.abs(one.shown - one.said) <= shown.precision * largest + Number.EPSILON;
        const enough = compared.length >= MIN_NAMES && agreeing(compared) >= MIN_AGREEING * compared.length;
        return enough ? [compared] : [];
      }),
    );
  });
}
