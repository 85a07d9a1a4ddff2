import type { Finding } from '../channels/schema.js';
import { safeLine } from './safe.js';

type Measure = NonNullable<Finding['measured']>;
type Value = Measure[string];

const BOUNDS: Readonly<Record<string, string>> = {
  min: 'at least',
  max: 'at most',
  above: 'above',
  below: 'below',
};

/**
 * A finding's measure in words: `{value: 2.1, unit: 'ratio'}` is "2.1:1", `{min: 4.5, unit: 'ratio'}` "at least 4.5:1",
 * anything else "name value" pairs. An expectation without a unit takes the measured one's (`unit`).
 */
export function measureText(measure: Measure, unit: Value = null): string {
  const ofMeasure = measure['unit'] ?? unit;
  return Object.entries(measure)
    .filter(([key]) => key !== 'unit')
    .map(([key, value]) => {
      if (key === 'value') return valueText(value, ofMeasure);
      const bound = BOUNDS[key];
      return bound ? `${bound} ${valueText(value, ofMeasure)}` : `${words(key)} ${valueText(value, null)}`;
    })
    .map(safeLine)
    .join(', ');
}

/** What was measured and what is needed, each null when the finding doesn't say. */
export function measures(finding: Finding): { measured: string | null; expected: string | null } {
  const { measured, expected } = finding;
  return {
    measured: measured && measureText(measured),
    expected: expected && measureText(expected, measured?.['unit'] ?? null),
  };
}

function valueText(value: Value, unit: Value): string {
  if (typeof value !== 'number') return value === null ? 'none' : String(value);
  const number = String(Math.round(value * 100) / 100);
  if (unit === 'ratio') return `${number}:1`;
  if (unit === '%') return `${number}%`;
  return typeof unit === 'string' ? `${number} ${unit}` : number;
}

/** "clippedBy" -> "clipped by" */
function words(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();
}
