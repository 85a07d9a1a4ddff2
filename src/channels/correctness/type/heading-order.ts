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
 * Levels of headings that skip one, several first ones of which one looks like the title, headings that look alike and are of
 * different levels, and headings larger than the one that they stand below.
 *
 * Not meant, and left out: headings hidden altogether; those hidden from the eye alone count as a level, not by looks; several h1
 * of one look, each the title of its part, which HTML allows. On slides and posters, parts of a larger whole, only sizes are
 * compared.
 */
export const headingOrder = defineCheck({
  meta: {
    id: 'heading-order',
    title: 'Order of headings',
    description:
      'Headings are the outline of a page, for who sees it by their size and for who listens to it by their level. A level that is skipped (`h2`, then `h4`) sounds like a part that is missing: an advisory, once for all that skip alike, and the cheaper the fewer levels are missing. Several `h1` of different sizes leave open what the page is about. A heading larger than the one that it stands below, or than all of the highest level, says the opposite of its level; and of two headings that look alike one is told to be below the other when their levels differ.',
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
    const isOutlined = isDocument(kind);
    const skips = isOutlined ? skipsIn(headings) : [];
    const titles = isOutlined ? severalTitles(headings, options.maxRatio) : [];
    const alike = isOutlined ? alikeIn(headings) : [];
    const larger = contradicting(headings, options.maxRatio);
    const missed = skips.reduce(
      (sum, { heading, before }) => sum + heading.level - before - 1,
      titles.length,
    );
    const told = [...larger, ...alike.map(tellAlike), ...togetherTold(skips), ...titles];
    return {
      score:
        scoreByShare(missed, MOST_MISSED * (headings.length - 1), 'advisory') *
        scoreByShare(
          larger.length + alike.reduce((sum, { odd }) => sum + odd.length, 0),
          headings.length,
          'warning',
        ),
      defects: told.map(({ heading, ...rest }) => ({
        element: heading.element,
        box: layout.nodes[heading.element]!.box,
        ...rest,
      })),
    };
  },
});

/** Levels that one heading can miss, from h1 to h6. */
const MOST_MISSED = 4;

const isDocument = (kind: Kind) => !FIXED_CANVAS_KINDS.includes(kind) && kind !== 'game' && kind !== 'scene';

interface Heading {
  element: number;
  level: number;
  /** px at which it is seen, 0 for one that only listeners find. */
  size: number;
  /** Face, weight, colour and case of its letters. */
  look: string;
  text: string;
}

type Told = Omit<Defect, 'element' | 'box'> & { heading: Heading };

const TRAITS = ['font-family', 'font-weight', 'font-style', 'color', 'text-transform'] as const;

function headingsOf(layout: Layout): Heading[] {
  const seen = new Map<number, { size: number; look: string; text: string }>();
  for (const { element, level, fontSize, lines, main } of blocksOf(layout)) {
    if (level === 0) continue;
    for (const i of upFrom(layout, element)) {
      if (levelOf(layout, i) === 0) continue;
      const known = seen.get(i);
      if (!known || fontSize > known.size) {
        const { css } = factsOf(layout, main)!;
        const look = TRAITS.map((trait) => css[trait]).join(' ');
        seen.set(i, { size: fontSize, look, text: lines[0]!.text });
      }
      break;
    }
  }
  return layout.nodes.flatMap(({ type, box }, element): Heading[] => {
    if (type !== 'element' || !box || !factsOf(layout, element)?.visible) return [];
    const level = levelOf(layout, element);
    if (level === 0) return [];
    return [{ element, level, ...(seen.get(element) ?? { size: 0, look: '', text: '' }) }];
  });
}

/** A heading more than one level below the one before it. */
interface Skip {
  heading: Heading;
  /** Level of the one before. */
  before: number;
}

function skipsIn(headings: readonly Heading[]): Skip[] {
  return headings.flatMap((heading, i): Skip[] => {
    const before = headings[i - 1]?.level ?? heading.level;
    return heading.level > before + 1 ? [{ heading, before }] : [];
  });
}

