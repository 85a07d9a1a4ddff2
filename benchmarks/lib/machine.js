import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import process from 'node:process';
import { URL } from 'node:url';

/** One line on what a number was measured with: without it the number means nothing. */
export function machine() {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const memory = Math.round(totalmem() / 2 ** 30);
  return (
    `Kallos ${version}, Node ${process.versions.node}, ${availableParallelism()} cores ` +
    `(${cpus()[0]?.model.trim()}), ${memory} GB, load ${loadavg()[0].toFixed(1)} at the start`
  );
}
