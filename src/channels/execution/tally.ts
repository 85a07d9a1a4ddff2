import type { Defect } from '../check.js';
import type { Severity } from '../schema.js';

/** What remains of the score after one defect of a severity. */
export const REMAINS: Readonly<Record<Severity, number>> = { error: 0.6, warning: 0.9, advisory: 0.97 };

/**
 * Score of a check that counts defects:
 *
 *     score = product over kinds of defect of remains ^ (1 + log2(n))
 *
 * The logarithm, because the tenth unclosed tag of a page tells much less than the first: a template that repeats one
 * slip fifty times is not fifty times as bad. Strictly falling in n, as a reward needs.
 *
 * @param kindOf what makes two defects the same slip: a lint rule, a message
 * @returns score in (0,1]; 1 without defects
 */
export function scoreByTally(
  defects: readonly Defect[],
  severity: Severity,
  kindOf: (defect: Defect) => string,
): number {
  const counts = new Map<string, { remains: number; n: number }>();
  for (const defect of defects) {
    const kind = kindOf(defect);
    const { remains, n } = counts.get(kind) ?? { remains: REMAINS[defect.severity ?? severity], n: 0 };
    counts.set(kind, { remains, n: n + 1 });
  }
  return [...counts.values()].reduce((score, { remains, n }) => score * remains ** (1 + Math.log2(n)), 1);
}