/** One finding for all that skip the same levels: they are repaired alike. */
function togetherTold(skips: readonly Skip[]): Told[] {
  const groups = new Map<string, Skip[]>();
  for (const skip of skips) {
    const key = `${skip.before} ${skip.heading.level}`;
    groups.set(key, [...(groups.get(key) ?? []), skip]);
  }
  return [...groups.values()].map((group): Told => {
    const { heading, before } = group[0]!;
    const others = group.length - 1;
    const also = others === 0 ? '' : `, and ${others === 1 ? 'one other' : `${others} others`} like it`;
    return {
      heading,
      severity: 'advisory',
      message: `The heading ${quote(heading.text)} is an h${heading.level} right after an h${before}${also}.`,
      measured: { value: heading.level, unit: 'level', after: before, headings: group.length },
      expected: { max: before + 1 },
      suggestion: `Make it an h${before + 1}, and keep its size by CSS.`,
    };
  });
}

/** Several first headings of which one is larger: which one is the title? */
function severalTitles(headings: readonly Heading[], maxRatio: number): Told[] {
  const first = headings.filter(({ level, size }) => level === 1 && size > 0);
  const sizes = first.map(({ size }) => size);
  if (first.length < 2 || Math.max(...sizes) <= Math.min(...sizes) * maxRatio) return [];
  const smallest = first.reduce((a, b) => (b.size < a.size ? b : a));
  return [
    {
      heading: smallest,
      severity: 'advisory',
      message: `The page has ${first.length} headings of level 1 in different sizes; ${quote(smallest.text)} is the smallest.`,
      measured: { value: first.length, unit: 'headings' },
      expected: { max: 1 },
      suggestion: 'Keep h1 for the title of the page, and make the others h2.',
    },
  ];
}

/** Headings of one look and several levels. */
interface Alike {
  /** The level that most of them have, and the first of these. */
  usual: Heading;
  /** Those of another. */
  odd: Heading[];
}

function alikeIn(headings: readonly Heading[]): Alike[] {
  const looks = new Map<string, Heading[]>();
  for (const heading of headings) {
    if (heading.size === 0) continue;
    const look = `${round(heading.size)} ${heading.look}`;
    looks.set(look, [...(looks.get(look) ?? []), heading]);
  }
  return [...looks.values()].flatMap((group): Alike[] => {
    const countOf = (level: number) => group.filter((heading) => heading.level === level).length;
    const usual = group.reduce((a, b) => (countOf(b.level) > countOf(a.level) ? b : a));
    const odd = group.filter(({ level }) => level !== usual.level);
    return odd.length > 0 ? [{ usual, odd }] : [];
  });
}

function tellAlike({ usual, odd }: Alike): Told {
  const heading = odd[0]!;
  const others = odd.length - 1;
  const also = others === 0 ? '' : ` So ${others === 1 ? 'is one other' : `are ${others} others`}.`;
  return {
    heading,
    message: `The h${heading.level} ${quote(heading.text)} looks like the h${usual.level} ${quote(usual.text)}, and is of another level.${also}`,
    measured: { value: heading.level, unit: 'level', size: round(heading.size) },
    expected: { value: usual.level },
    suggestion: `Make it an h${usual.level} too, or set it in another size.`,
  };
}

/** Headings larger than the one that they stand below in the outline, else the one larger than all of the highest level. */
function contradicting(headings: readonly Heading[], maxRatio: number): Told[] {
  const path: Heading[] = [];
  const nested = headings.flatMap((heading): Told[] => {
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
    const above = path.at(-1);
    path.push(heading);
    if (!above || above.size === 0 || heading.size <= above.size * maxRatio) return [];
    return [tellLarger(heading, above, maxRatio, ' that it stands below')];
  });
  if (nested.length > 0) return nested;
  const seen = headings.filter(({ size }) => size > 0);
  if (seen.length < 2) return [];
  const top = Math.min(...seen.map(({ level }) => level));
  const largest = (some: readonly Heading[]) => some.reduce((a, b) => (b.size > a.size ? b : a));
  const [heading, first] = [largest(seen), largest(seen.filter(({ level }) => level === top))];
  return heading.size > first.size * maxRatio ? [tellLarger(heading, first, maxRatio, '')] : [];
}

function tellLarger(heading: Heading, above: Heading, maxRatio: number, where: string): Told {
  return {
    heading,
    message: `The h${heading.level} ${quote(heading.text)} (${round(heading.size)} px) is larger than the h${above.level} ${quote(above.text)} (${round(above.size)} px)${where}.`,
    measured: { value: round(heading.size / above.size, 2), unit: 'ratio' },
    expected: { max: maxRatio },
    suggestion: `Swap their levels, or make the h${above.level} larger than ${round(heading.size)} px.`,
  };
}
