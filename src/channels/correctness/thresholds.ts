import { COLOUR_THRESHOLDS } from './colour/thresholds.js';
import { DECK_THRESHOLDS } from './deck/thresholds.js';
import { RTL_THRESHOLDS } from './rtl/thresholds.js';
import { TYPE_THRESHOLDS } from './type/thresholds.js';
import { LAYOUT_THRESHOLDS } from './layout/thresholds.js';

/** A threshold as data: the number, its unit, and why it is that number. */
export interface Threshold {
  value: number;
  unit: string;
  source: string;
}

/** The defaults of every correctness check, by check id. Users override them in `kallos.config.json`. */
export const THRESHOLDS = {
  ...LAYOUT_THRESHOLDS,
  'text-clipping': {
    minCutHeight: {
      value: 0.2,
      unit: "share of the letters' height (x-height zone)",
      source: 'Chosen here: a fifth off an "o" shows; descenders cut by tight line boxes do not reach it.',
    },
    minCutLetters: {
      value: 1 / 3,
      unit: 'share of the height from the tops of capitals to the feet of letters',
      source: 'Chosen here: a line box as low as the font size cuts off a tenth, one of 0.8 a fifth.',
    },
    minCutWidth: { value: 0.15, unit: 'em', source: 'Chosen here: side bearings and italics stay below it.' },
  },
  'page-overflow': {
    slack: { value: 2, unit: 'px', source: 'Chosen here: rounding of fractional widths stays below it.' },
  },
  'text-overlap': {
    minHeight: {
      value: 0.25,
      unit: "share of the smaller letters' height (x-height zone)",
      source:
        'Chosen here: ascenders and descenders of tight lines touch without harm; letters that cross do not.',
    },
    minWidth: { value: 0.5, unit: 'em', source: 'Chosen here: one letter over another is a collision.' },
    minContrast: {
      value: 1.5,
      unit: 'ratio',
      source: 'Chosen here: fainter text behind other text is a watermark, made to be written over.',
    },
  },
  'off-canvas': {
    slack: { value: 2, unit: 'px', source: 'Chosen here: rounding and side bearings stay below it.' },
    minImageShare: {
      value: 0.25,
      unit: 'share of the image',
      source: 'Chosen here: pictures that bleed a little over an edge are a usual design.',
    },
  },
  'text-contrast': {
    min: { value: 4.5, unit: 'ratio', source: 'WCAG 2.2, 1.4.3 Contrast (Minimum)' },
    minLarge: { value: 3, unit: 'ratio', source: 'WCAG 2.2, 1.4.3, large text' },
    largeSize: { value: 24, unit: 'px', source: 'WCAG 2.2, large scale: 18 pt' },
    largeBoldSize: { value: 18.66, unit: 'px', source: 'WCAG 2.2, large scale: 14 pt bold' },
    grave: {
      value: 2 / 3,
      unit: 'share of the minimum',
      source:
        'Below it an error, above it a warning: 3 : 1 for normal text, the least that ISO 9241-3 asks for standard vision (cited by WCAG 2.2, understanding 1.4.3)',
    },
    worstShare: {
      value: 0.05,
      unit: "share of the spots behind a line's letters",
      source: 'Chosen here: a letter in twenty gone is a word in four that has to be guessed.',
    },
  },
  'content-occlusion': {
    minShare: {
      value: 0.25,
      unit: "share of a line's ink box, a control or an image",
      source: 'Chosen here: a quarter of a word gone makes it a riddle; decoration that grazes text is less.',
    },
    minWidth: { value: 6, unit: 'em', source: 'Chosen here: two words of average length.' },
  },
  'font-size': {
    min: {
      value: 10,
      unit: 'px',
      source:
        'Smallest text style of Material 2 (overline, 10 sp); Apple HIG has 11 pt. Below it also experienced readers slow down.',
    },
    slideShare: {
      value: 1 / 60,
      unit: "share of the canvas' shorter side",
      source:
        '9 pt on a slide of 540 pt (12 px of 720), the size that presentation programs give to footers.',
    },
    posterShare: {
      value: 0.012,
      unit: "share of the canvas' shorter side",
      source:
        'Half of the 24 pt that poster guides ask of body text on A0 (2,384 pt wide), for captions and references; 13 px of 1,080.',
    },
    unreadable: {
      value: 0.75,
      unit: 'share of the minimum',
      source: 'Chosen here: below 7.5 px letters have fewer than 4 px of x-height and lose their shapes.',
    },
  },
  'required-text': {
    minSize: {
      value: 6,
      unit: 'px',
      source: 'Chosen here: below it letters have some 3 px of x-height and nobody can read them.',
    },
    minContrast: {
      value: 1.2,
      unit: 'ratio',
      source: 'Chosen here: text fainter than this is not seen; hairlines and watermarks lie at 1.2 to 1.5.',
    },
    minCovered: {
      value: 0.6,
      unit: "share of a line's ink box",
      source: 'Chosen here: most of the letters are gone; less is content-occlusion.',
    },
    minCanvas: {
      value: 0.25,
      unit: 'share of the window',
      source: 'Chosen here: a canvas as large as this carries part of the content.',
    },
  },
  'required-section': {
    minArea: {
      value: 400,
      unit: 'px²',
      source: 'Chosen here: a part of a page is larger than a line of text.',
    },
    heroSize: {
      value: 32,
      unit: 'px',
      source: 'Chosen here: twice the size of body text; smaller headings in the first window are titles.',
    },
    heroPicture: {
      value: 0.3,
      unit: 'share of the window',
      source: 'Chosen here: a picture as large as this opens the page.',
    },
    minChart: { value: 100, unit: 'px', source: 'Chosen here: smaller drawings are icons and sparklines.' },
  },
  'required-count': {
    minArea: { value: 400, unit: 'px²', source: 'Chosen here: what is counted is larger than an icon.' },
  },
  'too-little': {
    minAsked: {
      value: 4,
      unit: 'things',
      source: 'Chosen here: a prompt that names fewer leaves open how much there is to be.',
    },
    minShare: {
      value: 0.5,
      unit: 'share of the things asked for',
      source:
        'Chosen here: one text may hold two things, and half of what a prompt seems to ask may be misread.',
    },
  },
  language: {
    minLetters: {
      value: 40,
      unit: 'letters',
      source: 'Chosen here: shorter texts are names and labels, which many languages share.',
    },
    minDeclared: {
      value: 200,
      unit: 'letters',
      source: 'Chosen here: a paragraph, from which n-grams tell a language without doubt.',
    },
    minScript: {
      value: 0.4,
      unit: 'share of the letters',
      source: 'Chosen here: names of brands and technical words in another script stay below the rest.',
    },
    maxFit: {
      value: 0.85,
      unit: 'fit of the language asked for, of that found',
      source: 'Measured here with eld: languages of one family reach 0.85 on a sentence, others 0.7.',
    },
  },
  canvas: {
    slack: {
      value: 0.02,
      unit: 'natural logarithm',
      source: 'Chosen here: 2 %, above the rounding of ratios such as 1366 x 768 for 16:9.',
    },
    minStage: {
      value: 0.1,
      unit: 'share of the page',
      source: 'Chosen here: a box that holds all text and is smaller than this is a card on the page.',
    },
  },
  'duplicate-blocks': {
    minParagraph: {
      value: 80,
      unit: 'letters and digits',
      source: 'Chosen here: a sentence and a half; calls to action and legal lines are shorter.',
    },
    minCard: {
      value: 24,
      unit: 'letters and digits',
      source: 'Chosen here: a title and a line; labels and numbers are shorter.',
    },
    minTwin: {
      value: 15,
      unit: 'letters and digits',
      source: 'Chosen here: three words; names, values and labels, which lists may hold twice, are shorter.',
    },
  },
  'reference-match': {
    maxShift: {
      value: 0.05,
      unit: 'share of the canvas',
      source:
        'Chosen here: 64 px of 1,280, about a column gap; less is the rounding of line heights and margins.',
    },
    minSize: {
      value: 0.8,
      unit: 'ratio',
      source: 'Chosen here: a fifth off is seen without measuring; text of another font stays above it.',
    },
    minFont: {
      value: 0.9,
      unit: 'ratio',
      source: 'Chosen here: usual type scales step by 1.125 or more; a smaller difference is no other step.',
    },
    maxDeltaE: {
      value: 5,
      unit: 'CIEDE2000',
      source: 'Mokrzycki & Tatol 2011: above 5 an observer sees two different colours.',
    },
  },
  'brand-colour': {
    maxDifference: {
      value: 2,
      unit: 'CIEDE2000',
      source:
        'About two just noticeable differences: side by side a trained eye tells them apart, on one page nobody does.',
    },
  },
  'brand-size': {
    tolerance: { value: 0.5, unit: 'px', source: 'Chosen here: rounding of rem and em stays below it.' },
  },
  'brand-radius': { tolerance: { value: 0.5, unit: 'px', source: 'Chosen here: half a pixel is not seen.' } },
  'brand-spacing': {
    tolerance: { value: 0.5, unit: 'px', source: 'Chosen here: half a pixel is not seen.' },
  },
  ...TYPE_THRESHOLDS,
  ...RTL_THRESHOLDS,
  ...DECK_THRESHOLDS,
  ...COLOUR_THRESHOLDS,
} as const satisfies Record<string, Record<string, Threshold>>;
