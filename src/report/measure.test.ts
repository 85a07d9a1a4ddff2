import { expect, test } from 'vitest';
import { measures, measureText } from './measure.js';
import { finding } from './testing/sample.js';

test.each([
  [{ value: 2.1, unit: 'ratio' }, '2.1:1'],
  [{ value: 12.3456, unit: 'px' }, '12.35 px'],
  [{ min: 4.5, unit: 'ratio' }, 'at least 4.5:1'],
  [{ max: 0 }, 'at most 0'],
  [{ clippedBy: 'div.card', lines: 2 }, 'clipped by div.card, lines 2'],
  [{ value: null }, 'none'],
])('%j reads as %s', (measure, text) => {
  expect(measureText(measure)).toBe(text);
});

test('an expectation has the unit of what was measured', () => {
  const { measured, expected } = measures(
    finding({ measured: { value: 9, unit: 'px' }, expected: { min: 12 } }),
  );
  expect([measured, expected]).toEqual(['9 px', 'at least 12 px']);
});
