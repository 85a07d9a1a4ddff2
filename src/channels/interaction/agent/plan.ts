import type { Brief } from '../../../artifact/schema.js';
import type { TextModel } from '../../../models/models.js';
import type { Test } from '../trace.js';
import { planPrompt, planSchema, type Proposal } from './prompt.js';
import { listed, marked, nameable, type Seen, type View } from './view.js';

/** A test that is to be carried out. */
export type Planned = Pick<Test, 'task' | 'expected' | 'by' | 'weight'>;

/** How much a planned test counts, by the importance that its planner gave it. Chosen here. */
const WEIGHT: Readonly<Record<Proposal['importance'], number>> = { essential: 1, important: 0.6, minor: 0.3 };

/**
 * Has a model plan tests from the brief, the picture and the list of controls.
 *
 * @throws KallosError KALLOS_MODEL_…
 */
export async function proposeTests(
  model: TextModel,
  brief: Brief,
  view: View,
  numberOf: (one: Seen) => number,
): Promise<{ proposals: Proposal[]; usd: number | null }> {
  const { value, usd } = await model.ask({
    ...planPrompt(brief, listed(view, numberOf)),
    pictures: [await marked(view, numberOf)],
    schema: planSchema,
    temperature: 0,
  });
  return { proposals: value.tests, usd };
}

/** Why a proposal is not carried out. */
export interface LeftOut extends Planned {
  why: 'unknown-mark' | 'twice' | 'less-important';
}

/**
 * Ranks what was proposed and keeps the most important: by importance, those that begin at a control like an earlier one's last, then
 * in the planner's order. What begins at a number that there is not, or is proposed twice, is left out. Pure.
 */
export function chooseTests(
  proposals: readonly Proposal[],
  view: View,
  numberOf: (one: Seen) => number,
  most: number,
): { kept: Planned[]; left: LeftOut[] } {
  const byNumber = new Map(nameable(view).map((one) => [numberOf(one), one]));
  const left: LeftOut[] = [];
  const known = new Set<string>();
  const likenesses = new Map<string, number>();
  const ranked: { test: Planned; rank: number }[] = [];
  for (const { task, expected, importance, mark } of proposals) {
    const test: Planned = { task, expected, by: 'planned', weight: WEIGHT[importance] };
    const said =
      task
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(' ') ?? task;
    const begins = mark === null ? undefined : byNumber.get(mark);
    if (mark !== null && !begins) left.push({ ...test, why: 'unknown-mark' });
    else if (known.has(said)) left.push({ ...test, why: 'twice' });
    else {
      known.add(said);
      const likeness = begins?.likeness ?? said;
      const turn = likenesses.get(likeness) ?? 0;
      likenesses.set(likeness, turn + 1);
      ranked.push({ test, rank: test.weight * 0.5 ** turn });
    }
  }
  ranked.sort((a, b) => b.rank - a.rank);
  const kept = ranked.slice(0, most).map(({ test }) => test);
  left.push(...ranked.slice(most).map(({ test }) => ({ ...test, why: 'less-important' as const })));
  return { kept, left };
}
