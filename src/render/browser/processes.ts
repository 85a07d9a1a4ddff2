import { readFile } from 'node:fs/promises';

/** What a family of processes has used and holds. */
export interface Usage {
  /** CPU ms since the family's first process began; children that ended are counted. */
  cpuMs: number;
  /** Resident memory in MB, shared pages counted once per process (an upper bound). */
  memoryMb: number;
  /** Largest resident memory of a single process, in MB. */
  largestMb: number;
  pids: number[];
}

// Linux reports CPU time in ticks of 1/100 s and memory in 4 KiB pages on every architecture we support.
const TICK_MS = 10;
const PAGE_MB = 4096 / 2 ** 20;

/** Reads the usage of a process and all its descendants from /proc; null where that isn't possible (other systems, or it ended). */
export async function usageOf(pid: number): Promise<Usage | null> {
  if (process.platform !== 'linux') return null;
  const usage: Usage = { cpuMs: 0, memoryMb: 0, largestMb: 0, pids: [] };
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [stat, children] = await Promise.all([
      readFile(`/proc/${next}/stat`, 'utf8').catch(() => null),
      readFile(`/proc/${next}/task/${next}/children`, 'utf8').catch(() => ''),
    ]);
    if (stat === null) continue;
    // The second field is the name in parentheses and may hold spaces: count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0);
    const memoryMb = Number(fields[21]) * PAGE_MB;
    usage.cpuMs += ticks * TICK_MS;
    usage.memoryMb += memoryMb;
    usage.largestMb = Math.max(usage.largestMb, memoryMb);
    usage.pids.push(next);
    queue.push(...children.split(' ').filter(Boolean).map(Number));
  }
  return usage.pids.length > 0 ? usage : null;
}

/** Ends a process group at once; a group that is gone is fine. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
