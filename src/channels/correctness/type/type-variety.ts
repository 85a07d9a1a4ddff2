import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { STAND_INS } from '../../../render/fonts/families.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf, upFrom } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { blocksOf, type TextBlock } from './blocks.js';
import { charactersOf } from './faults.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['type-variety'];

/** Too many sizes or families of type on one page. */
export const typeVariety = defineCheck({
  meta: {
    id: 'type-variety',
    title: 'Sizes and families of type',
    description:
      'How many font sizes and font families a page sets its text in. A few that return make a page look made in one piece. A size counts once it has a few letters; sizes that differ by less than half a pixel are one. Fewer are too many where each is less than a tenth above the one before it (13, 14, 15, 16 and 17 px): nobody sees what they stand for. Names of system fonts that stand for one typeface are one family; code and drawings are left out.',
    remedy: 'Choose five or six sizes, and one or two families, and set everything in them.',
    severity: 'advisory',
    weight: 0.1,
    source:
      'Material 3 (15 styles, 11 sizes, 2 families for whole applications); Butterick, Practical Typography, mixing fonts',
    viewports: 'primary',
  },
  options: z.strictObject({
    maxSizes: z.int().positive().default(DEFAULTS.maxSizes.value),
    /** Sizes that may follow each other in steps of less than `near`. */
    maxNear: z.int().positive().default(DEFAULTS.maxNear.value),
    near: z.number().min(1).default(DEFAULTS.near.value),
    maxFamilies: z.int().positive().default(DEFAULTS.maxFamilies.value),
    /** Letters from which a size or a family counts. */
    minLetters: z.int().nonnegative().default(DEFAULTS.minLetters.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const blocks = blocksOf(layout).filter(({ element }) => !isCode(layout, element));
    if (blocks.length === 0) return { score: null, reason: 'no-text' };
    const total = charactersOf(blocks);
    const sizes = usesOf(blocks, ({ fontSize }) => String(Math.round(fontSize * 2) / 2), options.minLetters);
    const families = usesOf(blocks, ({ main }) => familyOf(layout, main), options.minLetters);
    const defects: Defect[] = [];
    let surplus = 0;
    const tell = (uses: readonly Use[], max: number, what: string, list: string) => {
      if (uses.length <= max) return;
      const rare = uses.slice(max);
      surplus += rare.reduce((sum, { letters }) => sum + letters, 0);
      const { block } = uses.at(-1)!;
      defects.push({
        element: block.element,
        box: block.box,
        message: `The page sets its text in ${uses.length} ${what}: ${list}. ${quote(block.lines[0]!.text)} in ${nameOf(layout, block.element)} has the one used least.`,
        measured: { value: uses.length, unit: what },
        expected: { max },
        suggestion: `Set the text of the ${rare.length} least used in one of the others.`,
      });
    };
    const crowd = crowdOf(sizes, options.near);
    if (sizes.length > options.maxSizes || crowd.length <= options.maxNear)
      tell(sizes, options.maxSizes, 'font sizes', `${pixels(sizes)} px`);
    else tell(crowd, options.maxNear, 'font sizes in steps of less than a tenth', `${pixels(crowd)} px`);
    tell(families, options.maxFamilies, 'font families', families.map(({ value }) => value).join(', '));
    return { score: scoreByShare(surplus, total, 'advisory'), defects };
  },
});

/** The most sizes that follow each other in steps below `near`, the most used first. */
function crowdOf(sizes: readonly Use[], near: number): Use[] {
  const crowds: Use[][] = [];
  for (const size of sizes.toSorted((a, b) => Number(a.value) - Number(b.value))) {
    const last = crowds.at(-1);
    if (last && Number(size.value) < near * Number(last.at(-1)!.value)) last.push(size);
    else crowds.push([size]);
  }
  const largest = crowds.reduce((a, b) => (b.length > a.length ? b : a), []);
  return largest.toSorted((a, b) => b.letters - a.letters);
}

const pixels = (sizes: readonly Use[]) =>
  sizes
    .map(({ value }) => round(Number(value)))
    .sort((a, b) => a - b)
    .join(', ');

interface Use {
  value: string;
  letters: number;
  block: TextBlock;
}

/** The values in use, the most used first. */
function usesOf(
  blocks: readonly TextBlock[],
  valueOf: (block: TextBlock) => string,
  minLetters: number,
): Use[] {
  const uses = new Map<string, Use>();
  for (const block of blocks) {
    const value = valueOf(block);
    const use = uses.get(value);
    if (use) use.letters += block.characters;
    else uses.set(value, { value, letters: block.characters, block });
  }
  return [...uses.values()]
    .filter(({ letters }) => letters >= minLetters)
    .sort((a, b) => b.letters - a.letters);
}

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

const CODE = new Set(['code', 'pre', 'kbd', 'samp']);

function isCode(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) if (CODE.has(layout.nodes[i]!.name)) return true;
  return false;
}
