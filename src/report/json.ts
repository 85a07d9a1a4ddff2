import type { Verdict } from '../reward/verdict.js';
import { safeJson } from './safe.js';

/** All verdicts as one JSON array, one or many alike, in the published shape `kallos.verdict/1`. */
export function jsonReport(verdicts: readonly Verdict[]): string {
  return `${safeJson(JSON.stringify(verdicts, null, 2))}\n`;
}

/** One verdict as one line, line feed included: what `--format jsonl` prints as each verdict is done. */
export function formatLine(verdict: Verdict): string {
  return `${safeJson(JSON.stringify(verdict))}\n`;
}
