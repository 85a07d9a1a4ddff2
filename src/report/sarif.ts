import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CATALOG } from '../channels/catalog.js';
import type { CheckMeta } from '../channels/check.js';
import type { Finding, Severity } from '../channels/schema.js';
import type { Verdict } from '../reward/verdict.js';
import { measures } from './measure.js';
import { safeJson, safeText } from './safe.js';
import { channelsOf, isUnfinished, statusText } from './verdicts.js';

const METAS: ReadonlyMap<string, CheckMeta> = new Map(CATALOG.map(({ meta }) => [meta.id, meta]));

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const LEVELS = { error: 'error', warning: 'warning', advisory: 'note' } as const satisfies Record<
  Severity,
  string
>;

/**
 * All findings as one SARIF 2.1.0 run (OASIS standard, errata 01). Paths are relative to the working folder where they
 * can be. What Kallos could not finish is told as a notification of the invocation and never as a result.
 */
export function sarifReport(verdicts: readonly Verdict[]): string {
  const ids = verdicts.flatMap(({ findings }) => findings.map(({ check }) => check));
  const rules = [...new Set([...METAS.keys(), ...ids])];
  const version = verdicts.find(({ fingerprint }) => fingerprint !== null)?.fingerprint?.kallos;
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Kallos',
            ...(version ? { version } : {}),
            rules: rules.map((id) => rule(id, METAS.get(id))),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: !verdicts.some(isUnfinished),
            toolExecutionNotifications: verdicts.flatMap(notifications),
          },
        ],
        results: verdicts.flatMap((verdict) =>
          verdict.findings.map((finding) => result(verdict, finding, rules.indexOf(finding.check))),
        ),
      },
    ],
  };
  return `${safeJson(JSON.stringify(log, null, 2))}\n`;
}

function rule(id: string, meta: CheckMeta | undefined) {
  if (!meta) return { id };
  return {
    id,
    name: id.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: meta.title },
    fullDescription: { text: meta.description },
    help: {
      text: `${meta.remedy}\n\nSource: ${meta.source}`,
      markdown: `${meta.remedy}\n\nSource: ${meta.source}`,
    },
    defaultConfiguration: { level: LEVELS[meta.severity] },
  };
}

function result(verdict: Verdict, finding: Finding, ruleIndex: number) {
  const { check, severity, message, suggestion, source, selector, fingerprint } = finding;
  return {
    ruleId: check,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: safeText([message, suggestion].filter(Boolean).join(' ')) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(verdict.id, source?.file ?? null) },
          ...(source ? { region: { startLine: source.line, startColumn: source.column } } : {}),
        },
        ...(selector === null
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: selector, kind: 'element' }] }),
      },
    ],
    partialFingerprints: { 'kallosFinding/v1': fingerprint },
    properties: {
      channel: finding.channel,
      certainty: finding.certainty,
      viewport: finding.viewport,
      box: finding.box,
      ...measures(finding),
    },
  };
}

function notifications(verdict: Verdict) {
  const { id, outcome, cause, detail } = verdict;
  const about = (name: string, level: 'error' | 'warning', text: string) => ({
    descriptor: { id: name },
    level,
    message: { text: safeText(text) },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(id, null) } } }],
  });
  const failed = channelsOf(verdict).filter(([, { status }]) => status === 'failed');
  return [
    ...(outcome === 'ok'
      ? []
      : [
          about(`outcome/${outcome}`, cause === 'infra' ? 'error' : 'warning', detail ?? statusText(outcome)),
        ]),
    ...failed.map(([name, { reason }]) =>
      about(
        `channel/${name}`,
        'error',
        `The ${name} channel was not judged: ${reason ?? 'no reason given'}.`,
      ),
    ),
  ];
}

/**
 * Where a file of an artifact lies. An id that ends in the file's name is its path; any other id stands for a folder or a
 * row, with the file in it.
 */
export function uriOf(id: string, file: string | null): string {
  if (/^https?:\/\//.test(id)) return encodeURI(id);
  const slashed = id.replaceAll('\\', '/');
  const own = file === null || slashed === file || slashed.endsWith(`/${file}`);
  const relative = path.relative('', own ? id : path.join(id, file));
  if (relative === '') return './';
  // What lies outside the working folder has no relative name that a viewer could resolve.
  if (relative.startsWith('..') || path.isAbsolute(relative)) return pathToFileURL(relative).href;
  return relative.split(path.sep).map(encodeURIComponent).join('/');
}
