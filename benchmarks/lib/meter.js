import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, URL } from 'node:url';

/**
 * @typedef {object} Reading
 * @property {number} cpuMs CPU ms of this process and all its descendants so far, those that ended included
 * @property {number} rootMb memory of this process now
 * @property {number} browsersMb memory of its descendants now
 * @property {number} peakMb most memory of the whole tree since the last reading
 * @property {number} peakBrowsersMb the same of the descendants alone
 * @property {number} usualBrowsersMb median of the descendants' memory since the last reading
 * @property {string} memory what memory means: proportional set size, where shared pages are shared out, or resident size
 * @property {number[]} alive descendants that live now, also those whose parents left them behind
 */

const LAST_LOOKS = 20;
const BETWEEN_LOOKS_MS = 500;

/** Starts to watch the process tree of this process. Linux only. */
export async function startMeter() {
  if (!existsSync('/proc/self/stat'))
    throw new Error('CPU and memory of a process tree are read from /proc: Linux only.');
  const child = fork(fileURLToPath(new URL('meter-process.js', import.meta.url)), { execArgv: [] });
  await once(child, 'message');
  /** @returns {Promise<Reading>} */
  const read = async () => {
    child.send('read');
    const [reading] = await once(child, 'message');
    return reading;
  };
  return {
    read,
    /** @returns {Promise<number[]>} descendants that live on: a killed one may take some seconds to end on a busy machine */
    async left() {
      for (let look = 0; look < LAST_LOOKS; look++) {
        const { alive } = await read();
        if (alive.length === 0) return alive;
        await pause(BETWEEN_LOOKS_MS);
      }
      return (await read()).alive;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
