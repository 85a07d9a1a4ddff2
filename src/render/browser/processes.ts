import { readFileSync, readdirSync } from 'node:fs';
import type { Connection } from 'puppeteer-core';

/** What a family of processes has used and holds. */
export interface Usage {
  /** CPU ms since the family's first process began; children that ended are counted. */
  cpuMs: number;
  /** Resident memory in MB, shared pages counted once per process (an upper bound). */
  memoryMb: number;
  /** Largest resident memory of a single process, in MB. */
  largestMb: number;
  /** True when one of them runs, or waits for a CPU or a disk: then the machine sets the pace. */
  busy: boolean;
  pids: number[];
}

// Linux reports CPU time in ticks of 1/100 s and memory in 4 KiB pages on every architecture we support.
const TICK_MS = 10;
const PAGE_MB = 4096 / 2 ** 20;

/**
 * Reads the usage of a process and all its descendants from /proc; null where that isn't possible (other systems, or it ended). It
 * reads synchronously: the kernel answers from memory, and a detour over the thread pool costs four times as much CPU.
 */
export function usageOf(pid: number): Usage | null {
  if (process.platform !== 'linux') return null;
  const usage: Usage = { cpuMs: 0, memoryMb: 0, largestMb: 0, busy: false, pids: [] };
  const queue = [pid];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const stat = readProc(`/proc/${next}/stat`);
    if (stat === '') continue;
    // The second field is the name in parentheses and may hold spaces: count from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0);
    const memoryMb = Number(fields[21]) * PAGE_MB;
    usage.cpuMs += ticks * TICK_MS;
    usage.memoryMb += memoryMb;
    usage.largestMb = Math.max(usage.largestMb, memoryMb);
    usage.busy ||= fields[0] === 'R' || fields[0] === 'D';
    usage.pids.push(next);
    queue.push(...childrenOf(next));
  }
  return usage.pids.length > 0 ? usage : null;
}

/** Children are listed by the thread that made them. Only where the first thread made some is it worth to ask the others. */
function childrenOf(pid: number): number[] {
  const madeBy = (thread: number | string) =>
    readProc(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number);
  const children = madeBy(pid);
  if (children.length === 0) return [];
  return threadsOf(pid).flatMap((thread) => (Number(thread) === pid ? children : madeBy(thread)));
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [String(pid)];
  }
}

/** A file of /proc, or nothing: processes end while they are looked at. */
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * What the browser says of itself, for systems without /proc: CPU time only. Whether it waits for the machine isn't told, so it is
 * taken to be busy. Null when it has ended.
 */
export async function usageAccordingTo(connection: Connection): Promise<Usage | null> {
  const answer = await connection.send('SystemInfo.getProcessInfo').catch(() => null);
  if (!answer) return null;
  const cpuMs = answer.processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
  const pids = answer.processInfo.map(({ id }) => id);
  return { cpuMs, memoryMb: 0, largestMb: 0, busy: true, pids };
}

/** Ends a process group at once; a group that is gone is fine. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
