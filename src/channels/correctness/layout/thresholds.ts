import type { Threshold } from '../thresholds.js';

/** The defaults of the checks in this folder, by check id. */
export const LAYOUT_THRESHOLDS = {
  'control-overlap': {
    slack: {
      value: 3,
      unit: 'px',
      source:
        'Chosen here: borders that are laid over each other (-1 px margins) and rounding stay below it.',
    },
    within: {
      value: 0.9,
      unit: 'share of the smaller control',
      source: 'Chosen here: what lies on another control as a whole was put there.',
    },
  },
  'media-clipping': {
    minShare: {
      value: 0.1,
      unit: 'share of the area',
      source: 'Chosen here: less is rounded corners and frames.',
    },
    minSide: { value: 64, unit: 'px', source: 'Chosen here: smaller ones are icons and avatars.' },
  },
  'safe-margin': {
    min: {
      value: 0.02,
      unit: "share of the canvas' shorter side",
      source:
        'Chosen here: 14 px of 720; below the 3.5 % of action-safe areas (SMPTE ST 2046-1), so that page numbers near the edge pass.',
    },
    touching: {
      value: 0.006,
      unit: "share of the canvas' shorter side",
      source: 'Chosen here: 4 px of 720; letters seem to touch the edge.',
    },
    bar: {
      value: 0.25,
      unit: 'share of the canvas across',
      source: 'Chosen here: a painted box along an edge that is thicker is the canvas itself.',
    },
    decoration: {
      value: 0.2,
      unit: "share of the canvas' shorter side",
      source: 'Chosen here: letters so large are drawn as a shape and may run out of the canvas.',
    },
  },
  'fixed-cover': {
    minShare: {
      value: 0.25,
      unit: "share of a line's ink box or a control",
      source: 'As in content-occlusion: a quarter of a word gone makes it a riddle.',
    },
    maxBars: {
      value: 0.34,
      unit: "share of the window's height",
      source: 'Chosen here: with more than a third taken, a phone held sideways shows hardly any content.',
    },
    maxWindow: {
      value: 0.8,
      unit: 'share of the window',
      source: 'Chosen here: what fills the window is a dialog, a start screen or a game.',
    },
  },
  'empty-area': {
    minSide: { value: 1 / 3, unit: 'share of the canvas', source: 'Chosen here: a whole column of three.' },
    graveSide: { value: 0.5, unit: 'share of the canvas', source: 'Chosen here: half of the canvas.' },
    minChars: {
      value: 160,
      unit: 'characters',
      source: 'Chosen here: slides with fewer are titles and quotations, which live on empty space.',
    },
    minGap: {
      value: 0.8,
      unit: 'windows',
      source: 'Chosen here: scrolled to its middle, the window shows nothing at all.',
    },
    padding: { value: 24, unit: 'px', source: 'Chosen here: shadows and borders of the content beside it.' },
    stage: {
      value: 0.3,
      unit: 'share of the window',
      source: 'Chosen here: what is fixed and so large is the content, and the page its scroll bar.',
    },
    halfGrid: { value: 0.55, unit: 'share of the width', source: 'Chosen here: half, with its gap.' },
    minGrid: { value: 600, unit: 'px', source: 'Chosen here: in narrower grids nothing fits beside.' },
    minCard: { value: 80, unit: 'px', source: 'Chosen here: lower ones are fields and tags.' },
  },
  'edge-alignment': {
    min: { value: 1.5, unit: 'px', source: 'Chosen here: less is rounding and is not seen.' },
    max: {
      value: 6,
      unit: 'px',
      source: 'Chosen here: indents that are meant begin at 8 px, the unit of most spacing scales.',
    },
    maxShift: {
      value: 24,
      unit: 'px',
      source: 'Chosen here: boxes of one width that are further apart are steps of a pattern.',
    },
    minGroup: {
      value: 3,
      unit: 'siblings',
      source: 'Chosen here: two in line can be chance, unless all three are alike.',
    },
    likeSize: {
      value: 0.1,
      unit: 'share of the area',
      source: 'Layout relation literature: equal within 10 %.',
    },
    minSide: { value: 8, unit: 'px', source: 'Chosen here: smaller ones are rules, dots and bullets.' },
  },
  'inconsistent-gaps': {
    slack: { value: 2, unit: 'px', source: 'Chosen here: rounding stays below it, and less is not seen.' },
    minItems: { value: 4, unit: 'items', source: 'Chosen here: of two gaps nobody can say which is odd.' },
    maxOdd: { value: 1 / 3, unit: 'share of the gaps', source: 'Chosen here: with more, none is usual.' },
    group: { value: 2, unit: 'usual gaps', source: 'Chosen here: a gap twice as large parts groups.' },
    minGroup: {
      value: 24,
      unit: 'px more',
      source: 'Chosen here: where items nearly touch, groups part by more than a line of text.',
    },
  },
  'uneven-columns': {
    minWidth: { value: 0.015, unit: 'share of the widest', source: 'Chosen here: less is rounding.' },
    maxWidth: {
      value: 0.15,
      unit: 'share of the widest',
      source: 'Chosen here: columns that differ by more were given different widths.',
    },
    minHeight: { value: 8, unit: 'px', source: 'Chosen here: the unit of most spacing scales.' },
    maxHeight: {
      value: 2,
      unit: 'times the lowest',
      source: 'Chosen here: cards that differ by more hold different things.',
    },
    minCardWidth: { value: 120, unit: 'px', source: 'Chosen here: narrower ones are chips and tabs.' },
    minCardHeight: { value: 80, unit: 'px', source: 'Chosen here: lower ones are buttons and fields.' },
  },
  'orphan-item': {
    minColumns: { value: 3, unit: 'items', source: 'Chosen here: of two columns one may well be last.' },
    minSide: { value: 80, unit: 'px', source: 'Chosen here: smaller ones are chips, tags and icons.' },
  },
  'image-distortion': {
    min: {
      value: 1.05,
      unit: 'ratio of ratios',
      source: 'Chosen here: 5 % off is seen in faces and circles; rounded sizes in attributes stay below it.',
    },
    grave: {
      value: 1.25,
      unit: 'ratio of ratios',
      source: 'Chosen here: a square that is drawn 5 to 4 is a rectangle to everybody.',
    },
    minSide: { value: 24, unit: 'px', source: 'Chosen here: smaller pictures are icons and flags.' },
    minPx: { value: 3, unit: 'px', source: 'Chosen here: rounding of either side stays below it.' },
  },
  'image-resolution': {
    min: {
      value: 1.5,
      unit: 'times',
      source: 'Chosen here: photographs enlarged less still look sharp at the distance of a screen.',
    },
    grave: {
      value: 2,
      unit: 'times',
      source: 'Half the density of the screen, which doubled screens made visible to everybody.',
    },
    minSide: { value: 32, unit: 'px', source: 'Chosen here: smaller pictures are icons.' },
  },
  'touch-target': {
    min: { value: 24, unit: 'px', source: 'WCAG 2.2, 2.5.8 Target Size (Minimum)' },
    comfortable: { value: 44, unit: 'px', source: 'WCAG 2.2, 2.5.5 Target Size (Enhanced)' },
  },
  'mobile-reflow': {
    minLine: {
      value: 10,
      unit: 'characters',
      source: 'Chosen here: a word or two; columns of newspapers have 25 and more.',
    },
    minLines: {
      value: 4,
      unit: 'lines',
      source: 'Chosen here: titles and labels of three short lines are a usual design.',
    },
    minText: { value: 30, unit: 'characters', source: 'Chosen here: shorter texts are labels.' },
    slack: { value: 4, unit: 'px', source: 'Chosen here: rounding stays below it.' },
  },
} as const satisfies Record<string, Record<string, Threshold>>;
