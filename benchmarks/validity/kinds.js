/**
 * The kinds of controlled damage, and what each must do to the scores. Written before the first run: a change of this table needs
 * its reason in the commit.
 *
 * @typedef {'execution' | 'correctness' | 'visual' | 'interaction'} Channel
 * @typedef {object} Kind
 * @property {string} id
 * @property {string} damage what is done to the page; `#` stands for the step
 * @property {[number, number, number]} steps mild, middle, strong
 * @property {'page' | 'brief' | 'reference'} against what proves the damage: the page alone, a brief made from what the original
 *   says (its texts, language and canvas), or the design graph of the original. Original and mutant are judged alike.
 * @property {Channel} moves the channel that must fall
 * @property {[number, number, number]} least by how much at each step; 0 where a mild step may pass. It always has to be more than
 *   `NOISE` to count as a fall.
 * @property {Channel[]} may channels that may move too; every other must not
 * @property {'picture' | 'source' | 'errors' | 'phone'} shows what tells that the damage was done: other pixels, other code only,
 *   an uncaught error, other pixels on a phone
 * @property {'slide'} [only] the kind of artifact it applies to
 */

/** A channel that changes by no more has not moved. */
export const NOISE = 0.001;

/** Least falls by how grave a defect is: what nobody can read or see, what disturbs, and what is a matter of habit. */
const GRAVE = [0.03, 0.08, 0.12];
const DISTURBING = [0.01, 0.02, 0.04];
const HABIT = [0, 0.001, 0.002];

/** Damage that shows may change how a page looks; a judge of looks is not asked to overlook it. */
const LOOKS = ['visual'];

const kind = (against, moves, least, may, shows, damages) =>
  Object.entries(damages).map(([id, [damage, steps, only]]) => ({
    id,
    damage,
    steps,
    against,
    moves,
    least,
    may,
    shows,
    ...(only && { only }),
  }));

