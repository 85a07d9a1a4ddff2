import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { nameOf } from '../wording.js';
import { contentBox, isCard, peersOf, type Peer, type Peers } from './peers.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['uneven-columns'];
const OPTIONS = z.strictObject({
  /** Difference in width, as a share of the widest, from which columns are uneven. */
  minWidth: z.number().min(0).max(1).default(DEFAULTS.minWidth.value),
  /** Difference in height, px. */
  minHeight: z.number().min(0).default(DEFAULTS.minHeight.value),
});

/**
 * Painted cards side by side that were meant to be equal: columns of nearly the same width, and cards that begin at one
 * height and end at several. Columns of clearly different width are a choice, unless
 * all but one have the same and are evenly set.
 */
export const unevenColumns = defineCheck({
  meta: {
    id: 'uneven-columns',
    title: 'Columns are uneven',
    description:
      'Cards beside each other whose widths differ a little, because their words push (`flex: 1` without `min-width: 0`), or which begin at one line and end at different ones. Of three or more evenly set, one may not be narrower than the others by any measure. Only cards that paint a box are compared, for nobody sees the others. Columns of lists that grow on their own (a board of tasks) do so by design, so uneven ends are told as advisories.',
    remedy:
      'Use `grid-template-columns: repeat(n, minmax(0, 1fr))`, or give flex items `flex: 1 1 0; min-width: 0`. Let cards fill the row: `align-items: stretch`, or `height: 100%` on the card within its column.',
    severity: 'warning',
    weight: 0.15,
    source: 'Regularity and unity of layouts (Ngo et al. 2003); thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, options }): CheckResult {
    const rows = peersOf(layout).flatMap((peers) => cardRows(layout, peers));
    if (rows.length === 0) return { score: null, reason: 'no-columns' };
    const uneven = rows.flatMap((row) => unevennessOf(row, options) ?? []);
    const cards = (list: readonly { row: Peer[] }[]) => list.reduce((sum, { row }) => sum + row.length, 0);
    const of = (side: Uneven['side']) => cards(uneven.filter((one) => one.side === side));
    return {
      score:
        scoreByShare(of('width'), cards(rows), 'warning') *
        scoreByShare(of('height'), cards(rows), 'advisory'),
      defects: uneven.map((one) => defectOf(layout, one)),
    };
  },
});

interface Row {
  container: number;
  row: Peer[];
  /** Do the cards with their gaps fill the container? */
  full: boolean;
}

/** Rows of two or more large painted cards that begin at one height. */
function cardRows(layout: Layout, { container, rows, items, flow }: Peers): Row[] {
  if (flow !== items.length) return [];
  const [left, , width] = contentBox(layout, container);
  return rows.flatMap((row) => {
    const tops = row.map(({ box }) => box[1]);
    if (row.length < 2 || Math.max(...tops) - Math.min(...tops) > 1.5) return [];
    if (!row.every(({ node, box }) => isCard(layout, node, box))) return [];
    const start = Math.min(...row.map(({ box }) => box[0]));
    const end = Math.max(...row.map(({ box }) => box[0] + box[2]));
    return [{ container, row, full: start - left <= 2 && left + width - end <= 2 }];
  });
}

interface Uneven extends Row {
  side: 'width' | 'height';
  /** px */
  least: number;
  most: number;
}

function unevennessOf(row: Row, options: z.infer<typeof OPTIONS>): Uneven | null {
  const spread = (axis: 2 | 3) => {
    const sizes = row.row.map(({ box }) => box[axis]);
    return { least: Math.min(...sizes), most: Math.max(...sizes) };
  };
  const width = spread(2);
  const off = (width.most - width.least) / width.most;
  if (row.full && off >= options.minWidth && off <= DEFAULTS.maxWidth.value && width.most - width.least >= 3)
    return { ...row, side: 'width', ...width };
  if (isNarrowOnce(row.row)) return { ...row, side: 'width', ...width };
  const height = spread(3);
  const isChosen = height.most > height.least * DEFAULTS.maxHeight.value;
  if (height.most - height.least >= options.minHeight && !isChosen)
    return { ...row, side: 'height', ...height };
  return null;
}

/** One of three or more cards doesn't fill its column: the columns are of one width and evenly set, and so are the other cards. */
function isNarrowOnce(row: readonly Peer[]): boolean {
  if (row.length < 3) return false;
  const sorted = row.toSorted((a, b) => a.box[0] - b.box[0]);
  const steps = sorted.slice(1).map(({ box }, i) => box[0] - sorted[i]!.box[0]);
  const widths = sorted.map(({ box }) => box[2]);
  const most = Math.max(...widths);
  const isEven = Math.max(...steps) - Math.min(...steps) <= 1.5;
  const narrow = widths.filter((width) => most - width > 1);
  return isEven && narrow.length === 1 && most - narrow[0]! >= most * DEFAULTS.minWidth.value;
}

function defectOf(layout: Layout, { container, row, side, least, most }: Uneven): Defect {
  const axis = side === 'width' ? 2 : 3;
  const odd = row.find(({ box }) => box[axis] === least)!;
  const name = nameOf(layout, container);
  const what = side === 'width' ? 'are between' : 'begin at one height and are between';
  return {
    element: odd.node,
    box: odd.box,
    message: `The ${row.length} cards in a row of ${name} ${what} ${round(least)} and ${round(most)} px ${side === 'width' ? 'wide' : 'high'}.`,
    measured: { value: round(most - least), unit: 'px', side },
    expected: { max: 0 },
    suggestion:
      side === 'width'
        ? `Give the cards one width: grid-template-columns: repeat(${row.length}, minmax(0, 1fr)) on ${name}.`
        : `Let the cards of ${name} end together: align-items: stretch, or height: 100%.`,
    severity: side === 'width' ? 'warning' : 'advisory',
  };
}
