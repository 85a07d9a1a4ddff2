import type { Artifact } from '../../artifact/schema.js';
import type { Browser } from '../browser/launch.js';
import type { RenderFingerprint } from '../capture.js';
import { CrashError, openPage } from '../page/open.js';
import type { Viewport } from '../page/viewports.js';
import { BudgetError, watchBudgets, type Budgets } from '../page/watch.js';
import type { BrowserPool } from '../pool.js';
import { LivePage, LoadError, type LivePlan, type Schedule } from './live-page.js';

/** What became of one run: what the work returned, or why it has no result. */
export type Run<T> =
  | { value: T; cpuMs: number }
  /**
   * `byPage`: the page crashed or used up its budget; otherwise the trouble is ours, also when it stands still: it may wait for what
   * our input began.
   */
  | { failure: string; byPage: boolean; cpuMs: number };

/** A place where an artifact can be opened again and again, each time the same, to see what differs when something is done to it. */
export interface Lab {
  artifact: Artifact;
  viewport: Viewport;
  fingerprint: RenderFingerprint;
  /** How many runs can go on side by side. */
  width: number;
  /**
   * Opens the page in a fresh context, at rest, lets `work` do as it likes with it, and closes it. A free browser is waited for.
   * Runs after the first meet exactly the frames that the first one met.
   */
  run<T>(work: (page: LivePage) => Promise<T>): Promise<Run<T>>;
}

/** What a lab is made of. */
export interface LabParts {
  pool: BrowserPool;
  plan: Omit<LivePlan, 'frames'>;
  budgets: Budgets;
  width: number;
  fingerprint: (product: string, frames: boolean) => RenderFingerprint;
}

/** Opens a lab; the first run settles by which steps the page's life is told. */
export async function openLab({ pool, plan, budgets, width, fingerprint }: LabParts): Promise<Lab> {
  let steps: Schedule | null = null;
  const known = await pool.use((browser) => Promise.resolve(fingerprint(browser.product, browser.frames)));

  const run = async <T>(work: (page: LivePage) => Promise<T>): Promise<Run<T>> => {
    const spent = { cpuMs: 0 };
    try {
      const value = await pool.use((browser) => inBrowser(browser, work, spent));
      return { value, ...spent };
    } catch (error) {
      const byPage =
        error instanceof CrashError ||
        error instanceof LoadError ||
        (error instanceof BudgetError && error.what !== 'wall' && error.what !== 'stalled');
      return { failure: error instanceof Error ? error.message : String(error), byPage, ...spent };
    }
  };

  const inBrowser = async <T>(
    browser: Browser,
    work: (page: LivePage) => Promise<T>,
    spent: { cpuMs: number },
  ): Promise<T> => {
    const watch = await watchBudgets(browser.usage, budgets, () => plan.offline.busy);
    const died = browser.ended.then(() => Promise.reject(new Error('the browser died')));
    died.catch(() => undefined);
    const visiting = (async () => {
      const open = await openPage(browser, plan.primary.size, browser.frames);
      try {
        const living = (async () => {
          const page = await LivePage.open(browser, open, { ...plan, frames: browser.frames }, steps);
          steps ??= page.lived;
          return work(page);
        })();
        living.catch(() => undefined);
        return await Promise.race([living, open.crashed]);
      } finally {
        await open.close();
      }
    })();
    visiting.catch(() => undefined);
    try {
      return await Promise.race([visiting, watch.exhausted, died]);
    } finally {
      spent.cpuMs = await watch.stop();
    }
  };

  return { artifact: plan.artifact, viewport: plan.primary, fingerprint: known, width, run };
}
