import type { Threshold } from '../thresholds.js';

/** The defaults of the checks on a deck of slides. */
export const DECK_THRESHOLDS = {
  'deck-titles': {
    slack: {
      value: 0.012,
      unit: 'share of the width or height',
      source: 'Chosen here: 9 px of 720; a title that moves by less is not seen to move.',
    },
    jump: {
      value: 0.12,
      unit: 'share of the width or height',
      source: 'Chosen here: a title that stands farther away belongs to another layout of the deck.',
    },
  },
  'deck-margins': {
    slack: {
      value: 0.008,
      unit: 'share of the width',
      source: 'Chosen here: 10 px of 1,280; rounding and side bearings stay below it.',
    },
    near: {
      value: 0.05,
      unit: 'share of the width',
      source: 'Chosen here: what begins farther inside is set in, or stands in another layout.',
    },
  },
  'deck-palette': {
    same: { value: 1.5, unit: 'CIEDE2000', source: 'Just noticeable side by side is 1.' },
    near: {
      value: 4,
      unit: 'CIEDE2000',
      source: 'Chosen here: neighbouring steps of a colour scale are farther apart, so nearer is one missed.',
    },
    minChroma: { value: 0.05, unit: 'OKLCH chroma', source: 'Chosen here: below it greys and pale tints.' },
  },
  'deck-type': {
    titleSize: {
      value: 1.1,
      unit: 'ratio',
      source: 'Chosen here: below the narrowest usual step of a type scale (1.125).',
    },
    textSize: {
      value: 1.34,
      unit: 'ratio',
      source: 'Chosen here: two steps of 1.125 or one of 1.333; beyond, slides are not of one deck.',
    },
  },
  'deck-numbering': {
    band: {
      value: 0.12,
      unit: 'share of the height',
      source: 'Chosen here: page numbers stand in the head or the foot of a slide.',
    },
    minShare: {
      value: 0.5,
      unit: 'share of the slides',
      source: 'Chosen here: a number on fewer slides is content.',
    },
  },
  'deck-repeats': {
    minWords: {
      value: 6,
      unit: 'words',
      source: 'Chosen here: slides with fewer words are pictures or pauses, which may come again.',
    },
    minLikeness: {
      value: 0.9,
      unit: "share of the two slides' words in common",
      source: 'Chosen here: a slide that is built up point by point stays below it.',
    },
  },
} as const satisfies Record<string, Record<string, Threshold>>;
