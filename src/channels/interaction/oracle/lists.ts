import { isVisible } from '../../../graph/visibility.js';
import type { Layout } from '../../../render/capture.js';
import { nodeAt, pathOf } from '../../../render/probe/path.js';
import { textIn } from '../explorer/texts.js';

const CHOSEN = /(^|[\s_-])(active|selected|current|is-active|on|checked)(?=[\s_-]|$)/g;

/** The nodes that lie in an element, itself left out. */
export function partsOf({ nodes }: Layout, top: number): number[] {
  const within = new Set([top]);
  return nodes.flatMap(({ parent }, i) => {
    if (!within.has(parent)) return [];
    within.add(i);
    return i;
  });
}

/** True when an element says that it is the one of several that is chosen. */
export function isChosen({ nodes }: Layout, node: number): boolean {
  const { attributes = {}, checked, name } = nodes[node]!;
  if (name === 'input' && attributes['type'] === 'radio') return checked ?? false;
  return (
    ['aria-selected', 'aria-pressed', 'aria-checked'].some((state) => attributes[state] === 'true') ||
    (attributes['aria-current'] ?? 'false') !== 'false' ||
    (attributes['class'] ?? '').search(CHOSEN) >= 0
  );
}

/**
 * Where the mark of the chosen one went in the list that a control stands in: to it, or to another one. Null where no single mark moved,
 * or the list itself is another.
 */
export function markedBetween(
  without: Layout,
  withIt: Layout,
  control: number,
): 'control' | 'another' | null {
  if (control < 0) return null;
  const gained: number[] = [];
  let isMarked = false;
  for (const node of equalsOf(without, control)) {
    const counterpart = nodeAt(withIt, pathOf(without, node));
    if (counterpart < 0 || withIt.nodes[counterpart]!.name !== without.nodes[node]!.name) return null;
    const [was, is] = [isMarkedIn(without, node), isMarkedIn(withIt, counterpart)];
    if (node === control) isMarked = is;
    if (was || !is) continue;
    // The same place in a list from which something went, or that was ordered anew, is not the same one.
    if (textIn(without, node) !== textIn(withIt, counterpart)) return null;
    gained.push(node);
  }
  if (gained.length !== 1) return null;
  if (gained[0] === control) return 'control';
  return isMarked ? null : 'another';
}

/** Some lists mark what a control is wrapped in. */
const isMarkedIn = (layout: Layout, node: number) =>
  isChosen(layout, node) ||
  (layout.nodes[layout.nodes[node]!.parent]?.name === 'li' && isChosen(layout, layout.nodes[node]!.parent));

/** A control and its equals: the same tag and classes, in the same element or each in one of its items. */
export function equalsOf({ nodes }: Layout, control: number): number[] {
  const listOf = (node: number) => {
    const { parent } = nodes[node]!;
    return nodes[parent]?.name === 'li' ? nodes[parent].parent : parent;
  };
  const classesOf = (node: number) => (nodes[node]!.attributes?.['class'] ?? '').replace(CHOSEN, ' ').trim();
  const [list, classes, tag] = [listOf(control), classesOf(control), nodes[control]!.name];
  return nodes.flatMap(({ type, name }, i) =>
    type === 'element' && name === tag && listOf(i) === list && classesOf(i) === classes ? i : [],
  );
}

/** Fewer texts make no order. */
const LEAST = 3;
const LONGEST = 60;
const PRICE = /[$€£¥₹]\s?\d|\d\s?[€₹]/;

/**
 * The shown prices outside of the control, group by group of equal style, where the same stand there in another order: the new order of
 * those between the first and the last that changed places, since another list may look the same.
 */
export function reorderedPrices(without: Layout, withIt: Layout, control: readonly number[]): string[][] {
  const groups = pricesOf(withIt, new Set());
  return [...pricesOf(without, new Set(control))].flatMap(([key, before]) => {
    const after = groups.get(key) ?? [];
    const isElsewhere = (price: string, i: number) => price !== before[i];
    const changed = after.slice(after.findIndex(isElsewhere), after.findLastIndex(isElsewhere) + 1);
    const isSame = before.toSorted().join('\n') === after.toSorted().join('\n');
    return isSame && before.length >= LEAST && changed.length > 1 ? [changed] : [];
  });
}

/** Prices in document order, by the element and class that holds them. */
function pricesOf(layout: Layout, leftOut: ReadonlySet<number>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  layout.nodes.forEach(({ text, parent }, i) => {
    if (text === undefined || text.length > LONGEST || !PRICE.test(text) || !isVisible(layout, i)) return;
    const holder = layout.nodes[parent]!;
    if (holder.name === 'option' || leftOut.has(parent)) return;
    const key = `${holder.name}.${holder.attributes?.['class'] ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), text.trim()]);
  });
  return groups;
}
