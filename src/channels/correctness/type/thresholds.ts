import type { Threshold } from '../thresholds.js';

/** The defaults of the checks on type. */
export const TYPE_THRESHOLDS = {
  'line-length': {
    max: {
      value: 100,
      unit: 'characters',
      source:
        'Chosen here, a quarter above the 75 to 80 that Bringhurst and WCAG 2.2, 1.4.8 set: reading is slower there, but few notice before.',
    },
    grave: {
      value: 120,
      unit: 'characters',
      source: 'Chosen here: twice the ideal of 60; every line is found with the finger.',
    },
  },
  'line-height': {
    min: {
      value: 1.2,
      unit: 'font sizes',
      source:
        'Butterick, Practical Typography: 1.2 to 1.45. What browsers do by themselves is 1.15 for Arial.',
    },
    grave: {
      value: 1.05,
      unit: 'font sizes',
      source:
        'Chosen here: ascender and descender of Arial add up to 0.93 em; with a tenth of air lines part.',
    },
    max: {
      value: 2.2,
      unit: 'font sizes',
      source:
        'Chosen here: running text on the web is set at 1.4 to 1.8; of 60 pages of Design2Code one is looser than 2.2.',
    },
    minDisplay: {
      value: 0.85,
      unit: 'font sizes',
      source: 'Chosen here: below it descenders of large letters cross the ascenders of the next line.',
    },
    displaySize: { value: 24, unit: 'px', source: 'WCAG 2.2, large scale: 18 pt' },
  },
  'type-variety': {
    maxSizes: {
      value: 9,
      unit: 'font sizes',
      source:
        'Chosen here: a heading of each level, text, a lead, a caption. Of 60 pages of Design2Code 59 keep to it.',
    },
    maxNear: {
      value: 3,
      unit: 'font sizes less than a tenth above the one before',
      source:
        'Chosen here: small print, captions, text and a lead may lie so near. Of 60 pages of Design2Code three have more.',
    },
    near: {
      value: 1.1,
      unit: 'ratio',
      source: 'Chosen here: below the narrowest of the usual scales (1.125, major second).',
    },
    maxFamilies: {
      value: 3,
      unit: 'font families',
      source: 'Butterick, Practical Typography: two are enough, a third is seldom needed.',
    },
    minLetters: {
      value: 2,
      unit: 'letters and digits',
      source: 'Chosen here: a mark or an initial of its own size is no style of text.',
    },
  },
  'type-steps': {
    minStep: {
      value: 1.05,
      unit: 'ratio',
      source: 'Chosen here: the narrowest steps in use, 14 to 15 and 15 to 16 px, are 1.067 or more.',
    },
    minShare: {
      value: 0.01,
      unit: "share of the page's characters",
      source: 'Chosen here: a word or two of another size is no step of a scale.',
    },
  },
  'heading-order': {
    maxRatio: {
      value: 1.2,
      unit: 'ratio',
      source: 'Chosen here: a whole step of a usual scale (1.2, minor third) in the wrong direction.',
    },
  },
  'justified-rivers': {
    maxGap: {
      value: 0.75,
      unit: 'em',
      source: 'Chosen here: three times a usual space; InDesign allows 1.33 times by default.',
    },
    maxShare: {
      value: 0.2,
      unit: 'share of the full lines',
      source: 'Chosen here: one loose line in five makes no river.',
    },
  },
  'text-ellipsis': {
    slack: { value: 1, unit: 'px', source: 'Rounding of scroll sizes to whole pixels stays below it.' },
  },
  'heading-widow': {
    minShare: {
      value: 0.2,
      unit: 'share of the longest line',
      source: 'Chosen here: a fifth of a line is one short word under a full one.',
    },
  },
} as const satisfies Record<string, Record<string, Threshold>>;
