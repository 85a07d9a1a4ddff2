import type { Part } from '../../schema.js';
import { ITEM } from './judge.js';

/** An item that says nothing about which rollout of a group is better. */
export interface UninformativeItem {
  /** Name of the criterion. */
  name: string;
  /** All have the best vote, or all the worst. */
  all: 'best' | 'worst';
  /** Rollouts that were asked. */
  count: number;
}

/**
 * Items that all rollouts of a group pass or all fail: they cost a question and move no advantage, and are the first to
 * be rewritten. What was asked of one rollout only is not among them.
 *
 * @param rollouts the parts of each rollout's visual channel
 */
export function uninformativeItems(rollouts: readonly Readonly<Record<string, Part>>[]): UninformativeItem[] {
  const scores = new Map<string, number[]>();
  for (const parts of rollouts) {
    for (const [name, { score }] of Object.entries(parts)) {
      if (!name.startsWith(ITEM) || score === null) continue;
      const known = scores.get(name);
      if (known) known.push(score);
      else scores.set(name, [score]);
    }
  }
  return [...scores].flatMap(([name, values]) => {
    const all = values.every((value) => value === 1)
      ? 'best'
      : values.every((value) => value === 0)
        ? 'worst'
        : null;
    return all && values.length > 1 ? { name: name.slice(ITEM.length), all, count: values.length } : [];
  });
}
