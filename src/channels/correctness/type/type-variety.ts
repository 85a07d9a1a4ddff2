import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { STAND_INS } from '../../../render/fonts/families.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { scaleOf } from '../magnification.js';
import { scoreByShare } from '../scale.js';
import { factsOf, upFrom, type TextLine } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { blocksOf } from './blocks.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['type-variety'];

/** Too many sizes or families of type on one page. */
export const typeVariety = defineCheck({
  meta: {
    id: 'type-variety',
    title: 'Sizes and families of type',
    description:
      'How many font sizes and font families a page sets its text in. A few that return make a page look made in one piece. A size counts once it has a few letters, a word within a line as well as a paragraph; sizes that differ by less than half a pixel are one. One or two too many are advice, more a warning, and so is every family too many. Fewer are too many where four of them are less than a tenth above the one before (13, 14, 15, 16 and 17 px): nobody sees what they stand for. Names of system fonts that stand for one typeface are one family; code, raised and lowered figures, icons and drawings are left out.',
    remedy: 'Choose five or six sizes, and one or two families, and set everything in them.',
    severity: 'warning',
    weight: 0.15,
    source:
      'Material 3 (15 styles, 11 sizes, 2 families for whole applications); Butterick, Practical Typography, mixing fonts',
    viewports: 'primary',
  },
  options: z.strictObject({
    maxSizes: z.int().positive().default(DEFAULTS.maxSizes.value),
    /** Sizes that may be less than `near` times the one before. */
    maxNear: z.int().positive().default(DEFAULTS.maxNear.value),
    near: z.number().min(1).default(DEFAULTS.near.value),
    maxFamilies: z.int().positive().default(DEFAULTS.maxFamilies.value),
    /** Letters from which a size or a family counts. */
    minLetters: z.int().nonnegative().default(DEFAULTS.minLetters.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const texts = blocksOf(layout)
      .flatMap(({ lines }) => lines.flatMap(({ pieces }) => pieces))
      .filter(({ element }) => !isApart(layout, element));
    const total = texts.reduce((sum, text) => sum + lettersOf(text), 0);
    if (total === 0) return { score: null, reason: 'no-text' };
    const sizes = usesOf(texts, (text) => String(sizeOf(layout, text)), options.minLetters);
    const families = usesOf(texts, ({ element }) => familyOf(layout, element), options.minLetters);
    const defects: Defect[] = [];
    const tell = ({ uses, rare, most }: Surplus, what: string, slips: number) => {
      if (rare.length === 0) return 1;
      const severity = rare.length > slips ? 'warning' : 'advisory';
      const { element, box, text } = uses.at(-1)!.text;
      defects.push({
        element,
        box,
        severity,
        message: `The page sets its text in ${uses.length} ${what}: ${listOf(uses)}. ${quote(text)} in ${nameOf(layout, element)} has the one used least.`,
        measured: { value: uses.length, unit: what },
        expected: { max: most },
        suggestion: `Set the text of the ${rare.length} least used in one of the others.`,
      });
      return scoreByShare(lettersIn(rare), total, severity);
    };
    const many = surplusOf(sizes, options.maxSizes);
    const near = crowdOf(sizes, options.near, options.maxNear);
    const isCrowded = lettersIn(near.rare) > lettersIn(many.rare);
    const score =
      (isCrowded
        ? tell(near, 'font sizes in steps of less than a tenth, px', SLIPS)
        : tell(many, 'font sizes, px', SLIPS)) *
      tell(surplusOf(families, options.maxFamilies), 'font families', 0);
    return { score, defects };
  },
});

/** Sizes too many that are a slip, and advice; more are a habit, and a warning, as every family too many is. */
const SLIPS = 2;

/** Values in use, the most used first; how many may be, and those that are too many. */
interface Surplus {
  uses: readonly Use[];
  most: number;
  rare: readonly Use[];
}

const surplusOf = (uses: readonly Use[], most: number): Surplus => ({ uses, most, rare: uses.slice(most) });

/** The sizes that stand less than `near` times above or below another, where more than `max` do so above. */
function crowdOf(sizes: readonly Use[], near: number, max: number): Surplus {
  const scale = sizes.toSorted((a, b) => Number(a.value) - Number(b.value));
  const isNear = (i: number) =>
    i > 0 && i < scale.length && Number(scale[i]!.value) < near * Number(scale[i - 1]!.value);
  const steps = scale.filter((_, i) => isNear(i)).length;
  const crowd = scale.filter((_, i) => isNear(i) || isNear(i + 1)).sort((a, b) => b.letters - a.letters);
  return surplusOf(crowd, crowd.length - Math.max(0, steps - max));
}

const lettersIn = (uses: readonly Use[]) => uses.reduce((sum, { letters }) => sum + letters, 0);

const listOf = (uses: readonly Use[]) =>
  uses
    .map(({ value }) => value)
    .sort((a, b) => Number(a) - Number(b))
    .join(', ');

interface Use {
  value: string;
  letters: number;
  /** The first text that has it. */
  text: TextLine;
}

/** The values in use, the most used first. */
function usesOf(texts: readonly TextLine[], valueOf: (text: TextLine) => string, minLetters: number): Use[] {
  const uses = new Map<string, Use>();
  for (const text of texts) {
    const value = valueOf(text);
    const letters = lettersOf(text);
    const use = uses.get(value);
    if (use) use.letters += letters;
    else uses.set(value, { value, letters, text });
  }
  return [...uses.values()]
    .filter(({ letters }) => letters >= minLetters)
    .sort((a, b) => b.letters - a.letters);
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Letters and digits; those of Chinese, Japanese and Korean, of which two or three make a word, count twice. */
const lettersOf = ({ text }: TextLine) =>
  (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + (text.match(WIDE)?.length ?? 0);

/** px at which a text is seen, to half a pixel. */
const sizeOf = (layout: Layout, { element, fontSize }: TextLine) =>
  Math.round(fontSize * scaleOf(layout, element) * 2) / 2;

/** Names of cuts that some foundries make families of: "Avenir LT Std 65 Medium". */
const CUT =
  /\b(?:\d\d|thin|hairline|(?:extra|ultra|semi|demi)?[- ]?(?:light|bold)|book|roman|regular|medium|heavy|black|italic|oblique)\b/g;

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .replace(CUT, '')
    .replace(/[\s_-]/g, '') || name;

const ALIASES = new Map(
  Object.entries(STAND_INS).flatMap(([family, names]) =>
    [family, ...names].map((name): [string, string] => [keyOf(name), family]),
  ),
);

/** The typeface that the first name of the element's list stands for. */
function familyOf(layout: Layout, element: number): string {
  const name = factsOf(layout, element)!
    .css['font-family'].split(',')[0]!
    .trim()
    .replace(/^["']|["']$/g, '');
  return ALIASES.get(keyOf(name)) ?? keyOf(name);
}

const APART = new Set(['code', 'pre', 'kbd', 'samp', 'sup', 'sub']);
/** Fonts whose letters are pictures. */
const ICONS = /icon|symbol|awesome/i;

/** Is it set in a way of its own on purpose? */
function isApart(layout: Layout, element: number): boolean {
  if (ICONS.test(factsOf(layout, element)!.css['font-family'])) return true;
  for (const i of upFrom(layout, element)) if (APART.has(layout.nodes[i]!.name)) return true;
  return false;
}
