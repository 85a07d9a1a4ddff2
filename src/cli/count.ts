import { createReadStream } from 'node:fs';
import { loadInputs } from '../artifact/load.js';

/** How many inputs there are, for the ETA; null when only reading them all tells (standard input). */
export async function countInputs(specs: readonly string[]): Promise<number | null> {
  let count = 0;
  for (const spec of specs) {
    if (spec === '-') return null;
    if (/\.(jsonl|ndjson)$/i.test(spec)) count += await countLines(spec);
    else {
      const items = loadInputs([spec]);
      while (!(await items.next()).done) count++;
    }
  }
  return count;
}

async function countLines(file: string): Promise<number> {
  let count = 0;
  let last = 10;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const byte of chunk) if (byte === 10) count++;
    last = chunk.at(-1) ?? last;
  }
  return last === 10 ? count : count + 1;
}
