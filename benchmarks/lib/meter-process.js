// Watches the process tree of its parent from outside, so that the watching is not counted. See meter.js.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { setInterval } from 'node:timers';
import { median } from './print.js';

const CPU_EVERY_MS = 80;
/** Proportional memory is dear to read: the kernel walks every page table. */
const MEMORY_EVERY_TICKS = 8;
// Linux counts CPU time in 1/100 s.
const CLOCK_TICK_MS = 10;

const root = process.ppid;
/**
 * Every process of the tree that was ever seen, by "pid:start". `own` is its CPU time, `reaped` that of the children it
 * waited for, both in clock ticks as last read.
 * @type {Map<string, {pid: number, parent: string | null, own: number, reaped: number, alive: boolean}>}
 */
const family = new Map();
let peakMb = 0;
let browserSamples = [];
let last = { rootMb: 0, browsersMb: 0 };
let exact = true;
let ticks = 0;

/** pid -> [parent's pid, start time, own CPU, reaped CPU] of every process on this machine. */
function readProcesses() {
  const processes = new Map();
  for (const name of readdirSync('/proc')) {
    if (name < '0' || name > ':') continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The second field is the name in parentheses and may hold spaces: count from its end.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z') continue;
      const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
      processes.set(Number(name), [Number(fields[1]), fields[19], user + system, childUser + childSystem]);
    } catch {
      // It ended while the list was read.
    }
  }
  return processes;
}

function look() {
  const processes = readProcesses();
  const keyOf = (pid) => `${pid}:${processes.get(pid)[1]}`;
  for (const member of family.values()) member.alive = false;
  // A process that its parent left behind is known from before; a new one is known by its parents.
  const belongs = (pid) => {
    for (let at = pid; processes.has(at) && at !== process.pid; at = processes.get(at)[0]) {
      if (at === root || family.has(keyOf(at))) return true;
    }
    return false;
  };
  for (const [pid, [parent, , own, reaped]] of processes) {
    if (!belongs(pid)) continue;
    const known = family.get(keyOf(pid));
    if (known) Object.assign(known, { own, reaped, alive: true });
    else {
      const above = pid === root || !processes.has(parent) ? null : keyOf(parent);
      family.set(keyOf(pid), { pid, parent: above, own, reaped, alive: true });
    }
  }
}

/**
 * CPU ms of the tree so far. Of children that ended, the larger of two is counted: what their parent was told when it waited
 * for them (exact, but a killed parent never asks), and what was seen of them last.
 */
function cpuMs() {
  const children = new Map();
  for (const entry of family) {
    const siblings = children.get(entry[1].parent);
    if (siblings) siblings.push(entry);
    else children.set(entry[1].parent, [entry]);
  }
  const total = (key, { own, reaped }) => {
    let ended = 0;
    let living = 0;
    for (const [childKey, child] of children.get(key) ?? []) {
      if (child.alive) living += total(childKey, child);
      else ended += total(childKey, child);
    }
    return own + living + Math.max(reaped, ended);
  };
  return (
    (children.get(null) ?? []).reduce((sum, [key, member]) => sum + total(key, member), 0) * CLOCK_TICK_MS
  );
}

function megabytes(pid) {
  for (const [file, field] of [
    ['smaps_rollup', /^Pss:\s+(\d+)/m],
    ['status', /^VmRSS:\s+(\d+)/m],
  ]) {
    try {
      const kb = field.exec(readFileSync(`/proc/${pid}/${file}`, 'latin1'))?.[1];
      if (kb === undefined) continue;
      if (file === 'status') exact = false;
      return Number(kb) / 1024;
    } catch {
      // Ended, or not ours to read.
    }
  }
  return 0;
}

function weigh() {
  last = { rootMb: megabytes(root), browsersMb: 0 };
  for (const { pid, alive } of family.values()) {
    if (alive && pid !== root) last.browsersMb += megabytes(pid);
  }
  browserSamples.push(last.browsersMb);
  peakMb = Math.max(peakMb, last.rootMb + last.browsersMb);
}

setInterval(() => {
  look();
  if (ticks++ % MEMORY_EVERY_TICKS === 0) weigh();
}, CPU_EVERY_MS);

process.on('message', () => {
  look();
  weigh();
  const alive = [...family.values()].filter((member) => member.alive && member.pid !== root);
  // Whoever asked may have ended.
  if (!process.connected) return;
  process.send({
    cpuMs: cpuMs(),
    ...last,
    peakMb,
    peakBrowsersMb: Math.max(...browserSamples),
    usualBrowsersMb: median(browserSamples),
    memory: exact ? 'PSS' : 'RSS where PSS is not readable',
    alive: alive.map(({ pid }) => pid),
  });
  peakMb = 0;
  browserSamples = [];
});
process.on('disconnect', () => process.exit());
look();
process.send('ready');
