import type { Layout } from '../../../render/capture.js';
import { reachableLines } from '../reachable.js';
import { contains, factsOf, upFrom } from '../scene.js';
import { namesOf } from '../names.js';
import type { Claim } from './claim.js';

/** "42%", "Housing 42 %": one share and its label. Changes carry a sign. */
const SHARE = /^[^\d%+\-−–±↑↓▲▼]{0,40}?(\d{1,2}(?:[.,]\d+)?)\s?%[^\d%]{0,20}$/;
/** Words that say that a whole is divided. */
const WHOLE =
  /\b(?:shares?|distribution|breakdown|split|composition|allocation|mix|by (?:region|category|type|source|channel|segment|country|age|device)|anteile?|verteilung|aufteilung|répartition|distribución|reparto|ripartizione)\b|占比|分布|構成|구성/i;
const ROUND = new Set(['pie', 'donut', 'doughnut', 'ring']);
/** How far up from a share the whole may lie. */
const LEVELS = 5;

/**
 * Claims of groups of shares to make up a whole: three or more siblings with one percentage each, below a title that
 * speaks of a distribution, or beside a round chart. Shares that are far from 100 together are no parts of one whole.
 */
export function shareClaims(layout: Layout): Claim[] {
  const shares = reachableLines(layout).flatMap(({ element, text }) => {
    const match = SHARE.exec(text.trim());
    if (!match) return [];
    const digits = match[1]!.replace(',', '.');
    return [{ element, value: Number(digits), step: 10 ** -(digits.split('.')[1]?.length ?? 0) }];
  });
  if (shares.length < 3) return [];
  // For each ancestor of a share: by which child it holds how many.
  const groups = new Map<number, Map<number, typeof shares>>();
  for (const share of shares) {
    let child = share.element;
    let level = 0;
    for (const above of upFrom(layout, layout.nodes[share.element]!.parent)) {
      if (level++ >= LEVELS) break;
      const group = groups.get(above) ?? new Map<number, typeof shares>();
      groups.set(above, group);
      group.set(child, [...(group.get(child) ?? []), share]);
      child = above;
    }
  }
  return [...groups].flatMap(([holder, children]) => {
    const parts = [...children.values()];
    if (parts.length < 3 || parts.some((part) => part.length !== 1) || !isWhole(layout, holder)) return [];
    return (
      claimOf(
        layout,
        holder,
        parts.map(([part]) => part!),
      ) ?? []
    );
  });
}

function claimOf(
  layout: Layout,
  element: number,
  parts: readonly { value: number; step: number }[],
): Claim | null {
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const slack = parts.reduce((total, { step }) => total + step / 2, 0) + 1e-6;
  const off = Math.abs(sum - 100);
  if (off > 20) return null;
  const shown = Number(sum.toPrecision(6));
  return {
    element,
    box: layout.nodes[element]!.box,
    wrong:
      off <= slack
        ? null
        : {
            message: `${parts.length} shares of a whole add up to ${shown} %.`,
            measured: { value: shown, unit: '%' },
            expected: { value: 100 },
            suggestion: `Correct the shares so that they make 100 %, or name the rest (${Number((100 - sum).toPrecision(4))} %).`,
            certainty: 'likely',
          },
  };
}

/** Is there a round chart beside the shares, or does the heading nearest above them speak of a distribution? */
function isWhole(layout: Layout, holder: number): boolean {
  return WHOLE.test(headingAbove(layout, holder)) || isRound(layout, layout.nodes[holder]!.parent);
}

const HEADING = /^(?:h[1-6]|caption|figcaption|legend)$/;

/** The text of the last heading that begins before an element; "" when there is none. */
function headingAbove(layout: Layout, element: number): string {
  for (let at = element; at >= 0; at--) {
    if (HEADING.test(layout.nodes[at]!.name)) return textOf(layout, at);
  }
  return '';
}

function textOf(layout: Layout, element: number): string {
  let text = '';
  for (let at = element + 1; at < layout.nodes.length && contains(layout, element, at); at++) {
    text += `${layout.nodes[at]!.text ?? ''} `;
  }
  return text;
}

/** Is there a round chart in an element: named so, or painted as a cone of colours? */
function isRound(layout: Layout, element: number): boolean {
  for (let at = element; at < layout.nodes.length && contains(layout, element, at); at++) {
    const node = layout.nodes[at]!;
    if (node.type !== 'element') continue;
    if (namesOf(node).some((words) => words.some((word) => ROUND.has(word)))) return true;
    if (factsOf(layout, at)?.css['background-image'].includes('conic-gradient')) return true;
  }
  return false;
}
