import { z } from 'zod';
import { FIXED_CANVAS_KINDS, type Kind } from '../../../artifact/schema.js';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf, upFrom } from '../scene.js';
import { quote } from '../wording.js';
import { blocksOf, levelOf } from './blocks.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['heading-order'];

/**
 * Levels of headings that skip one, several first ones, and headings larger than the one that they stand below.
 *
 * Not meant, and left out: headings hidden altogether; those hidden from the eye alone count as a level, not by size. On
 * slides and posters, parts of a larger whole, only sizes are compared.
 */
export const headingOrder = defineCheck({
  meta: {
    id: 'heading-order',
    title: 'Order of headings',
    description:
      'Headings are the outline of a page, for who sees it by their size and for who listens to it by their level. A level that is skipped (`h2`, then `h4`) sounds like a part that is missing; several `h1` leave open what the page is about; a heading larger than the one that it stands below says the opposite of its level.',
    remedy: 'Choose the tag by the level in the outline and the size by CSS; go down one level at a time.',
    severity: 'warning',
    weight: 0.1,
    source: 'WCAG 2.2, 1.3.1 and 2.4.6, technique G141; WHATWG HTML, headings and outlines',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** How much larger than the heading above it a heading must be to contradict its level. */
    maxRatio: z.number().min(1).default(DEFAULTS.maxRatio.value),
  }),
  evaluate({ layout, kind, options }): CheckResult {
    const headings = headingsOf(layout);
    if (headings.length === 0) return { score: null, reason: 'no-headings' };
    const outline = isDocument(kind) ? [...skipped(headings), ...severalFirst(headings)] : [];
    const sizes = contradicting(headings, options.maxRatio);
    return {
      score:
        scoreByShare(outline.length, headings.length, 'advisory') *
        scoreByShare(sizes.length, headings.length, 'warning'),
      defects: [...sizes, ...outline].map(({ heading, ...told }) => ({
        element: heading.element,
        box: layout.nodes[heading.element]!.box,
        ...told,
      })),
    };
  },
});

const isDocument = (kind: Kind) => !FIXED_CANVAS_KINDS.includes(kind) && kind !== 'game' && kind !== 'scene';

interface Heading {
  element: number;
  level: number;
  /** px at which it is seen, 0 for one that only listeners find. */
  size: number;
  text: string;
}

type Told = Omit<Defect, 'element' | 'box'> & { heading: Heading };

function headingsOf(layout: Layout): Heading[] {
  const seen = new Map<number, { size: number; text: string }>();
  for (const { element, level, fontSize, lines } of blocksOf(layout)) {
    if (level === 0) continue;
    for (const i of upFrom(layout, element)) {
      if (levelOf(layout, i) === 0) continue;
      const known = seen.get(i);
      if (!known || fontSize > known.size) seen.set(i, { size: fontSize, text: lines[0]!.text });
      break;
    }
  }
  return layout.nodes.flatMap(({ type, box }, element): Heading[] => {
    if (type !== 'element' || !box || !factsOf(layout, element)?.visible) return [];
    const level = levelOf(layout, element);
    if (level === 0) return [];
    return [{ element, level, ...(seen.get(element) ?? { size: 0, text: '' }) }];
  });
}

/** Headings more than one level below the one before them. */
function skipped(headings: readonly Heading[]): Told[] {
  return headings.flatMap((heading, i): Told[] => {
    const before = headings[i - 1]?.level ?? heading.level;
    if (heading.level <= before + 1) return [];
    return [
      {
        heading,
        severity: 'advisory',
        message: `The heading ${quote(heading.text)} is an h${heading.level} right after an h${before}.`,
        measured: { value: heading.level, unit: 'level', after: before },
        expected: { max: before + 1 },
        suggestion: `Make it an h${before + 1}, and keep its size by CSS.`,
      },
    ];
  });
}

function severalFirst(headings: readonly Heading[]): Told[] {
  const first = headings.filter(({ level }) => level === 1);
  if (first.length < 2) return [];
  return [
    {
      heading: first[1]!,
      severity: 'advisory',
      message: `The page has ${first.length} headings of level 1; ${quote(first[1]!.text)} is the second.`,
      measured: { value: first.length, unit: 'headings' },
      expected: { max: 1 },
      suggestion: 'Keep h1 for the title of the page, and make the others h2.',
    },
  ];
}

/** Headings larger than the one that they stand below in the outline. */
function contradicting(headings: readonly Heading[], maxRatio: number): Told[] {
  const path: Heading[] = [];
  return headings.flatMap((heading): Told[] => {
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
    const above = path.at(-1);
    path.push(heading);
    if (!above || above.size === 0 || heading.size <= above.size * maxRatio) return [];
    return [
      {
        heading,
        message: `The h${heading.level} ${quote(heading.text)} (${round(heading.size)} px) is larger than the h${above.level} ${quote(above.text)} (${round(above.size)} px) that it stands below.`,
        measured: { value: round(heading.size / above.size, 2), unit: 'ratio' },
        expected: { max: maxRatio },
        suggestion: `Swap their levels, or make the h${above.level} larger than ${round(heading.size)} px.`,
      },
    ];
  });
}
