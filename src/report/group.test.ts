import { expect, test } from 'vitest';
import { distinct, groupFindings, plural } from './group.js';
import { finding } from './testing/sample.js';

const at = (line: number, change = {}) =>
  finding({ source: { file: 'page.html', line, column: 1 }, fingerprint: `sha256:${line}`, ...change });

test('tells equal findings once, with every place', () => {
  const groups = groupFindings([at(1), at(2), at(3, { measured: { value: 3, unit: 'ratio' } })]);
  expect(groups.map(({ members }) => members.length)).toEqual([2, 1]);
});

test('counts a defect seen at two viewports once and names both', () => {
  const seen = [at(1), at(1, { viewport: 'mobile', measured: { value: 2, unit: 'ratio' } })];
  const [group, ...others] = groupFindings(seen);
  expect(others).toEqual([]);
  expect(group).toMatchObject({ viewports: ['desktop', 'mobile'], members: [{ viewport: 'desktop' }] });
  expect(distinct(seen)).toHaveLength(1);
});

test('puts the gravest first and keeps the order within', () => {
  const groups = groupFindings([
    at(1, { severity: 'advisory' }),
    at(2, { severity: 'error', check: 'b' }),
    at(3, { severity: 'error', check: 'a' }),
  ]);
  expect(groups.map(({ finding: { source } }) => source?.line)).toEqual([2, 3, 1]);
});

test('counts in words', () => {
  expect([plural(1, 'error'), plural(2, 'error'), plural(0, 'advisory')]).toEqual([
    '1 error',
    '2 errors',
    '0 advisories',
  ]);
});
