import type { Threshold } from '../thresholds.js';

/** The defaults of the checks in this folder, by check id. */
export const MOTION_THRESHOLDS = {
  'endless-motion': {
    maxSeconds: { value: 5, unit: 's', source: 'WCAG 2.2, 2.2.2 Pause, Stop, Hide' },
    minSide: {
      value: 48,
      unit: 'px',
      source: 'Chosen here: smaller ones are spinners, carets and dots of a status.',
    },
    minText: {
      value: 20,
      unit: 'characters',
      source: 'Chosen here: three or four words have to be read; less is a label.',
    },
  },
  'reduced-motion': {
    minShare: {
      value: 0.02,
      unit: 'share of the window',
      source: 'Chosen here: a card or a headline; the motion of smaller things harms nobody.',
    },
  },
  'hidden-at-rest': {
    minText: {
      value: 40,
      unit: 'characters',
      source: 'Chosen here: a sentence; shorter texts are messages that wait for their cause.',
    },
    minMedia: { value: 96, unit: 'px', source: 'Chosen here: smaller pictures are icons and avatars.' },
    ground: {
      value: 0.8,
      unit: 'share of the window',
      source: 'As in fixed-cover: what fills the window is its ground, on which everything else stands.',
    },
    grave: {
      value: 0.15,
      unit: 'share of the page',
      source: 'Chosen here: about a section of a page of six or seven.',
    },
  },
} as const satisfies Record<string, Record<string, Threshold>>;
