import stringWidth from 'string-width';
import { CHANNELS } from '../channels/schema.js';
import type { Verdict } from '../reward/verdict.js';
import { countBySeverity, distinct, plural } from './group.js';
import { safeLine, shorten } from './safe.js';
import { severityCounts, terminal, type Terminal, type TextOptions } from './text.js';
import { scoreText, statusText, worstFirst } from './verdicts.js';

/** Rows of the table; the rest is counted. */
const ROWS = 50;
const MIN_NAME = 16;

/** Many verdicts at a glance for a terminal: outcomes, a table with the worst first, counts by check. */
export function formatSummary(verdicts: readonly Verdict[], options: TextOptions = {}): string {
  const to = terminal(options);
  const findings = verdicts.flatMap((verdict) => distinct(verdict.findings));
  const total = severityCounts(findings, to);
  const lines = [
    `${to.colors.bold(plural(verdicts.length, 'artifact'))}: ${outcomes(verdicts)}; ${total || 'no findings'}`,
    '',
    ...table(verdicts, to),
    ...checkLines(verdicts, to),
  ];
  return `${lines.join('\n')}\n`;
}

function outcomes(verdicts: readonly Verdict[]): string {
  const counts = tally(verdicts.map(({ outcome }) => outcome));
  return [...counts].map(([outcome, count]) => `${count} ${statusText(outcome)}`).join(', ');
}

function table(verdicts: readonly Verdict[], to: Terminal): string[] {
  const sorted = worstFirst(verdicts);
  const header = ['reward', ...CHANNELS, 'errors', 'warnings', 'outcome'];
  const rows = sorted.slice(0, ROWS).map((verdict) => cells(verdict));
  const widths = header.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)));
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padStart(widths[i]!)).join('  ');
  const used = widths.reduce((sum, width) => sum + width + 2, 0);
  // On a narrow terminal the name gets a line of its own under its numbers: nothing is cut off unseen.
  const beside = to.columns - used >= MIN_NAME;
  const row = (numbers: string, name: string) =>
    beside ? `${numbers}  ${fit(name, to.columns - used)}` : `${fit(name, to.columns)}\n${numbers}`;
  return [
    to.colors.dim(row(line(header), 'artifact')),
    ...rows.map((numbers, i) => row(line(numbers), safeLine(sorted[i]!.id))),
    ...(sorted.length > ROWS ? [to.colors.dim(`and ${sorted.length - ROWS} better ones`)] : []),
    '',
  ];
}

function cells(verdict: Verdict): string[] {
  const { error, warning } = countBySeverity(distinct(verdict.findings));
  const scores = CHANNELS.map((name) => {
    const { score, status } = verdict.channels[name];
    return score === null ? statusText(status === 'not-applicable' ? 'n/a' : status) : scoreText(score);
  });
  const reward = verdict.reward.value === null ? 'none' : verdict.reward.value.toFixed(3);
  return [reward, ...scores, String(error), String(warning), statusText(verdict.outcome)];
}

function checkLines(verdicts: readonly Verdict[], to: Terminal): string[] {
  const found = verdicts.flatMap(({ findings }, artifact) =>
    distinct(findings).map((finding) => ({ finding, artifact })),
  );
  const checks = [...tally(found.map(({ finding }) => finding.check))].sort(([, a], [, b]) => b - a);
  const width = Math.max(0, ...checks.map(([check]) => check.length));
  return checks.map(([check]) => {
    const own = found.filter(({ finding }) => finding.check === check);
    const artifacts = new Set(own.map(({ artifact }) => artifact)).size;
    const counts = severityCounts(
      own.map(({ finding }) => finding),
      to,
    );
    return `${safeLine(check).padEnd(width)}  ${counts} in ${plural(artifacts, 'artifact')}`;
  });
}

function tally<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Cuts the middle out of a name that is too wide: both ends of a path tell. */
function fit(name: string, width: number): string {
  if (stringWidth(name) <= width) return name;
  const half = Math.floor((width - 1) / 2);
  return `${shorten(name, half)}${Array.from(name).slice(-half).join('')}`;
}
