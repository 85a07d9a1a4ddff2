import { area, overlapArea } from '../../../graph/geometry.js';
import { selectorOf } from '../../../graph/selector.js';
import { isReachable, isVisible } from '../../../graph/visibility.js';
import type { Box, Layout } from '../../../render/capture.js';
import { nodeAt, pathOf } from '../../../render/probe/path.js';
import { textIn } from '../explorer/texts.js';
import { equalsOf } from './lists.js';

/* What a control belongs to, or speaks of, and what became of it. */

/** Levels above a control among which the item is looked for that it stands in. */
const NEAR = 4;
const bare = (classes = '') =>
  classes
    .split(/\s+/)
    .filter((one) => one !== '' && !/active|selected|current/.test(one))
    .sort()
    .join(' ');

/**
 * Of the items of a list in one of which a control stands: whether it was its own that went, or another one though its own is still
 * there. Null where none did.
 */
export function removedBetween(
  without: Layout,
  withIt: Layout,
  control: number,
): 'control' | 'another' | null {
  const item = itemOf(without, control);
  if (item < 0) return null;
  const list = without.nodes[item]!.parent;
  const after = nodeAt(withIt, pathOf(without, list));
  if (after < 0) return null;
  const itemsIn = (layout: Layout, parent: number) =>
    layout.nodes.flatMap((node, i) =>
      node.parent === parent && node.name === without.nodes[item]!.name && isVisible(layout, i)
        ? textIn(layout, i)
        : [],
    );
  const left = itemsIn(withIt, after);
  const before = itemsIn(without, list);
  if (left.length >= before.length) return null;
  const own = textIn(without, item);
  if (before.filter((text) => text === own).length !== 1) return null;
  return left.includes(own) ? 'another' : 'control';
}

function itemOf({ nodes }: Layout, control: number): number {
  let at = control < 0 ? -1 : nodes[control]!.parent;
  for (let level = 0; at >= 0 && level < NEAR; level++, at = nodes[at]!.parent) {
    const { parent, name, attributes } = nodes[at]!;
    const isOne = nodes.some(
      (other, i) =>
        i !== at &&
        other.parent === parent &&
        other.name === name &&
        bare(other.attributes?.['class']) === bare(attributes?.['class']),
    );
    if (isOne && /^(li|tr|div|article|section|dl|p)$/.test(name)) return at;
  }
  return -1;
}

/** Shorter names are numbers, or signs. */
const LEAST = 4;

/**
 * The name of another one of a control's list, where a text became just that in its place and the control's own name is nowhere among
 * what is new; null else, and where several are named.
 */
export function namedInstead(
  without: Layout,
  control: number,
  retold: readonly (readonly [string, string])[],
  appeared: readonly string[],
): string | null {
  if (control < 0) return null;
  const own = textIn(without, control);
  const names = equalsOf(without, control)
    .filter((node) => node !== control)
    .map((node) => textIn(without, node))
    .filter((name) => name.length >= LEAST && name !== own);
  if (own.length < LEAST || names.length === 0) return null;
  const news = [...retold.map(([, after]) => after.trim()), ...appeared];
  if (news.some((text) => text.toLowerCase().includes(own.toLowerCase()))) return null;
  const named = new Set(retold.map(([, after]) => after.trim()).filter((text) => names.includes(text)));
  return named.size === 1 ? [...named][0]! : null;
}

/** Whether what a control says that it controls (`aria-controls`) is to be seen; null where it names nothing that is there. */
export function controlledIn({ nodes }: Layout, withIt: Layout, control: number): 'shown' | 'hidden' | null {
  const id = control < 0 ? undefined : nodes[control]!.attributes?.['aria-controls'];
  if (id === undefined) return null;
  const at = withIt.nodes.findIndex(({ attributes }) => attributes?.['id'] === id);
  if (at < 0) return null;
  return isReachable(withIt, at) ? 'shown' : 'hidden';
}

/** Share of the window by whose end what a link names begins, and px from its end at which a page can't go on. */
const ARRIVED = 2 / 3;
const AT_END = 2;

