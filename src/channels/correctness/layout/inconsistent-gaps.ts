import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { nameOf } from '../wording.js';
import { isCard, peersOf, type Peer, type Peers } from './peers.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['inconsistent-gaps'];

/**
 * One gap that differs a little among equal gaps, in a row, a column or a grid of equal siblings. A gap that is much
 * larger parts groups; steps that are equal from start to start or from centre to centre are a rhythm of their own.
 */
export const inconsistentGaps = defineCheck({
  meta: {
    id: 'inconsistent-gaps',
    title: 'Gaps between equal items differ',
    description:
      'Siblings of one kind in a row or column, all the same distance apart but for one or two: a margin that was forgotten, or a fixed position that is off; or three beside each other, or three entries or cards of one size below each other, with two different gaps. A gap more than twice as large as the others, and by more than 24 px, parts groups and is no defect; nor is what steps evenly from centre to centre, or from start to start.',
    remedy:
      'Set distances once, on the container: `display: flex` or `grid` with `gap`, and no margins on the items.',
    severity: 'warning',
    weight: 0.15,
    source: 'Rhythm and regularity of layouts (Ngo et al. 2003); thresholds below',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** px by which a gap may differ. */
    slack: z.number().min(0).default(DEFAULTS.slack.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const runs = peersOf(layout).flatMap((peers) => runsOf(layout, peers));
    if (runs.length === 0) return { score: null, reason: 'no-rows' };
    const gaps = runs.reduce((sum, { items }) => sum + items.length - 1, 0);
    const odd = runs.flatMap((run) => oddGaps(run, options.slack));
    return {
      score: scoreByShare(odd.length, gaps, 'warning', 'likely'),
      defects: odd.map((gap) => defectOf(layout, gap)),
    };
  },
});

/** Items one after the other along an axis (0: a row, 1: a column), in the order of their places. */
interface Run {
  container: number;
  axis: 0 | 1;
  items: Peer[];
}

/**
 * Every row of four or more, or of three of one height, and the column that the rows make; where nothing else stands between
 * the items. Of three below each other, unless they are entries or cards of one size, nobody can say that they belong together alike.
 */
function runsOf(layout: Layout, { container, items, rows, flow }: Peers): Run[] {
  const runs: Run[] = rows.flatMap((row) =>
    unbroken(row).map((part) => ({
      container,
      axis: 0 as const,
      items: part.toSorted((a, b) => a.box[0] - b.box[0]),
    })),
  );
  const isColumn = rows.length === items.length;
  if (isColumn) runs.push(...unbroken(items).map((part) => ({ container, axis: 1 as const, items: part })));
  else if (flow === items.length)
    runs.push({
      container,
      axis: 1,
      items: rows.map((row) => row.reduce((a, b) => (bottom(b) > bottom(a) ? b : a))),
    });
  return runs.filter(
    (run) => run.items.length >= DEFAULTS.minItems.value || (run.items.length > 2 && isEven(layout, run)),
  );
}

/**
 * Boxes of one height beside each other, or entries of a list or painted boxes of one size below each other: of their gaps nobody can say which is odd,
 * but anybody sees that they differ.
 */
function isEven(layout: Layout, { axis, container, items }: Run): boolean {
  const [{ box }] = items as [Peer];
  const agree = (...sides: (0 | 1 | 2 | 3)[]) =>
    items.every((other) => sides.every((side) => Math.abs(other.box[side] - box[side]) <= 1));
  if (axis === 0) return layout.nodes[container]!.name !== 'g' && agree(1, 3);
  const belong = items.every(({ node }) => layout.nodes[node]!.name === 'li' || isCard(layout, node, box));
  return belong && agree(0, 2, 3);
}

/** Parts in which every item follows the one before it directly. */
function unbroken(items: readonly Peer[]): Peer[][] {
  const parts: Peer[][] = [];
  for (const item of items) {
    const part = parts.at(-1);
    if (part && item.follows) part.push(item);
    else parts.push([item]);
  }
  return parts;
}

function bottom({ box }: Peer): number {
  return box[1] + box[3];
}

interface Odd extends Run {
  after: Peer;
  gap: number;
  usual: number;
}

function oddGaps(run: Run, slack: number): Odd[] {
  const { items, axis } = run;
  const steps = (place: (item: Peer) => number) =>
    items.slice(1).map((item, i) => place(item) - place(items[i]!));
  const gaps = items.slice(1).map(({ box }, i) => box[axis] - items[i]!.box[axis] - items[i]!.box[axis + 2]!);
  const isEven = (values: readonly number[]) => Math.max(...values) - Math.min(...values) <= slack;
  if (isEven(gaps) || isEven(steps(({ box }) => box[axis]))) return [];
  if (isEven(steps(({ box }) => box[axis] + box[axis + 2]! / 2))) return [];
  if (gaps.length === 2) return wideGap(run, gaps as [number, number]);
  const moved = movedItem(gaps, slack);
  if (moved) return [{ ...run, after: items[moved.at]!, gap: gaps[moved.at - 1]!, usual: moved.usual }];
  const usual = commonest(gaps);
  const odd = gaps.flatMap((gap, i) =>
    Math.abs(gap - usual) > slack ? [{ gap, after: items[i + 1]! }] : [],
  );
  if (odd.length > gaps.length * DEFAULTS.maxOdd.value) return [];
  return odd.filter(({ gap }) => !isParting(gap, usual)).map((one) => ({ ...run, ...one, usual }));
}

/** The larger one of the two gaps between three items, where it does not part them into groups. */
function wideGap(run: Run, gaps: readonly [number, number]): Odd[] {
  const [usual, gap] = [Math.min(...gaps), Math.max(...gaps)];
  const after = run.items[gaps[0] === gap ? 1 : 2]!;
  return usual >= 0 && !isParting(gap, usual) ? [{ ...run, after, gap, usual }] : [];
}

/** Is a gap so large that it parts groups? */
function isParting(gap: number, usual: number): boolean {
  return gap > Math.max(usual * DEFAULTS.group.value, usual + DEFAULTS.minGroup.value);
}

/** One item off its place makes the gap before it larger by as much as the gap after it smaller, or the reverse. */
function movedItem(gaps: readonly number[], slack: number): { at: number; usual: number } | null {
  for (let at = 1; at < gaps.length; at++) {
    const rest = gaps.filter((_, i) => i !== at - 1 && i !== at);
    const usual = commonest(rest);
    const [before, after] = [gaps[at - 1]!, gaps[at]!];
    const isEven =
      rest.every((gap) => Math.abs(gap - usual) <= 1) && Math.abs(before + after - 2 * usual) <= 1;
    if (isEven && Math.abs(before - usual) > slack && Math.min(before, after) >= 0) return { at, usual };
  }
  return null;
}

/** The value that most others lie within 1 px of; the first of equals. */
function commonest(values: readonly number[]): number {
  const near = (value: number) => values.filter((other) => Math.abs(other - value) <= 1).length;
  return values.reduce((a, b) => (near(b) > near(a) ? b : a));
}

function defectOf(layout: Layout, { container, axis, after, gap, usual }: Odd): Defect {
  const name = nameOf(layout, after.node);
  const where = axis === 0 ? 'before' : 'above';
  return {
    element: after.node,
    box: after.box,
    message: `The gap ${where} ${name} in ${nameOf(layout, container)} is ${round(gap)} px; the others are ${round(usual)} px.`,
    measured: { value: round(gap), unit: 'px' },
    expected: { value: round(usual) },
    suggestion: `Make it ${round(usual)} px: take the margins off the items and set gap on ${nameOf(layout, container)}.`,
    certainty: 'likely',
  };
}
