import { expect, test } from 'vitest';
import { verdictSchema } from '../reward/verdict.js';
import { formatLine, report } from './index.js';
import { finding, unfinished, verdict } from './testing/sample.js';

test('JSON is the list of verdicts, each in the published shape', () => {
  const verdicts = [verdict(), unfinished()];
  const parsed = JSON.parse(report(verdicts, 'json')) as unknown[];
  expect(parsed).toEqual(verdicts);
  expect(verdictSchema.parse(parsed[0])).toEqual(verdicts[0]);
});

test('one verdict is a list too', () => {
  expect(JSON.parse(report([verdict()], 'json'))).toHaveLength(1);
});

test('JSON Lines has one line a verdict, whatever the page wrote', () => {
  const hostile = verdict({ findings: [finding({ message: 'a\nb\u2028c\u0085d' })] });
  const lines = report([hostile, verdict()], 'jsonl').split(/[\n\u2028\u0085]/);
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0]!)).toEqual(hostile);
  expect(formatLine(hostile)).toBe(`${lines[0]!}\n`);
});
