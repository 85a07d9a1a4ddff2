import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brief } from '../artifact/schema.js';
import { readTrace } from '../channels/interaction/store.js';
import type { InteractionTrace } from '../channels/interaction/trace.js';
import { KallosError, toKallosError } from '../errors.js';
import { captureFolder, readCapture } from '../render/store.js';
import type { Capture } from '../render/capture.js';
import type { Verdict } from '../reward/verdict.js';
import { judgeCapture, type JudgeOptions } from '../score.js';

export type Rejudged =
  | { id: string; capture: Capture; trace: InteractionTrace | null; verdict: Verdict }
  | { id: string; error: KallosError };

/**
 * Judges captures again, without a browser: each folder is one capture, or what `--out` wrote, whose verdicts then lend
 * their ids.
 */
export async function* judgeCaptures(
  folders: readonly string[],
  brief: Brief,
  options: JudgeOptions,
): AsyncGenerator<Rejudged, void, undefined> {
  for (const folder of folders) {
    try {
      for (const found of await capturesIn(folder)) yield await judgeOne(found, brief, options);
    } catch (error) {
      yield { id: folder, error: toKallosError(error) };
    }
  }
}

interface Found {
  id: string;
  path: string;
  kindReason: string;
}

async function judgeOne(
  { id, path, kindReason }: Found,
  brief: Brief,
  options: JudgeOptions,
): Promise<Rejudged> {
  try {
    const capture = await readCapture(path);
    const trace = await readTrace(path);
    const judging = { ...options, id, kindReason, ...(trace && { trace }) };
    return { id, capture, trace, verdict: await judgeCapture(capture, brief, judging) };
  } catch (error) {
    return { id, error: toKallosError(error) };
  }
}

async function capturesIn(folder: string): Promise<Found[]> {
  if (existsSync(join(folder, 'capture.json'))) {
    return [{ id: folder, path: folder, kindReason: 'as captured' }];
  }
  const file = join(folder, 'verdicts.jsonl');
  if (!existsSync(file)) {
    throw new KallosError(
      'KALLOS_CAPTURE_INVALID',
      `${folder} holds no capture.`,
      'Name a folder that `kallos score --out` wrote, or one of those in its captures/.',
    );
  }
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.flatMap((line) => {
    const { id, kindReason, capture } = JSON.parse(line) as Verdict;
    // A reply without code left nothing to capture.
    return capture === null ? [] : { id, kindReason, path: captureFolder(join(folder, 'captures'), capture) };
  });
}