/** @type {readonly Kind[]} */
export const KINDS = [
  // What the page alone proves: something cannot be read or seen.
  ...kind('page', 'correctness', GRAVE, LOOKS, 'picture', {
    'overlap-blocks': [
      'A text is moved up into the text above it, by # of the height of the smaller letters',
      [0.5, 0.75, 1],
    ],
    'push-off-canvas': ['A block of text is moved over the left edge by # of its width', [0.25, 0.5, 0.8]],
    'widen-page': ['A block gets a width of # windows', [1.15, 1.5, 2.5]],
    'clip-height': ['A text gets # of its height and cuts off the rest', [0.7, 0.5, 0.3]],
    'clip-width': [
      'A heading or label on one line gets # of its width and cuts off the rest',
      [0.8, 0.6, 0.4],
    ],
    'cover-block': ['An opaque box lies over # of a text', [0.3, 0.6, 1]],
    'cover-banner': ['A fixed banner covers # of the window', [0.15, 0.3, 0.6]],
    'fade-text': ['Texts are recoloured towards their ground, to a contrast of # : 1', [3.2, 2, 1.3]],
    'text-over-picture': ['Stripes of black and white lie behind texts, at an opacity of #', [0.4, 0.7, 1]],
    'shrink-text': ['The longest texts, a third of all, are set in # px', [9, 7, 4]],
    'squeeze-lines': ['Paragraphs get a line height of #', [0.8, 0.6, 0.4]],
    unrevealed: [
      'Sections with # of the text stay at zero opacity, as when a reveal never fires',
      [0.1, 0.25, 0.5],
    ],
    mojibake: ['# characters become those of a wrong encoding (â€™, Ã©, �)', [3, 12, 50]],
    'missing-glyphs': ['# words are written in characters that no font has', [1, 5, 20]],
    'break-images': ['The addresses of # of the pictures lead nowhere', [0.01, 0.5, 1]],
    filler: ['# texts are replaced by lorem ipsum', [1, 3, 8]],
    'overlap-controls': ['A control is moved over # of its neighbour', [0.3, 0.6, 1]],
    'safe-margin': [
      'The text nearest to the left edge of a slide is moved to # px of it',
      [10, 4, 0],
      'slide',
    ],
    'open-template': [
      '# texts become what a template leaves when it is not filled in ({{ title }}, undefined, NaN)',
      [1, 3, 8],
    ],
  }),
  ...kind('page', 'correctness', GRAVE, [...LOOKS, 'execution'], 'phone', {
    'fixed-width': ['The content gets a width of # px on a phone of 375 px', [480, 720, 1200]],
  }),

  // What the page alone proves: it disturbs, and what is there can still be read.
  ...kind('page', 'correctness', DISTURBING, LOOKS, 'picture', {
    'stretch-image': ['A picture is stretched by # in one direction', [1.3, 1.7, 2.5]],
    'pixelate-image': ['A picture is replaced by one of 1/# of the size at which it is shown', [4, 8, 16]],
    'duplicate-block': ['A block is repeated # times', [1, 2, 4]],
    ellipsis: ['Texts are cut by an ellipsis at # of their width', [0.8, 0.6, 0.4]],
    'fade-fields': ['The edges and grounds of fields come down to a contrast of # : 1', [2.2, 1.6, 1.15]],
    'shrink-targets': ['Controls get a height of # px', [18, 12, 6]],
    'uneven-gaps': ['One of several equal gaps grows by # px', [8, 20, 48]],
    misalign: ['One of several blocks on an edge moves by # px', [4, 8, 14]],
    'shrink-column': ['One of several equal columns gets # of its width', [0.9, 0.75, 0.5]],
    'empty-area': ['A gap of # px is left between two sections', [600, 1200, 2400]],
    'wrong-direction': ['# of the text of a left-to-right page runs right to left', [0.1, 0.4, 1]],
  }),

  // Questions of habit: they may cost little, and must cost something when they are strong.
  ...kind('page', 'correctness', HABIT, LOOKS, 'picture', {
    'long-lines': ['A paragraph gets lines of # characters', [100, 130, 160]],
    'mixed-fonts': ['Texts are set in # more font families', [2, 4, 7]],
    'many-sizes': ['Texts are set in # more sizes, each a pixel or two from its neighbour', [4, 8, 16]],
  }),
  ...kind('page', 'correctness', HABIT, LOOKS, 'source', {
    'heading-order': ['# of the headings jump two levels down', [0.1, 0.5, 1]],
    'unlabelled-fields': ['# of the fields lose their label and their hint', [0.1, 0.5, 1]],
  }),

  // What only a brief proves.
  ...kind('brief', 'correctness', GRAVE, LOOKS, 'picture', {
    'drop-text': ['# of the texts that the brief asks for are gone', [0.01, 0.25, 0.6]],
    'change-number': ['# of the numbers that the brief asks for are others', [0.01, 0.4, 1]],
    'garble-text': ['A letter of # of the texts that the brief asks for is another', [0.01, 0.25, 0.6]],
    'hide-text': [
      '# of the texts that the brief asks for are hidden, in turn by display, visibility and opacity',
      [0.01, 0.25, 0.6],
    ],
    'wrong-language': ['# of the paragraphs are in another language', [0.3, 0.6, 1]],
  }),
  ...kind('brief', 'correctness', GRAVE, LOOKS, 'picture', {
    'wrong-canvas': ['The canvas of a slide is # times as wide', [0.9, 0.75, 0.5], 'slide'],
  }),

  // What only the original proves.
  ...kind('reference', 'correctness', DISTURBING, LOOKS, 'picture', {
    'shift-block': ['A block moves sideways by # of the canvas', [0.06, 0.12, 0.24]],
    'swap-sections': ['# pairs of neighbouring sections change places', [1, 2, 4]],
    'drop-section': ['Sections with # of the text are not shown', [0.05, 0.2, 0.5]],
    'recolour-block': [
      'A block has another ground, # of the way to its complement, with text that reads as well',
      [0.25, 0.5, 1],
    ],
    'resize-text': ['The headings are # times as large', [0.8, 0.6, 0.45]],
    'remove-legend': ['The legends of # of the charts are gone', [0.3, 0.6, 1]],
  }),

  // What is wrong with the code.
  ...kind('page', 'execution', DISTURBING, ['correctness', ...LOOKS, 'interaction'], 'errors', {
    'syntax-error': [
      'The shortest, the middle or the longest inline script (#: its rank) loses a bracket',
      [0, 0.5, 1],
    ],
  }),
  ...kind('page', 'execution', [0.05, 0.1, 0.15], ['interaction'], 'errors', {
    'throw-at-load': ['# scripts of their own throw while the page loads', [1, 3, 10]],
  }),
  ...kind('page', 'execution', DISTURBING, ['correctness', ...LOOKS, 'interaction'], 'picture', {
    'missing-stylesheet': ['The last # of the style rules lie in a file that is not there', [0.3, 0.6, 1]],
    truncate: ['The document ends after #, inside a tag', [0.85, 0.55, 0.3]],
    'lost-quotes': ['# attributes lose their closing quote', [1, 3, 8]],
  }),
  ...kind('page', 'execution', [0, 0.001, 0.005], ['correctness', ...LOOKS, 'interaction'], 'source', {
    'duplicate-ids': ['# ids stand on a second element', [1, 3, 10]],
    'lost-end-tags': ['# blocks lose their end tag', [1, 3, 8]],
  }),

  // What only a judge of looks sees: no other channel but correctness may take them for defects.
  ...kind('page', 'visual', DISTURBING, ['correctness'], 'picture', {
    'clashing-colours': ['# blocks get garish grounds, with text that reads as well', [2, 5, 10]],
    'all-caps': ['# of the paragraphs are in capitals', [0.2, 0.6, 1]],
    'flat-hierarchy': ['Headings are at most # times as large as the text', [1.5, 1.2, 1]],
    crowd: ['Margins and paddings shrink by #', [0.4, 0.7, 1]],
    tilt: ['Blocks are turned by # degrees', [1, 3, 8]],
    'shout-headings': ['Headings are # times as large', [1.4, 1.8, 2.5]],
    'tired-image': ['Pictures lose # of their contrast', [0.4, 0.65, 0.9]],
  }),

  // What only trying it out shows. What did not answer on the original cannot be broken.
  ...kind('page', 'interaction', DISTURBING, [], 'source', {
    'break-handlers': ['# of the controls that answered lose the handlers that they called', [0.2, 0.6, 1]],
    'dead-links': ['# of the links within the page that answered lead nowhere', [0.2, 0.6, 1]],
    'cover-controls': [
      '# of the controls that answered lie under a clear box that takes their clicks',
      [0.2, 0.6, 1],
    ],
  }),
];
