import pc from 'picocolors';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { ChannelResult, Finding, Severity } from '../channels/schema.js';
import type { Verdict } from '../reward/verdict.js';
import { countBySeverity, distinct, groupFindings, plural, SEVERITIES, type FindingGroup } from './group.js';
import { measures } from './measure.js';
import { pullTexts, rangeText, untold } from './opinion.js';
import { safeLine, shorten } from './safe.js';
import { channelsOf, placeText, scoreText, statusText, unscoredText } from './verdicts.js';

export interface TextOptions {
  /** ANSI colours; off by default, so that pipes and files stay plain. */
  color?: boolean;
  /** Width to wrap to, in columns; 80 by default. */
  columns?: number;
}

/** What the parts of the terminal report share: the colours and the width. */
export interface Terminal {
  colors: ReturnType<typeof pc.createColors>;
  columns: number;
}

const BAR = 20;
/** Groups of findings of one check that are spelt out. */
const GROUPS_A_CHECK = 3;
/** Places named after "+12 more like this". */
const PLACES = 6;
const INDENT = '  ';
const MIN_COLUMNS = 40;

export function terminal({ color = false, columns = 80 }: TextOptions): Terminal {
  return { colors: pc.createColors(color), columns: Math.max(columns, MIN_COLUMNS) };
}

/** One verdict for a terminal. Ends with an empty line. */
export function formatVerdict(verdict: Verdict, options: TextOptions = {}): string {
  const to = terminal(options);
  const lines = [
    ...headerLines(verdict, to),
    '',
    ...channelLines(verdict, to),
    rewardLine(verdict, to),
    '',
    ...findingLines(verdict.findings, to),
  ];
  return `${lines.join('\n')}\n\n`;
}

/** "  error  " in its colour, padded to the longest severity. */
export function paint(severity: Severity, text: string, { colors }: Terminal): string {
  return { error: colors.red, warning: colors.yellow, advisory: colors.cyan }[severity](text);
}

export function severityCounts(findings: readonly Finding[], to: Terminal): string {
  const counts = countBySeverity(findings);
  const named = SEVERITIES.filter((severity) => counts[severity] > 0);
  return named.map((severity) => paint(severity, plural(counts[severity], severity), to)).join(', ');
}

function headerLines({ id, kind, outcome, cause, detail }: Verdict, to: Terminal): string[] {
  const { colors } = to;
  const fault = cause === 'infra' ? ' (not the artifact’s fault)' : '';
  const state = outcome === 'ok' ? colors.green(outcome) : colors.red(`${statusText(outcome)}${fault}`);
  const head = `${colors.bold(safeLine(id))}  ${colors.dim(kind)}  ${state}`;
  return [...wrap(head, '', to), ...(detail === null ? [] : wrap(safeLine(detail), INDENT, to))];
}

function channelLines(verdict: Verdict, to: Terminal): string[] {
  return channelsOf(verdict).flatMap(([name, channel]) => {
    const label = `${INDENT}${name.padEnd(13)}`;
    if (channel.score !== null) {
      const notes = [channel.opinion ? rangeText(channel.opinion) : null, channel.reason];
      const note = notes
        .flatMap((text) => (text === null ? [] : `  ${to.colors.dim(safeLine(text))}`))
        .join('');
      return [
        ...wrap(`${bar(channel.score, to)} ${scoreText(channel.score)}${note}`, label, to),
        ...opinionLines(channel, to),
      ];
    }
    return wrap(unscored(channel, to), label, to);
  });
}

/** What a judge says beside its score: what moved it, what it said, what it could not tell. */
function opinionLines(channel: ChannelResult, to: Terminal): string[] {
  if (!channel.opinion) return [];
  const { better, worse } = pullTexts(channel.opinion);
  const said = channel.opinion.reasons[0];
  const pulls = [
    better.length > 0 && `better for ${better.join(', ')}`,
    worse.length > 0 && `worse for ${worse.join(', ')}`,
  ];
  const unknown = untold(channel);
  const lines = [
    pulls.filter(Boolean).join('; '),
    said === undefined ? '' : `“${said}”`,
    unknown.length > 0 ? `not judged: ${unknown.join(', ')}` : '',
  ];
  const indent = `${INDENT}${' '.repeat(13)}`;
  return lines.flatMap((line) => (line === '' ? [] : wrap(to.colors.dim(safeLine(line)), indent, to)));
}

