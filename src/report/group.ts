import { severitySchema, type Finding, type Severity } from '../channels/schema.js';

export const SEVERITIES = severitySchema.options;

/** Findings that say the same of different places: same check, severity, measures and advice. */
export interface FindingGroup {
  /** The first, which stands for all. */
  finding: Finding;
  /** All of them, one for each defect. */
  members: Finding[];
  /** Viewports at which any of them was seen, in order of appearance. */
  viewports: string[];
}

/** Gathers equal findings, the gravest first and then in the order given. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  const ofDefect = new Map<string, FindingGroup>();
  for (const finding of bySeverity(findings)) {
    const { check, severity, certainty, measured, expected, suggestion, viewport } = finding;
    const key = JSON.stringify([check, severity, certainty, measured, expected, suggestion]);
    const known = ofDefect.get(defectOf(finding));
    const group = known ?? groups.get(key) ?? { finding, members: [], viewports: [] };
    if (!known) {
      group.members.push(finding);
      groups.set(key, group);
      ofDefect.set(defectOf(finding), group);
    }
    if (viewport !== null && !group.viewports.includes(viewport)) group.viewports.push(viewport);
  }
  return [...groups.values()];
}

/** What tells one defect from another: the same defect may be found at several viewports. */
export function defectOf({ check, fingerprint }: Finding): string {
  return `${check} ${fingerprint}`;
}

/** One finding for each defect: the first of the gravest. */
export function distinct(findings: readonly Finding[]): Finding[] {
  const defects = new Map<string, Finding>();
  for (const finding of bySeverity(findings)) {
    if (!defects.has(defectOf(finding))) defects.set(defectOf(finding), finding);
  }
  return [...defects.values()];
}

/** Findings with the gravest first; the order within a severity stays. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  return SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

export function countBySeverity(findings: readonly Finding[]): Record<Severity, number> {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return { error: count('error'), warning: count('warning'), advisory: count('advisory') };
}

/** "1 error", "2 errors", "3 advisories" */
export function plural(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}
