import type { Lab, LivePage } from '../../../render/index.js';
import type { Look } from '../../../render/probe/look.js';
import type { Path } from '../../../render/probe/path.js';
import { compare, type Passage } from '../oracle/compare.js';
import type { Evidence, Probe } from '../trace.js';
import { met, PAUSE, perform, QUICK, SETTLING, UnreachableError, wait, type Question } from './actions.js';

/** What an experiment found: how the two runs differ, or why there were no two. */
export type Outcome<T = null> =
  | { evidence: Evidence; without: Look; withIt: Look; survey: T; cpuMs: number }
  | { trouble: NonNullable<Probe['trouble']>; cpuMs: number };

/** Learns more of the page at the end of the run with the action. */
export type Survey<T> = (page: LivePage, look: Look) => Promise<T>;

/**
 * Runs the page twice, the same in everything up to the action, and then once with it and once without. What differs at the end was
 * caused by it.
 */
export async function experiment<T = null>(
  lab: Lab,
  control: Path,
  question: Question,
  survey?: Survey<T>,
): Promise<Outcome<T | null>> {
  const [without, withIt] = await Promise.all([
    lab.run((page) => live(page, control, question, false)),
    lab.run(async (page) => {
      const passage = await live(page, control, question, true);
      const learnt = survey && !('unreachable' in passage) ? await survey(page, passage.late) : null;
      return { passage, learnt };
    }),
  ]);
  const cpuMs = without.cpuMs + withIt.cpuMs;
  const trouble = (reason: NonNullable<Probe['trouble']>['reason'], detail: string): Outcome<T | null> => ({
    trouble: { reason, detail },
    cpuMs,
  });
  if ('failure' in without) return trouble('ours', `without the action: ${without.failure}`);
  if ('failure' in withIt) return trouble(withIt.byPage ? 'page-stopped' : 'ours', withIt.failure);
  const { passage, learnt } = withIt.value;
  if ('unreachable' in passage) return trouble(passage.unreachable.reason, passage.unreachable.message);
  if ('unreachable' in without.value)
    return trouble(without.value.unreachable.reason, without.value.unreachable.message);
  const evidence = await compare(without.value, passage, control);
  return { evidence, without: without.value.late, withIt: passage.late, survey: learnt, cpuMs };
}

async function live(
  page: LivePage,
  control: Path,
  question: Question,
  isActing: boolean,
): Promise<Passage | { unreachable: UnreachableError }> {
  try {
    for (const act of question.before) {
      await perform(page, act);
      await page.pass(PAUSE);
    }
    const key = control.join();
    let missedBy: string | null = null;
    const entered = question.before.filter(({ deed }) => deed.do === 'focus');
    if (question.hovers || [...entered, ...question.acts].some(({ path }) => path?.join() === key)) {
      const { point, by } = await met(page, control);
      missedBy = by;
      if (question.hovers) await page.hover(point);
    }
    await page.pass(PAUSE);
    const before = page.heard();
    const top = await page.scrolled();
    for (const act of question.acts) {
      if (isActing) await perform(page, act);
      else await wait(page, act);
      await page.pass(PAUSE);
    }
    for (const act of question.after ?? []) {
      await perform(page, act);
      await page.pass(PAUSE);
    }
    await page.pass(QUICK);
    const early = await page.look({ picture: false });
    await page.pass(SETTLING[question.patience]);
    if (question.returns) await page.scrollTo(top);
    await page.pass(PAUSE);
    await page.hold();
    return { early, late: await page.look({ picture: true }), before, missedBy };
  } catch (error) {
    if (error instanceof UnreachableError) return { unreachable: error };
    throw error;
  }
}
