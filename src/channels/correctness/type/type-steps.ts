import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { blocksOf, type TextBlock } from './blocks.js';
import { charactersOf } from './faults.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['type-steps'];
const OPTIONS = z.strictObject({
  /** Ratio of neighbouring sizes from which they are told apart. */
  minStep: z.number().min(1).default(DEFAULTS.minStep.value),
  /** Share of the page's letters from which a size belongs to its scale. */
  minShare: z.number().min(0).max(1).default(DEFAULTS.minShare.value),
});

/**
 * Sizes of type that are too near to each other to mean something, and headings that look like the text below them.
 *
 * Not meant, and left out: a size with hardly any text; sizes of another family or weight; headings no larger than their text that are set apart by weight,
 * colour, family, slant or capitals.
 */
export const typeSteps = defineCheck({
  meta: {
    id: 'type-steps',
    title: 'Steps between sizes of type',
    description:
      'Size says what belongs together and what stands above what. Sizes of one face less than 5 % apart (15, 15.5 and 16 px) are seen as a mistake, if at all; sizes that differ by less than half a pixel are one. A heading that is no larger than the text below it, and no bolder, nor of another colour, family or case, is not seen as a heading.',
    remedy:
      'Take all sizes from one scale whose steps are 1.125 or more; make headings larger or bolder than their text.',
    severity: 'warning',
    weight: 0.15,
    source: 'Bringhurst, The Elements of Typographic Style, 3.1.1 (scales); thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, options }): CheckResult {
    const blocks = blocksOf(layout);
    if (blocks.length === 0) return { score: null, reason: 'no-text' };
    const total = charactersOf(blocks);
    const near = stylesOf(layout, blocks).flatMap((style) => nearSizes(style, total, options));
    const plain = plainHeadings(layout, blocks);
    const headings = charactersOf(blocks.filter(({ level }) => level > 0));
    const affected = near.reduce((sum, { letters }) => sum + letters, 0);
    return {
      score:
        scoreByShare(affected, total, 'advisory') * scoreByShare(charactersOf(plain), headings, 'warning'),
      defects: [
        ...plain.map((block) => defectOfHeading(layout, block)),
        ...near.map((cluster) => defectOfCluster(layout, cluster, options.minStep)),
      ],
    };
  },
});

/** The blocks, family by family and weight by weight: another face may need another size to look as large. */
function stylesOf(layout: Layout, blocks: readonly TextBlock[]): TextBlock[][] {
  const styles = new Map<string, TextBlock[]>();
  for (const block of blocks) {
    const { css } = factsOf(layout, block.main)!;
    const key = `${css['font-family']} ${css['font-weight']}`;
    const style = styles.get(key);
    if (style) style.push(block);
    else styles.set(key, [block]);
  }
  return [...styles.values()];
}

/** Neighbouring sizes that can't be told apart, least used first. `letters`: all but those of the most used. */
interface Cluster {
  sizes: number[];
  letters: number;
  rarest: TextBlock;
  usual: number;
}

function nearSizes(
  blocks: readonly TextBlock[],
  total: number,
  { minStep, minShare }: z.infer<typeof OPTIONS>,
): Cluster[] {
  const uses = new Map<number, { letters: number; block: TextBlock }>();
  for (const block of blocks) {
    // As in type-variety: what a fluid size leaves of a pixel is no size of its own.
    const size = Math.round(block.fontSize * 2) / 2;
    const use = uses.get(size);
    if (use) use.letters += block.characters;
    else uses.set(size, { letters: block.characters, block });
  }
  const scale = [...uses].filter(([, { letters }]) => letters >= minShare * total).sort(([a], [b]) => a - b);
  const clusters: (typeof scale)[] = [];
  for (const entry of scale) {
    const last = clusters.at(-1);
    if (last && entry[0] / last.at(-1)![0] < minStep) last.push(entry);
    else clusters.push([entry]);
  }
  return clusters
    .filter((cluster) => cluster.length > 1)
    .map((cluster) => {
      const byUse = cluster.toSorted(([, a], [, b]) => a.letters - b.letters);
      return {
        sizes: cluster.map(([size]) => size),
        letters: byUse.slice(0, -1).reduce((sum, [, { letters }]) => sum + letters, 0),
        rarest: byUse[0]![1].block,
        usual: byUse.at(-1)![0],
      };
    });
}

/** Characters from which a block is text that a heading can stand above. */
const TEXT = 40;

/** Headings that look like the text below them. */
function plainHeadings(layout: Layout, blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.filter((heading, i) => {
    if (heading.level === 0) return false;
    const below = blocks[i + 1];
    if (!below || below.level > 0 || below.characters < TEXT) return false;
    return heading.fontSize <= below.fontSize * 1.01 && looksAlike(layout, heading, below);
  });
}

const TRAITS = ['color', 'font-family', 'font-style', 'text-decoration-line', 'text-align'] as const;

function looksAlike(layout: Layout, heading: TextBlock, text: TextBlock): boolean {
  const [a, b] = [factsOf(layout, heading.main)!, factsOf(layout, text.main)!];
  const capitals = heading.lines.every((line) => !/\p{Ll}/u.test(line.text));
  return (
    !capitals &&
    Number(a.css['font-weight']) <= Number(b.css['font-weight']) &&
    TRAITS.every((trait) => a.css[trait] === b.css[trait]) &&
    factsOf(layout, heading.element)!.background[3] === 0
  );
}

function defectOfHeading(layout: Layout, block: TextBlock): Defect {
  return {
    element: block.element,
    box: block.box,
    message: `The heading ${quote(block.lines[0]!.text)} is set as the text below it: ${round(block.fontSize)} px, no bolder, in the same colour.`,
    measured: { value: round(block.fontSize), unit: 'px' },
    expected: { min: Math.ceil(block.fontSize * 1.2) },
    suggestion: `Set it in at least ${Math.ceil(block.fontSize * 1.2)}px, or bolder.`,
  };
}

function defectOfCluster(layout: Layout, { sizes, rarest, usual }: Cluster, minStep: number): Defect {
  const list = `${sizes
    .slice(0, -1)
    .map((size) => round(size))
    .join(', ')} and ${round(sizes.at(-1)!)} px`;
  const step = Math.min(...sizes.slice(1).map((size, i) => size / sizes[i]!));
  return {
    element: rarest.element,
    box: rarest.box,
    severity: 'advisory',
    message: `Text is set in ${list}, too near to be told apart: ${quote(rarest.lines[0]!.text)} in ${nameOf(layout, rarest.element)} has ${round(rarest.fontSize)} px.`,
    measured: { value: round(step, 3), unit: 'ratio', sizes: sizes.length },
    expected: { min: minStep },
    suggestion: `Set it in ${round(usual)}px as the rest, or make the step 1.125 or more.`,
  };
}
