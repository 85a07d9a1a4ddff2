import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import addFormats from 'ajv-formats';
import Ajv from 'ajv-draft-04';
import { beforeAll, expect, test } from 'vitest';
import { report } from './index.js';
import { uriOf } from './sarif.js';
import { finding, unfinished, unscored, verdict } from './testing/sample.js';

interface Log {
  runs: [
    {
      tool: { driver: { rules: { id: string; help?: unknown; defaultConfiguration?: { level: string } }[] } };
      invocations: [{ executionSuccessful: boolean; toolExecutionNotifications: Record<string, unknown>[] }];
      results: Record<string, unknown>[];
    },
  ];
}

let validate: ReturnType<Ajv.default['compile']>;

beforeAll(() => {
  // The schema of the standard, as published by the maintainers of the format.
  const home = path.dirname(createRequire(import.meta.url).resolve('@microsoft/jest-sarif/package.json'));
  const schema = readFileSync(path.join(home, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8');
  const ajv = new Ajv.default({ allErrors: true, strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  validate = ajv.compile(JSON.parse(schema) as object);
});

function sarif(verdicts: Parameters<typeof report>[0]) {
  const log = JSON.parse(report(verdicts, 'sarif')) as Log;
  void validate(log);
  expect(validate.errors).toBeNull();
  return log.runs[0];
}

test('is valid for findings of every kind, for none, and for what could not finish', () => {
  const odd = finding({
    check: 'a check of the user’s own',
    message: '\u001b[31m</script>',
    selector: 'my-card >>> p',
    measured: null,
    viewport: null,
    box: null,
  });
  expect(
    sarif([verdict(), unfinished(), verdict({ id: 'odd name/ä #1.html', findings: [odd] })]),
  ).toBeDefined();
  expect(sarif([]).results).toEqual([]);
});

test('the schema would refuse a wrong level', () => {
  const log = report([verdict()], 'sarif').replace('"level": "error"', '"level": "fatal"');
  expect(validate(JSON.parse(log))).toBe(false);
});

test('a finding becomes a result with level, place and fingerprint', () => {
  const { results } = sarif([verdict({ findings: [finding()] })]);
  expect(results).toMatchObject([
    {
      ruleId: 'text-contrast',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'site/page.html' },
            region: { startLine: 9, startColumn: 9 },
          },
          logicalLocations: [{ fullyQualifiedName: 'section.offer > p.note' }],
        },
      ],
      partialFingerprints: { 'kallosFinding/v1': 'sha256:01' },
      properties: { measured: '2.1:1', expected: 'at least 4.5:1' },
    },
  ]);
});

test('an element that a script made has a logical place and no line', () => {
  const { results } = sarif([verdict({ findings: [finding({ source: null, severity: 'advisory' })] })]);
  expect(results[0]).toMatchObject({ level: 'note' });
  expect(results[0]).toHaveProperty('locations.0.logicalLocations.0.kind', 'element');
  expect(results[0]).not.toHaveProperty('locations.0.physicalLocation.region');
});

test('rules say what the checks say of themselves, and results point at them', () => {
  const { tool, results } = sarif([verdict()]);
  for (const result of results) {
    expect(tool.driver.rules[result['ruleIndex'] as number]?.id).toBe(result['ruleId']);
  }
  const load = tool.driver.rules.find(({ id }) => id === 'load');
  expect(load?.help).toBeDefined();
  expect(load?.defaultConfiguration?.level).toBe('error');
});

test('our own failure is a notification, never a result', () => {
  const { invocations, results } = sarif([unfinished()]);
  expect(results).toEqual([]);
  expect(invocations[0].executionSuccessful).toBe(false);
  expect(invocations[0].toolExecutionNotifications[0]).toMatchObject({
    level: 'error',
    message: { text: 'The browser died twice and did not come back.' },
  });
});

test('a page that hung is told, but Kallos finished', () => {
  const { execution, ...others } = verdict().channels;
  const hung = verdict({
    outcome: 'timeout',
    cause: 'artifact',
    channels: { ...others, execution: { ...execution, score: 0 }, correctness: unscored('gated', 'timeout') },
  });
  const [invocation] = sarif([hung]).invocations;
  expect(invocation.executionSuccessful).toBe(true);
  expect(invocation.toolExecutionNotifications).toMatchObject([{ level: 'warning' }]);
});

test.each([
  ['examples/pricing.html', 'pricing.html', 'examples/pricing.html'],
  ['examples/site', 'index.html', 'examples/site/index.html'],
  ['row 7', 'index.html', 'row%207/index.html'],
  ['examples/pricing.html', null, 'examples/pricing.html'],
  [path.resolve('examples/a#b.html'), 'a#b.html', 'examples/a%23b.html'],
  ['https://example.org/a?b=c', 'index.html', 'https://example.org/a?b=c'],
])('the file of %s is %s', (id, file, uri) => {
  expect(uriOf(id, file)).toBe(uri);
});

test('what lies outside the working folder is named in full', () => {
  expect(uriOf('../other/page.html', 'page.html')).toMatch(/^file:\/\/\/.*other\/page\.html$/);
});
