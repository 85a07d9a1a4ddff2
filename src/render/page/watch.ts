import type { Usage } from '../browser/processes.js';

/** What a page may use. */
export interface Budgets {
  /** CPU seconds of the whole browser on this page. */
  cpuSeconds: number;
  /** Resident MB of the page's process. */
  memoryMb: number;
  /** Seconds for which it may keep the renderer waiting while it does next to nothing. */
  stallSeconds: number;
  /**
   * Wall-clock seconds, the machine's own fault: a page that computes runs out of CPU seconds first, one that doesn't is stalled
   * first, so that only a machine which gives the browser no time comes to this.
   */
  wallSeconds: number;
}

export type Exhausted = 'cpu' | 'memory' | 'stalled' | 'dialogs' | 'wall';

/** A page used up one of its budgets. */
export class BudgetError extends Error {
  constructor(
    readonly what: Exhausted,
    message: string,
  ) {
    super(message);
  }
}

const POLL_MS = 150;
/** CPU ms between two looks up to which a browser idles. */
const IDLE_CPU_MS = 10;
/** Share of the CPU budget that counts as doing something: a page can stand still ten times before it has used up its budget. */
const MOVING_SHARE = 0.1;

/** Watches a browser's processes while one page lives in it. */
export interface Watch {
  /** Rejects with a {@link BudgetError} when a budget is used up; never resolves. */
  exhausted: Promise<never>;
  /** Most MB that one of the processes was seen to hold. */
  peakMb(): number;
  /** Ends the watch; returns the CPU ms used meanwhile, or 0 where the system doesn't tell. */
  stop(): Promise<number>;
}

/**
 * `usage` reads the browser's processes; where it can't (null), only wall-clock time is watched. While `waiting` says so, the page waits
 * for us (a package is being fetched), and its time is not counted.
 */
export async function watchBudgets(
  usage: () => Promise<Usage | null>,
  budgets: Budgets,
  waiting: () => boolean = () => false,
): Promise<Watch> {
  const before = await usage();
  let wallMs = 0;
  let lookedAt = performance.now();
  let latest = before;
  let movedAtCpu = before?.cpuMs ?? 0;
  let idleMs = 0;
  let peakMb = 0;
  let stopped = false;
  let looking = false;
  let fail: (error: BudgetError) => void = () => undefined;
  const exhausted = new Promise<never>((_, reject) => (fail = reject));
  exhausted.catch(() => undefined);

  const look = async () => {
    const earlier = latest;
    latest = await usage();
    if (stopped) return;
    const now = performance.now();
    const ours = waiting();
    if (!ours) wallMs += now - lookedAt;
    lookedAt = now;
    if (latest && before) {
      peakMb = Math.max(peakMb, latest.largestMb);
      const cpu = latest.cpuMs - before.cpuMs;
      if (latest.cpuMs - movedAtCpu > budgets.cpuSeconds * 1000 * MOVING_SHARE) {
        movedAtCpu = latest.cpuMs;
        idleMs = 0;
      }
      // Looks are counted, not time: while this process is kept from looking, it keeps the browser waiting too.
      if (!ours && !latest.busy && latest.cpuMs - (earlier?.cpuMs ?? 0) <= IDLE_CPU_MS) idleMs += POLL_MS;
      if (cpu > budgets.cpuSeconds * 1000)
        fail(new BudgetError('cpu', `used more than ${budgets.cpuSeconds} s of CPU`));
      else if (latest.largestMb > budgets.memoryMb) {
        fail(new BudgetError('memory', `used more than ${budgets.memoryMb} MB of memory`));
      } else if (idleMs > budgets.stallSeconds * 1000) {
        fail(new BudgetError('stalled', `stood still for ${budgets.stallSeconds} s`));
      }
    }
    if (wallMs > budgets.wallSeconds * 1000) {
      fail(new BudgetError('wall', `took more than ${budgets.wallSeconds} s of wall-clock time`));
    }
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => (looking = false));
  }, POLL_MS);
  return {
    exhausted,
    peakMb: () => peakMb,
    async stop() {
      stopped = true;
      clearInterval(timer);
      const after = (await usage()) ?? latest;
      return after && before ? after.cpuMs - before.cpuMs : 0;
    },
  };
}
