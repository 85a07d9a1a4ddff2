import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { scoreByShare } from '../scale.js';
import { nameOf } from '../wording.js';
import { contentBox, peersOf, type Peers } from './peers.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['orphan-item'];

/** Grids and wrapped rows of cards whose last row holds a single one. Chips, tags and words may wrap as they like. */
export const orphanItem = defineCheck({
  meta: {
    id: 'orphan-item',
    title: 'A single item is left in the last row',
    description:
      'Cards in rows of three or more, and one alone in the last row: the row is mostly empty, and the eye takes the lonely card for something else. A habit of good design and no rule, so it is told as an advisory. Items that are stretched over the row, small items (tags, chips, icons) and rows that hold something else besides are left alone.',
    remedy:
      'Choose a number of columns that divides the number of items, let the last item span the row (`grid-column: 1 / -1`), or add or merge an item.',
    severity: 'advisory',
    weight: 0.1,
    source: 'Balance and regularity of grids (Ngo et al. 2003); thresholds below',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Items in the rows above. */
    minColumns: z.number().min(2).default(DEFAULTS.minColumns.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const grids = peersOf(layout).filter((peers) => isGrid(peers, options.minColumns));
    if (grids.length === 0) return { score: null, reason: 'no-grids' };
    const orphaned = grids.filter((peers) => endsAlone(layout, peers));
    const items = (list: readonly Peers[]) => list.reduce((sum, peers) => sum + peers.items.length, 0);
    return {
      score: scoreByShare(items(orphaned), items(grids), 'advisory'),
      defects: orphaned.map((peers) => defectOf(layout, peers)),
    };
  },
});

/** Two or more rows of large items, all but the last of them equally full. */
function isGrid({ items, rows, flow }: Peers, minColumns: number): boolean {
  const columns = rows[0]!.length;
  if (columns < minColumns || rows.length < 2 || flow !== items.length) return false;
  if (rows.slice(0, -1).some((row) => row.length !== columns)) return false;
  const { value } = DEFAULTS.minSide;
  return items.every(({ box }) => Math.min(box[2], box[3]) >= value);
}

function endsAlone(layout: Layout, { container, rows }: Peers): boolean {
  const last = rows.at(-1)!;
  return last.length === 1 && last[0]!.box[2] < contentBox(layout, container)[2] * 0.5;
}

function defectOf(layout: Layout, { container, items, rows }: Peers): Defect {
  const [item] = rows.at(-1)!;
  const columns = rows[0]!.length;
  const name = nameOf(layout, container);
  return {
    element: item!.node,
    box: item!.box,
    message: `${nameOf(layout, item!.node)} stands alone in the last row of ${name}, below ${rows.length - 1 === 1 ? 'a row' : `${rows.length - 1} rows`} of ${columns}.`,
    measured: { value: 1, unit: 'items', items: items.length },
    expected: { value: columns },
    suggestion: `Lay the ${items.length} items of ${name} out in rows of ${better(items.length, columns)}.`,
  };
}

/** The number of columns, at most one more than now, that leaves the fewest places empty. */
function better(items: number, columns: number): number {
  const empty = (count: number) => (count - (items % count)) % count;
  return Array.from({ length: columns }, (_, i) => columns + 1 - i).reduce((a, b) =>
    empty(b) < empty(a) ? b : a,
  );
}
