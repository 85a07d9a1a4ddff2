import type { Threshold } from '../thresholds.js';

/** The defaults of the checks on text that runs from right to left. */
export const RTL_THRESHOLDS = {
  'text-direction': {
    minWords: {
      value: 3,
      unit: 'words',
      source: 'Chosen here: shorter texts are names, such as those in a list of languages.',
    },
    minLetters: {
      value: 12,
      unit: 'letters',
      source: 'Chosen here: three words of Arabic or Hebrew have some 12 letters.',
    },
    slack: {
      value: 8,
      unit: 'px',
      source: 'Chosen here: text that fills its box to within half a letter starts at both of its edges.',
    },
  },
  'mixed-direction': {
    minDigits: {
      value: 7,
      unit: 'digits',
      source: 'ITU-T E.164 allows up to 15; local numbers without an area code have 7 in most countries.',
    },
    maxDigits: { value: 15, unit: 'digits', source: 'ITU-T E.164, the longest international number' },
  },
  'rtl-mirroring': {
    minWidth: {
      value: 0.6,
      unit: 'share of the column',
      source:
        'Chosen here: narrower boxes stand at the end of a row, where text is set to the far edge by wish.',
    },
    maxMark: {
      value: 64,
      unit: 'px',
      source: 'Chosen here: larger pictures are content, not marks of a row.',
    },
    maxGap: {
      value: 3,
      unit: 'font sizes',
      source: 'Chosen here: an icon farther from the words stands at the other end of its row.',
    },
    levels: { value: 4, unit: 'elements', source: 'Chosen here: from a text up to the row that it is in.' },
    minRows: { value: 2, unit: 'rows', source: 'Chosen here: one row may be meant so, a list is a habit.' },
  },
} as const satisfies Record<string, Record<string, Threshold>>;
