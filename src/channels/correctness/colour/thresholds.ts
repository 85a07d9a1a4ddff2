import type { Threshold } from '../thresholds.js';

/** The defaults of the checks on colour. */
export const COLOUR_THRESHOLDS = {
  'graphic-contrast': {
    min: { value: 3, unit: 'ratio', source: 'WCAG 2.2, 1.4.11 Non-text Contrast' },
    grave: {
      value: 1.3,
      unit: 'ratio',
      source:
        'Chosen here: edges of 1.3 to 3 are pale but seen (#ddd on white is 1.36); fainter ones are not.',
    },
  },
  'hue-variety': {
    max: {
      value: 6,
      unit: 'hues',
      source: 'Chosen here: two hues of a brand, and those for links, success, warning and danger.',
    },
    spread: {
      value: 20,
      unit: 'degrees',
      source: 'Chosen here: red, orange and pink (#c62828, #ef6c00, #ad1457) lie 21 and 24 apart in OKLCH.',
    },
    minShare: {
      value: 0.01,
      unit: 'share of the coloured text and of the coloured area, added',
      source: 'Chosen here: an icon or a badge is an accent and no part of the palette.',
    },
  },
  'near-duplicate-colours': {
    minDifference: {
      value: 2,
      unit: 'CIEDE2000',
      source: 'Mokrzycki & Tatol 2011: below 2 only an experienced observer sees a difference, side by side.',
    },
    minShare: {
      value: 0.01,
      unit: 'share of the text or of the surfaces',
      source: 'Chosen here: a word or an icon in a colour of its own is no palette.',
    },
  },
  'colour-alone': {
    minDifference: {
      value: 8,
      unit: 'CIEDE2000',
      source:
        "Measured here: simulated, the colours of Okabe & Ito's palette for colour-blind readers stay 11.6 apart, red and green of equal lightness come to 1 to 8.",
    },
  },
} as const satisfies Record<string, Record<string, Threshold>>;
