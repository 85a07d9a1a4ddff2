import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { KallosError } from '../errors.js';
import type { Finding } from './schema.js';

/**
 * Findings that a team has decided to live with, by fingerprint. They are not reported and don't fail a command; the
 * scores still count them: a score says what the page is, a baseline what was agreed about it, and numbers that hang on a
 * local file could not be compared.
 *
 * There is no way to suppress a finding from within an artifact. What is judged is written by a model that is paid for
 * the verdict: it would learn the comment first.
 */
export const baselineSchema = z.strictObject({
  schema: z.literal('kallos.baseline/1'),
  findings: z.array(z.string().regex(/^sha256:[0-9a-f]{64}$/, 'a fingerprint "sha256:…"')),
});

/** Fingerprints of the findings that are not reported. */
export type Baseline = ReadonlySet<string>;

/**
 * Reads a baseline file.
 *
 * @throws KallosError KALLOS_CONFIG when it is missing or malformed
 */
export async function readBaseline(path: string): Promise<Baseline> {
  const help =
    'Write it with `kallos score … --write-baseline`, or remove `baseline` from the configuration.';
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `The baseline ${path} cannot be read: ${(cause as Error).message}.`,
      help,
      {
        cause,
      },
    );
  }
  const parsed = baselineSchema.safeParse(json);
  if (parsed.success) return new Set(parsed.data.findings);
  const issue = parsed.error.issues[0]!;
  throw new KallosError(
    'KALLOS_CONFIG',
    `The baseline ${path} is not one: ${[issue.path.join('.'), issue.message].filter(Boolean).join(': ')}.`,
    help,
  );
}

/** Writes the fingerprints of findings, sorted and each once, so that the file changes only where the findings do. */
export async function writeBaseline(path: string, findings: readonly Finding[]): Promise<void> {
  const fingerprints = [...new Set(findings.map(({ fingerprint }) => fingerprint))].sort();
  const baseline: z.infer<typeof baselineSchema> = { schema: 'kallos.baseline/1', findings: fingerprints };
  await writeFile(path, `${JSON.stringify(baseline, null, 2)}\n`);
}

/** Parts findings into those to report and those that the baseline knows. */
export function applyBaseline(
  findings: readonly Finding[],
  baseline: Baseline,
): { findings: Finding[]; suppressed: Finding[] } {
  return {
    findings: findings.filter(({ fingerprint }) => !baseline.has(fingerprint)),
    suppressed: findings.filter(({ fingerprint }) => baseline.has(fingerprint)),
  };
}
