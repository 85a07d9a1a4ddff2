import type { Usage } from '../browser/processes.js';

/** What a page may use. */
export interface Budgets {
  /** CPU seconds of the whole browser on this page. */
  cpuSeconds: number;
  /** Resident MB of the page's process. */
  memoryMb: number;
  /** Wall-clock seconds after which something is wrong, most likely with the machine. */
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
/** A page that keeps the renderer waiting for so long without using any CPU hangs on something that will not come. */
const STALL_MS = 15_000;

/** Watches a browser's processes while one page lives in it. */
export interface Watch {
  /** Rejects with a {@link BudgetError} when a budget is used up; never resolves. */
  exhausted: Promise<never>;
  /** Most MB that one of the processes was seen to hold. */
  peakMb(): number;
  /** Ends the watch; returns the CPU ms used meanwhile, or 0 where the system doesn't tell. */
  stop(): Promise<number>;
}

/** `usage` reads the browser's processes; where it can't (null), only wall-clock time is watched. */
export async function watchBudgets(usage: () => Promise<Usage | null>, budgets: Budgets): Promise<Watch> {
  const before = await usage();
  const start = performance.now();
  let latest = before;
  let peakCpu = before?.cpuMs ?? 0;
  let movedAt = start;
  let peakMb = 0;
  let stopped = false;
  let fail: (error: BudgetError) => void = () => undefined;
  const exhausted = new Promise<never>((_, reject) => (fail = reject));
  exhausted.catch(() => undefined);

  const look = async () => {
    const now = performance.now();
    latest = await usage();
    if (stopped) return;
    if (latest && before) {
      peakMb = Math.max(peakMb, latest.largestMb);
      const cpu = latest.cpuMs - before.cpuMs;
      // A little CPU goes into idling; real work shows within a second.
      if (latest.cpuMs > peakCpu + 20) {
        peakCpu = latest.cpuMs;
        movedAt = now;
      }
      if (cpu > budgets.cpuSeconds * 1000)
        fail(new BudgetError('cpu', `used more than ${budgets.cpuSeconds} s of CPU`));
      else if (latest.largestMb > budgets.memoryMb) {
        fail(new BudgetError('memory', `used more than ${budgets.memoryMb} MB of memory`));
      } else if (now - movedAt > STALL_MS) {
        fail(new BudgetError('stalled', `stood still for ${STALL_MS / 1000} s without using any CPU`));
      }
    }
    if (now - start > budgets.wallSeconds * 1000) {
      fail(new BudgetError('wall', `took more than ${budgets.wallSeconds} s of wall-clock time`));
    }
  };
  const timer = setInterval(() => void look(), POLL_MS);
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
