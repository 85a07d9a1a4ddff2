import type { Finding, Severity } from '../schema.js';

/** What the first defect of a severity costs (`first`), and what it costs when everything is affected (`all`). */
interface Scale {
  first: number;
  all: number;
}

/**
 * The scale of every correctness check. The first defect already costs `first`, however little of the page it touches:
 * people notice that there is one before they notice how large it is, and a reward that only counts area pays for one
 * clipped heading among many paragraphs almost nothing. From there the loss grows with the share affected up to `all`,
 * so that every defect less is worth something. Chosen here, to be calibrated against human preferences.
 */
export const SCALE: Readonly<Record<Severity, Scale>> = {
  error: { first: 0.3, all: 1 },
  warning: { first: 0.12, all: 0.6 },
  advisory: { first: 0.04, all: 0.2 },
};

/** A defect that is only likely costs half: the evidence counts, the doubt too. */
export const LIKELY_FACTOR = 0.5;

/**
 * Score of a check from how much is affected:
 *
 *     share = affected / total
 *     loss  = certainty * (first + (all - first) * sqrt(share))
 *     score = 1 - loss, and 1 when nothing is affected
 *
 * The square root lets the loss rise fast at first (a tenth of the text unreadable is much more than a tenth as bad as
 * all of it) and keeps it strictly monotonic, as a reward needs.
 *
 * @param affected characters or px² with the defect, >= 0
 * @param total all that could have had it, in the same unit; less than `affected` counts as equal to it
 * @returns score in [0,1]. For defects of several severities multiply the scores of each.
 */
export function scoreByShare(
  affected: number,
  total: number,
  severity: Severity = 'error',
  certainty: Finding['certainty'] = 'certain',
): number {
  if (affected <= 0) return 1;
  return 1 - lossOf(affected, total, SCALE[severity].first, severity, certainty);
}

function lossOf(
  affected: number,
  total: number,
  first: number,
  severity: Severity,
  certainty: Finding['certainty'],
): number {
  const share = affected / Math.max(total, affected);
  const loss = first + (SCALE[severity].all - first) * Math.sqrt(share);
  return loss * (certainty === 'likely' ? LIKELY_FACTOR : 1);
}

/** A defect by how much has it, and how deep it goes. */
export interface Damage {
  /** Characters, px² or things with the defect, > 0. */
  amount: number;
  /** Part of what has it that is lost, in [0,1]: of a line that is cut off halfway one half. */
  depth: number;
}

/** What a defect costs that only just is one, of what it costs where all is lost. Chosen here: a word cut by a fifth is cut. */
const SHALLOW = 2 / 3;

/**
 * Score of a check from how much is affected and how deep. A defect counts by its grade, which grows with its depth:
 *
 *     grade = SHALLOW + (1 - SHALLOW) * depth
 *     share = sum of amount * grade / total
 *     first = grade of the deepest * the first of the scale
 *
 * and the loss is that of `scoreByShare` for this share and this `first`. So a word cut by half costs more than one that has lost a
 * letter, and where all is lost the score is that of `scoreByShare`.
 *
 * @param total all that could have had it, in the unit of the amounts
 * @returns score in [0,1], 1 when there is no damage
 */
export function scoreByDepth(
  damages: readonly Damage[],
  total: number,
  severity: Severity = 'error',
  certainty: Finding['certainty'] = 'certain',
): number {
  if (damages.length === 0) return 1;
  const gradeOf = ({ depth }: Damage) => SHALLOW + (1 - SHALLOW) * Math.min(1, Math.max(0, depth));
  const affected = damages.reduce((sum, damage) => sum + damage.amount * gradeOf(damage), 0);
  const worst = Math.max(...damages.map(gradeOf));
  return 1 - lossOf(affected, total, worst * SCALE[severity].first, severity, certainty);
}
