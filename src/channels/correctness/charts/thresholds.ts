import type { Threshold } from '../thresholds.js';

/** The defaults of the checks in this folder, by check id. */
export const CHART_THRESHOLDS = {
  'chart-ticks': {
    minGap: {
      value: 0.15,
      unit: 'em',
      source: 'Chosen here: narrower than the space between words (a quarter em), two labels read as one.',
    },
    minDistance: {
      value: 0.8,
      unit: 'em across',
      source: 'Chosen here: turned labels that are closer overlap with their ascenders.',
    },
  },
  'chart-data': {
    maxError: {
      value: 0.06,
      unit: 'share of the longest bar',
      source:
        'Chosen here: rounded labels and rounded bars stay below it; readers see a difference of 5 to 10 %.',
    },
    maxShare: {
      value: 0.03,
      unit: 'share of the circle',
      source: 'Chosen here: about 11 degrees; percentages rounded to whole ones are off by 0.005.',
    },
    minBase: {
      value: 0.15,
      unit: 'share of the longest bar',
      source: 'Chosen here: a base that is cut off by less changes proportions little.',
    },
  },
} as const satisfies Record<string, Record<string, Threshold>>;
