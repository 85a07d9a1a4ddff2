import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { reachableLines } from '../reachable.js';
import { scoreByDepth, type Damage } from '../scale.js';
import { contains, factsOf, upFrom, type TextLine } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { levelOf } from './blocks.js';
import { TYPE_THRESHOLDS } from './thresholds.js';

const DEFAULTS = TYPE_THRESHOLDS['text-ellipsis'];

/**
 * Text cut by an ellipsis. `text-clipping` leaves out what ends in one, so that no text is told twice.
 *
 * It is a warning where a reader needs the words (headings, buttons, cells, prices), unless a `title` gives them; a
 * preview of a longer text is advice.
 */
export const textEllipsis = defineCheck({
  meta: {
    id: 'text-ellipsis',
    title: 'Text cut by an ellipsis',
    description:
      'Text that does not fit and ends in "…", by `text-overflow: ellipsis` or `-webkit-line-clamp`. For the preview of a longer text that is a usual device, and only advice is given. In a heading, a button, a cell of a table or a price the missing words are the content, and often cannot be had anywhere else.',
    remedy:
      'Let it wrap, give it more room, or write less; where it has to be cut, give the whole in a `title` or on the page that it leads to.',
    severity: 'warning',
    weight: 0.25,
    source: 'WCAG 2.2, 1.4.4 and 1.4.10 (no loss of content); Carbon and Polaris design systems, truncation',
    viewports: 'all',
  },
  options: z.strictObject({
    /** px that must be missing. */
    slack: z.number().nonnegative().default(DEFAULTS.slack.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const lines = reachableLines(layout);
    if (lines.length === 0) return { score: null, reason: 'no-text' };
    const cuts = cutsOf(layout, lines, options.slack);
    const total = lettersOf(lines);
    const damagesOf = (essential: boolean): Damage[] =>
      cuts
        .filter((cut) => cut.essential === essential)
        .map(({ lines, missing, size }) => ({ amount: lettersOf(lines), depth: missing / size }));
    return {
      score:
        scoreByDepth(damagesOf(true), total, 'warning') * scoreByDepth(damagesOf(false), total, 'advisory'),
      defects: groupsOf(layout, cuts).map((group) => defectOf(layout, group)),
    };
  },
});

const lettersOf = (lines: readonly TextLine[]) => lines.reduce((sum, { text }) => sum + text.length, 0);

interface Cut {
  element: number;
  lines: TextLine[];
  /** px that don't fit, and all that there are. */
  missing: number;
  size: number;
  essential: boolean;
}

function cutsOf(layout: Layout, lines: readonly TextLine[], slack: number): Cut[] {
  const cuts = new Map<number, Cut | null>();
  for (const line of lines) {
    for (let clip = line.clip; clip; clip = clip.outer) {
      const { element } = clip;
      if (!cuts.has(element)) cuts.set(element, cutBy(layout, element, slack));
      cuts.get(element)?.lines.push(line);
    }
  }
  return [...cuts.values()].flatMap((cut) => {
    if (!cut) return [];
    const { title } = layout.nodes[cut.element]!.attributes ?? {};
    return [
      { ...cut, essential: !title && cut.lines.some((line) => isEssential(layout, line, cut.element)) },
    ];
  });
}

/** What an element hides behind its ellipsis, or null. */
function cutBy(layout: Layout, element: number, slack: number): Cut | null {
  const facts = factsOf(layout, element);
  const scroll = layout.nodes[element]!.scroll;
  if (!facts || !scroll) return null;
  const [width, height, shownWidth, shownHeight] = scroll;
  const cut = { element, lines: [], essential: false };
  if (facts.css['text-overflow'] !== 'clip' && facts.overflowX === 'clip' && width - shownWidth > slack) {
    return { ...cut, missing: width - shownWidth, size: width };
  }
  if (
    facts.css['-webkit-line-clamp'] !== 'none' &&
    facts.overflowY === 'clip' &&
    height - shownHeight > slack
  ) {
    return { ...cut, missing: height - shownHeight, size: height };
  }
  return null;
}

const ESSENTIAL = new Set(['button', 'td', 'th', 'label', 'legend', 'summary', 'figcaption', 'dt']);
const ESSENTIAL_ROLES = new Set([
  'button',
  'tab',
  'menuitem',
  'cell',
  'gridcell',
  'columnheader',
  'rowheader',
]);
const PRICE = /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|%)/u;

/** Is the line of a heading, a control, a cell or a price? Only what lies about or in the cutting element counts. */
function isEssential(layout: Layout, line: TextLine, by: number): boolean {
  if (PRICE.test(line.text)) return true;
  for (const i of upFrom(layout, line.element)) {
    const { name, attributes } = layout.nodes[i]!;
    if (ESSENTIAL.has(name) || ESSENTIAL_ROLES.has(attributes?.['role'] ?? '')) return true;
    if (layout.nodes[i]!.type === 'element' && levelOf(layout, i) > 0) return true;
    // A cell or a button holds little; an article or a dialog further up says nothing of this text.
    if (!contains(layout, by, i) && factsOf(layout, i)?.css.display !== 'inline') return false;
  }
  return false;
}

/** Cuts of elements of one style are one finding. */
function groupsOf(layout: Layout, cuts: readonly Cut[]): Cut[][] {
  const groups = new Map<string, Cut[]>();
  for (const cut of cuts) {
    const { name, attributes } = layout.nodes[cut.element]!;
    const key = `${name} ${attributes?.['class'] ?? ''} ${cut.essential}`;
    groups.set(key, [...(groups.get(key) ?? []), cut]);
  }
  return [...groups.values()];
}

function defectOf(layout: Layout, group: readonly Cut[]): Defect {
  const worst = group.reduce((a, b) => (b.missing / b.size > a.missing / a.size ? b : a));
  const others = group.length - 1;
  const also = others === 0 ? '' : `, as do ${others} like it`;
  return {
    element: worst.element,
    box: layout.nodes[worst.element]!.box,
    severity: worst.essential ? 'warning' : 'advisory',
    message: `${quote(worst.lines[0]!.text)} in ${nameOf(layout, worst.element)} ends in an ellipsis${also}: ${round(worst.missing)} px of ${round(worst.size)} px don't fit.`,
    measured: { value: round(worst.missing), unit: 'px', elements: group.length },
    expected: { max: 0 },
    suggestion: 'Let the text wrap, give it more room, or shorten it; else give the whole text in a title.',
  };
}
