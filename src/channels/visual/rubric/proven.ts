import type { Brief } from '../../../artifact/schema.js';

/** What checks measure, so that no judge need be asked about it. */
export interface Proven {
  /** The checks that measure it. */
  checks: readonly string[];
  /** In words, for the model that writes a rubric. */
  what: string;
  /** Items that ask about it; null where only the brief tells, or where nobody asks. */
  pattern: RegExp | null;
}

const words = (pattern: string) => new RegExp(String.raw`\b(?:${pattern})\b`, 'i');

/** Every check of execution and correctness stands in one of these; `proven.test.ts` holds it. */
export const PROVEN: readonly Proven[] = [
  {
    checks: ['text-contrast', 'graphic-contrast', 'colour-alone'],
    what: 'whether text and graphics have enough contrast against what is behind them, and whether colour is the only sign',
    pattern: words(
      String.raw`contrast ratio|wcag|(?:enough|sufficient|adequate|strong|good) contrast|colou?r[- ]?blind|legible against|readable against`,
    ),
  },
  {
    checks: ['near-duplicate-colours', 'hue-variety'],
    what: 'how many hues and nearly equal colours are used',
    pattern: words(String.raw`(?:how many|number of|too many|at most \w+|fewer than \w+) (?:hues|colou?rs)`),
  },
  {
    checks: [
      'text-clipping',
      'page-overflow',
      'text-overlap',
      'off-canvas',
      'content-occlusion',
      'media-clipping',
      'control-overlap',
      'text-ellipsis',
      'fixed-cover',
    ],
    what: 'whether anything overlaps, is covered, is cut off or reaches over an edge',
    pattern: words(
      String.raw`overlap\w*|overflow\w*|cut[- ]off|clipped|clipping|truncated|cropped|spill\w* (?:over|out)|off[- ]?(?:canvas|screen)|outside (?:of )?the (?:page|canvas|picture)`,
    ),
  },
  {
    checks: ['required-text', 'required-count', 'required-section', 'contradictions', 'too-little'],
    what: 'whether the words, numbers, counts and parts that the brief names are there, and whether numbers agree',
    pattern: words(String.raw`(?:exactly|at least) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)`),
  },
  {
    checks: [
      'font-size',
      'type-steps',
      'type-variety',
      'line-height',
      'line-length',
      'heading-widow',
      'justified-rivers',
    ],
    what: 'font sizes, number of fonts, line heights and line lengths',
    pattern: words(
      String.raw`\d+ ?(?:px|pt|rem|em)|font sizes?|line[- ](?:height|length|spacing)|(?:number of|too many|at most \w+) (?:fonts|typefaces)|large enough to read`,
    ),
  },
  {
    checks: [
      'broken-image',
      'missing-glyph',
      'broken-encoding',
      'placeholder-text',
      'judge-talk',
      'image-resolution',
      'image-distortion',
      'duplicate-blocks',
      'blank',
    ],
    what: 'broken, stretched or coarse pictures, garbled or placeholder text, blocks that are there twice',
    pattern: words(
      String.raw`broken (?:image|picture|link)s?|lorem ipsum|placeholder text|garbled|stretched|distorted|pixelated|blurr?y|duplicated?`,
    ),
  },
  {
    checks: ['language', 'text-direction', 'mixed-direction', 'rtl-mirroring'],
    what: 'the language of the text and the direction in which it runs',
    pattern: words(
      String.raw`in the (?:right|correct|requested) language|right[- ]to[- ]left|written in \w+`,
    ),
  },
  {
    checks: ['canvas', 'empty-area', 'safe-margin'],
    what: 'the size of the canvas, large empty areas and the distance of text from the edges',
    pattern: words(String.raw`aspect ratio|size of the canvas|fills? the canvas|safe margins?|empty areas?`),
  },
  {
    checks: ['edge-alignment', 'inconsistent-gaps', 'uneven-columns', 'orphan-item'],
    what: 'whether edges are exactly aligned, gaps exactly equal and columns even',
    pattern: words(
      String.raw`(?:exactly|precisely|perfectly|left|right|top|bottom|edge)[- ]align\w*|align\w* (?:to|on|at|along) (?:the|a|one|their) (?:left|right|top|bottom|same|common|shared|edge|grid)|evenly spaced|equal(?:ly)? (?:gaps?|spac\w+|margins?)|(?:same|equal) (?:width|height|size)s?`,
    ),
  },
  {
    checks: ['brand-colour', 'brand-font', 'brand-radius', 'brand-size', 'brand-spacing'],
    what: 'whether the colours, fonts, sizes and spaces of a design system are used',
    pattern: /\b(?:brand colou?rs?|brand fonts?|design system|design tokens?)\b|#[0-9a-f]{3,8}\b/i,
  },
  {
    checks: ['chart-axes', 'chart-data', 'chart-legend', 'chart-ticks'],
    what: 'whether a chart has its data, axes, ticks and legend',
    pattern: words(
      String.raw`ax[ei]s (?:are )?label\w*|labelled ax[ei]s|(?:has|have|is there) an? legend|tick (?:labels?|marks?)`,
    ),
  },
  {
    checks: [
      'accessibility',
      'field-label',
      'heading-order',
      'touch-target',
      'mobile-reflow',
      'reference-match',
      'lint',
      'parse',
      'load',
      'errors',
    ],
    what: 'the code behind the picture, accessibility, other sizes of the window',
    pattern: words(
      String.raw`html|css|javascript|source code|semantic (?:markup|tags?|elements?)|aria|alt(?:ernative)? text|screen readers?|accessib\w+|console|responsive\w*|mobile|tablet|breakpoints?|touch targets?`,
    ),
  },
  {
    checks: ['endless-motion', 'hidden-at-rest', 'layout-animation', 'reduced-motion'],
    what: 'whatever moves or answers: animation, hover, clicks, scrolling',
    pattern: words(
      String.raw`animat\w+|transitions?|hover\w*|click\w*|tap(?:ped|ping)?|scroll\w*|interactive|keyboard|focus(?:ed)? states?|loads? (?:fast|quickly)`,
    ),
  },
];

const PRESENCE =
  /\b(?:is there|are there|present|visible|appears?|shown|displayed|included?|includes|contains?|spell\w*|says?|reads?|has|have|all of)\b/i;
/** What asks how something looks, though it also says that it is there. */
const MANNER =
  /\b(?:most|first|larg\w+|promin\w+|stand\w*|emphasi\w+|weight|hierarch\w+|group\w*|placed?|position\w*|beside|near|above|below|under|easy|easily|quick\w*|clear\w*|balanc\w+|harmon\w+|distinct\w*|more|less|than|like|feel\w*|look\w*|fit\w*|suit\w*)\b/i;

/**
 * Why an item need not be asked: a check proves it, or no picture shows it. Null for one that a judge has to look for.
 * Rules on words miss some; what they leave is a question too many, never a wrong score.
 */
export function provenBy(text: string, { facts = [], sections = [], counts = [] }: Brief): string | null {
  const matter = PROVEN.find(({ pattern }) => pattern?.test(text));
  if (matter) return matter.what;
  const said = text.toLowerCase();
  const named = [...facts, ...sections, ...counts.map(({ what }) => what)];
  const asksForIt = /["“][^"”]{2,}["”]/.test(text) || named.some((name) => said.includes(name.toLowerCase()));
  if (asksForIt && PRESENCE.test(text) && !MANNER.test(text)) return PROVEN[3]!.what;
  return null;
}
