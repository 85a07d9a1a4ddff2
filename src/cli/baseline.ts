import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Finding } from '../channels/schema.js';
import { KallosError } from '../errors.js';
import type { Verdict } from '../reward/verdict.js';

/** Findings that are known and accepted: each with its check, so that a person can read the file. */
const baselineSchema = z.strictObject({
  schema: z.literal('kallos.baseline/1'),
  /** By artifact, then by the fingerprint of the finding. */
  artifacts: z.record(z.string(), z.record(z.string(), z.string())),
});
export type Baseline = z.infer<typeof baselineSchema>;

/** @throws KallosError KALLOS_CONFIG when the file can't be read or is no baseline */
export async function readBaseline(path: string): Promise<Baseline> {
  try {
    return baselineSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (cause) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `The baseline ${path} cannot be read.`,
      'Write it with --update-baseline, or leave --baseline out.',
      { cause },
    );
  }
}

/** A verdict without the findings that the baseline knows. Scores stay: a baseline hides news, it does not judge. */
export function withoutKnown(verdict: Verdict, baseline: Baseline): Verdict {
  const known = baseline.artifacts[verdict.id] ?? {};
  return { ...verdict, findings: verdict.findings.filter(({ fingerprint }) => !(fingerprint in known)) };
}

/** The baseline that knows every finding of these verdicts, sorted so that it can be compared line by line. */
export function baselineOf(verdicts: readonly Pick<Verdict, 'id' | 'findings'>[]): Baseline {
  const sorted = <T>(entries: [string, T][]) =>
    Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  const known = (findings: readonly Finding[]) =>
    sorted(findings.map(({ fingerprint, check }): [string, string] => [fingerprint, check]));
  return {
    schema: 'kallos.baseline/1',
    artifacts: sorted(verdicts.map(({ id, findings }) => [id, known(findings)])),
  };
}

/** Writes a baseline whole or not at all. */
export async function writeBaseline(path: string, baseline: Baseline): Promise<void> {
  await writeFile(`${path}.partial`, `${JSON.stringify(baseline, null, 2)}\n`);
  await rename(`${path}.partial`, path);
}