/** Whether the part of the page that a link names is on the screen and not just at its lower edge, `scroll` px down; null where it names none that has a place. */
export function arrivedAt(
  { nodes }: Layout,
  withIt: Layout,
  control: number,
  [, scroll]: readonly [number, number],
): boolean | null {
  const href = control < 0 ? undefined : nodes[control]!.attributes?.['href'];
  if (href === undefined || !/^#./.test(href)) return null;
  const target = withIt.nodes.find(({ attributes }) => attributes?.['id'] === href.slice(1));
  if (!target?.box || target.box[3] < 1) return null;
  const [, top, , height] = target.box;
  const isAtEnd = scroll + withIt.size[1] >= withIt.page[1] - AT_END;
  return top + height > scroll && (isAtEnd || top < scroll + withIt.size[1] * ARRIVED);
}

/** Share of a line that must lie under something for nobody to read it. */
const COVERED = 0.8;

/**
 * What stays in place over the first line of the part of the page that a link names, once it has arrived there: "header.top". Null where
 * that is to be read, or nothing is named.
 */
export function coveredBy(
  { nodes }: Layout,
  withIt: Layout,
  control: number,
  [left, top]: readonly [number, number],
): string | null {
  const href = control < 0 ? undefined : nodes[control]!.attributes?.['href'];
  if (href === undefined || !/^#./.test(href)) return null;
  const target = withIt.nodes.findIndex(({ attributes }) => attributes?.['id'] === href.slice(1));
  if (target < 0) return null;
  const within = new Set([target]);
  const first = withIt.nodes.findIndex(({ parent, type }, i) => {
    if (!within.has(parent)) return false;
    within.add(i);
    return type === 'text' && isVisible(withIt, i);
  });
  const line = first < 0 ? null : withIt.nodes[first]!.box;
  if (!line) return null;
  const screen: Box = [left, top, ...withIt.size];
  if (overlapArea(line, screen) < area(line) * COVERED) return null;
  const over = withIt.nodes.findIndex(({ type, box, style, name }, i) => {
    const { position, 'background-color': colour } = withIt.styles[style] ?? {};
    return (
      type === 'element' &&
      !name.startsWith('::') &&
      box !== null &&
      /^(fixed|sticky)$/.test(position ?? '') &&
      /^rgb\(/.test(colour ?? '') &&
      !within.has(i) &&
      isVisible(withIt, i) &&
      !isAbove(withIt, i, target) &&
      overlapArea(box, line) >= area(line) * COVERED
    );
  });
  return over < 0 ? null : selectorOf(withIt, over);
}

function isAbove({ nodes }: Layout, above: number, from: number): boolean {
  for (let at = from; at >= 0; at = nodes[at]!.parent) if (at === above) return true;
  return false;
}

/** The cells below a head of a table, top to bottom, where their rows came to stand in another order; null else. */
export function reorderedColumn(without: Layout, withIt: Layout, control: number): string[] | null {
  const head = control < 0 ? -1 : cellOf(without, control);
  if (head < 0) return null;
  const column = siblings(without, head).indexOf(head);
  const before = columnIn(without, tableOf(without, head), column);
  const after = columnIn(withIt, nodeAt(withIt, pathOf(without, tableOf(without, head))), column);
  const isSame = before.toSorted().join('\n') === after.toSorted().join('\n');
  return isSame && before.length >= 3 && before.join('\n') !== after.join('\n') ? after : null;
}

const cells = /^(th|td)$/;
const siblings = ({ nodes }: Layout, cell: number) =>
  nodes.flatMap(({ parent, name }, i) => (parent === nodes[cell]!.parent && cells.test(name) ? i : []));

function cellOf({ nodes }: Layout, from: number): number {
  let at = from;
  while (at >= 0 && nodes[at]!.name !== 'th') at = nodes[at]!.parent;
  return at;
}

function tableOf({ nodes }: Layout, from: number): number {
  let at = from;
  while (at >= 0 && nodes[at]!.name !== 'table') at = nodes[at]!.parent;
  return at;
}

function columnIn(layout: Layout, table: number, column: number): string[] {
  const { nodes } = layout;
  if (table < 0) return [];
  return nodes.flatMap(({ name, parent }, row) => {
    if (name !== 'tr' || nodes[parent]?.name === 'thead' || !isVisible(layout, row)) return [];
    if (tableOf(layout, row) !== table) return [];
    const own = nodes.flatMap((cell, i) => (cell.parent === row && cells.test(cell.name) ? i : []));
    return own.some((i) => nodes[i]!.name === 'td') && own[column] !== undefined
      ? textIn(layout, own[column])
      : [];
  });
}

const CLEARING = /^(?:clear|remove|delete|empty)\s+(?:all\s+|the\s+)?(.+)$/i;

/** Of a control that is to clear the part of the page with that heading: whether anything went from it. Null where there is none, or it was empty. */
export function clearedBetween(without: Layout, withIt: Layout, control: number): boolean | null {
  if (control < 0) return null;
  const wanted = CLEARING.exec(textIn(without, control))?.[1]?.toLowerCase();
  if (wanted === undefined) return null;
  const heading = without.nodes.findIndex(
    ({ name }, i) => /^h[1-6]$/.test(name) && textIn(without, i).toLowerCase() === wanted,
  );
  if (heading < 0) return null;
  const part = without.nodes[heading]!.parent;
  const [before, after] = [
    countTexts(without, part),
    countTexts(withIt, nodeAt(withIt, pathOf(without, part))),
  ];
  return before <= 1 ? null : after < before;
}

function countTexts(layout: Layout, top: number): number {
  const within = new Set([top]);
  let count = 0;
  layout.nodes.forEach(({ parent, type }, i) => {
    if (!within.has(parent)) return;
    within.add(i);
    if (type === 'text' && isVisible(layout, i)) count++;
  });
  return count;
}

/** What code writes where a value is missing. */
const GARBLED = /(^|[\s:€$£(])(undefined|NaN|\[object Object\])(?=$|[\s:,.;)€%])/;
const SHORT = 60;

/** Shown texts of the page with the action that hold a value that is none, and that the page without it does not show. Code is left out. */
export function garbledIn(withIt: Layout, appeared: readonly string[]): string[] {
  const told = appeared.filter((text) => text.length <= SHORT && GARBLED.test(text));
  return told.filter((text) =>
    withIt.nodes.some(({ text: own, parent }) => own?.trim() === text.trim() && !isCode(withIt, parent)),
  );
}

function isCode({ nodes }: Layout, from: number): boolean {
  for (let at = from; at >= 0; at = nodes[at]!.parent)
    if (/^(code|pre|kbd|samp|var|textarea)$/.test(nodes[at]!.name)) return true;
  return false;
}
