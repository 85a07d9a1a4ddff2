import type { Layout } from '../../../render/capture.js';
import type { CheckResult, Defect } from '../../check.js';
import { scoreByShare } from '../scale.js';
import { largest, type Use } from './uses.js';

/** A value of the page that is not in the design system, with the token nearest to it. */
export interface Stranger {
  /** The value as people write it: "#336699", "13 px". */
  shown: string;
  nearest: { name: string; shown: string };
  /** How far apart, in the unit of the check. */
  distance: number;
}

/** How much of a value's uses there is, for the score: letters or area. */
export interface Measure<Value> {
  uses: readonly Use<Value>[];
  /** What the weights count: "text", "painted area", "places". */
  of: string;
}

/**
 * The result of a brand check: every value outside of the system once, at its largest use, with its share; the score by
 * the share affected, for each measure.
 *
 * @param keyOf values of one key are one finding
 * @param judge null for a value that is in the system
 */
export function strangers<Value>(
  layout: Layout,
  measures: readonly Measure<Value>[],
  keyOf: (value: Value) => string,
  judge: (value: Value) => Stranger | null,
  what: string,
): CheckResult {
  const all = measures.flatMap(({ uses }) => uses);
  if (all.length === 0) return { score: null, reason: 'nothing-to-judge' };
  const judged = new Map<string, Stranger | null>();
  const isOutside = ({ value }: Use<Value>): boolean => {
    const key = keyOf(value);
    if (!judged.has(key)) judged.set(key, judge(value));
    return judged.get(key) !== null;
  };
  let score = 1;
  const defects: [share: number, defect: Defect][] = [];
  for (const { uses, of } of measures) {
    const total = weigh(uses);
    const outside = uses.filter(isOutside);
    score *= scoreByShare(weigh(outside), total, 'warning');
    for (const [key, group] of groupBy(outside, ({ value }) => keyOf(value))) {
      const share = weigh(group) / total;
      defects.push([share, defectOf(layout, judged.get(key)!, group, share, of, what)]);
    }
  }
  defects.sort(([a], [b]) => b - a);
  return { score, defects: defects.map(([, defect]) => defect) };
}

const weigh = (uses: readonly Use<unknown>[]) => uses.reduce((sum, { weight }) => sum + weight, 0);

function groupBy<Value>(
  uses: readonly Use<Value>[],
  keyOf: (use: Use<Value>) => string,
): Map<string, Use<Value>[]> {
  const groups = new Map<string, Use<Value>[]>();
  for (const use of uses) groups.set(keyOf(use), [...(groups.get(keyOf(use)) ?? []), use]);
  return groups;
}

function defectOf<Value>(
  layout: Layout,
  { shown, nearest, distance }: Stranger,
  uses: readonly Use<Value>[],
  share: number,
  of: string,
  what: string,
): Defect {
  const { element } = largest(uses);
  const percent = share < 0.01 ? 'under 1' : String(Math.round(share * 100));
  const places = uses.length === 1 ? '1 place' : `${uses.length} places`;
  return {
    element,
    box: layout.nodes[element]!.box,
    message: `The ${what} ${shown} is not in the design system (${places}, ${percent} % of the ${of}).`,
    measured: { value: shown, uses: uses.length, share: Math.round(share * 1000) / 1000, of, distance },
    expected: { token: nearest.name.slice(0, 80), value: nearest.shown },
    suggestion: `Use ${nearest.name.slice(0, 80)} (${nearest.shown}), the nearest token.`,
  };
}
