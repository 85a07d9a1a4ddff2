import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { KallosError } from '../../errors.js';
import { sha256 } from '../../render/paths.js';
import { traceDataSchema, type InteractionTrace, type TraceData } from './trace.js';

const FOLDER = 'trace';
const costSchema = z.strictObject({
  wallMs: z.number(),
  cpuMs: z.number(),
  runs: z.int(),
  usd: z.number().nullable(),
});

/** Address of a trace: its data, which names the hash of each of its pictures. */
export function hashOf(data: TraceData): string {
  return sha256(JSON.stringify(data));
}

/**
 * Writes a trace into the folder of its capture: `trace/trace.json`, `trace/cost.json` and the pictures. A capture has one trace, the
 * latest.
 */
export async function writeTrace(captureFolder: string, trace: InteractionTrace): Promise<void> {
  const partial = join(captureFolder, `.trace-${randomUUID()}`);
  await mkdir(partial, { recursive: true });
  await writeFile(join(partial, 'trace.json'), JSON.stringify(trace.data));
  await writeFile(join(partial, 'cost.json'), JSON.stringify(trace.cost));
  for (const [name, bytes] of trace.files) await writeFile(join(partial, basename(name)), bytes);
  await rm(join(captureFolder, FOLDER), { recursive: true, force: true });
  await rename(partial, join(captureFolder, FOLDER));
}

/**
 * Reads the trace beside a capture back and checks every byte; null where there is none.
 * @throws KallosError KALLOS_CAPTURE_INVALID when it was changed
 */
export async function readTrace(captureFolder: string): Promise<InteractionTrace | null> {
  const folder = join(captureFolder, FOLDER);
  if (!existsSync(folder)) return null;
  try {
    const raw = JSON.parse(await readFile(join(folder, 'trace.json'), 'utf8')) as TraceData;
    // As it was written: parsing puts the keys in another order, and the hash covers their order too.
    const hash = hashOf(raw);
    const data = traceDataSchema.parse(raw);
    const cost = costSchema.parse(JSON.parse(await readFile(join(folder, 'cost.json'), 'utf8')));
    const files = new Map<string, Uint8Array>();
    for (const [name, expected] of Object.entries(data.pictures)) {
      const bytes = await readFile(join(folder, basename(name)));
      if (sha256(bytes) !== expected) throw new Error(`${name} is not what was seen`);
      files.set(name, bytes);
    }
    return { hash, data, files, cost };
  } catch (cause) {
    throw new KallosError(
      'KALLOS_CAPTURE_INVALID',
      `${folder} holds no trace that can be read.`,
      'Explore the page again: kallos score --channels interaction --out FOLDER.',
      { cause },
    );
  }
}