function unscored(channel: ChannelResult, { colors }: Terminal): string {
  const text = safeLine(unscoredText(channel));
  return channel.status === 'failed' ? colors.red(text) : colors.dim(text);
}

function bar(score: number, { colors }: Terminal): string {
  const full = Math.floor(score * BAR + 1e-9);
  return `${'█'.repeat(full)}${colors.dim('░'.repeat(BAR - full))}`;
}

function rewardLine({ reward }: Verdict, to: Terminal): string {
  const { colors } = to;
  const label = `${INDENT}${'reward'.padEnd(13)}`;
  const value =
    reward.value === null
      ? `none: ${reward.missing.join(', ')} missing`
      : colors.bold(reward.value.toFixed(3));
  return `${label}${value}  ${colors.dim(safeLine(reward.recipe))}`;
}

function findingLines(findings: readonly Finding[], to: Terminal): string[] {
  if (findings.length === 0) return [`${INDENT}No findings.`];
  const groups = groupFindings(findings);
  const spelt = new Map<string, number>();
  const lines = [`${INDENT}${severityCounts(distinct(findings), to)}`];
  const left = new Map<string, { group: FindingGroup; count: number }>();
  for (const group of groups) {
    const { severity, check } = group.finding;
    const key = `${severity} ${check}`;
    const nth = (spelt.get(key) ?? 0) + 1;
    spelt.set(key, nth);
    if (nth <= GROUPS_A_CHECK) lines.push('', ...groupLines(group, to));
    else left.set(key, { group, count: (left.get(key)?.count ?? 0) + group.members.length });
  }
  if (left.size > 0) lines.push('');
  for (const { group, count } of left.values()) {
    const { severity, check } = group.finding;
    const text = `${plural(count, `further ${severity}`)} of ${safeLine(check)} in the JSON and HTML reports`;
    lines.push(`${INDENT}${to.colors.dim(text)}`);
  }
  return lines;
}

function groupLines({ finding, members, viewports }: FindingGroup, to: Terminal): string[] {
  const { colors } = to;
  const { measured, expected } = measures(finding);
  const place = placeText(finding);
  const head = [
    paint(finding.severity, finding.severity.padEnd(9), to) + colors.bold(safeLine(finding.check)),
    place && safeLine(place),
    viewports.length > 0 && colors.dim(viewports.map(safeLine).join(', ')),
    finding.certainty === 'likely' && colors.dim('likely'),
  ];
  const needs = [measured && `measured ${measured}`, expected && `expected ${expected}`];
  const body = [
    safeLine(finding.message),
    finding.selector === null ? null : colors.dim(shorten(safeLine(finding.selector), 200)),
    needs.filter(Boolean).join(', '),
    finding.suggestion === '' ? null : `Fix: ${safeLine(finding.suggestion)}`,
    members.length > 1 ? colors.dim(moreText(members.slice(1))) : null,
  ];
  const indent = `${INDENT}${' '.repeat(9)}`;
  return [
    ...wrap(head.filter(Boolean).join('  '), INDENT, to),
    ...body.flatMap((line) => (line ? wrap(line, indent, to) : [])),
  ];
}

function moreText(members: readonly Finding[]): string {
  const places = [...new Set(members.flatMap((member) => placeText(member) ?? []))];
  const named = places.slice(0, PLACES).map(safeLine).join(', ');
  const rest = places.length > PLACES ? ', …' : '';
  return `+${members.length} more like this${named === '' ? '' : `: ${named}${rest}`}`;
}

/** Wraps to the terminal; `label` starts the first line, the others are indented as far. */
function wrap(text: string, label: string, { columns }: Terminal): string[] {
  const indent = stringWidth(label);
  const lines = wrapAnsi(text, columns - indent, { hard: true }).split('\n');
  return lines.map((line, i) => (i === 0 ? label : ' '.repeat(indent)) + line);
}
