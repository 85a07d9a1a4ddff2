import type { Box, Layout } from '../../../render/capture.js';
import { contains, upFrom } from '../scene.js';
import { blocksOf, type TextBlock } from '../type/blocks.js';
import { amountOf, type Amount } from './amount.js';
import { isCell } from './tables.js';

/** A label with one amount beside it. */
export interface StackedRow {
  /** The block of the amount. */
  element: number;
  /** Null for what costs nothing. */
  amount: Amount | null;
  /** What the amount is as written. */
  text: string;
  /** The first text of the row: what it is called. */
  name: string;
  /** All text of the row but the amount. */
  label: string;
}

/** px by which the edges of amounts may differ that stand in one column. */
const COLUMN = 3;
const CURRENCY =
  /^(?:\p{Sc}|kr\.?|zł|chf|r\$|us\$|usd|eur|gbp|cad|aud|nzd|jpy|cny|inr|sek|nok|dkk|pln|czk|brl|mxn|sar|aed|ils|krw|try|zar|sgd|hkd)$/iu;
const FREE =
  /^(?:free|gratis|included|kostenlos|inklusive|gratuit|offert|inclus|incluido|incluso|免费|無料|무료)$/i;
/** What can be chosen or counted up changes what a row adds. */
const CHANGEABLE = new Set(['input', 'select', 'textarea']);

/**
 * Rows that lie over each other without being a table: items of a list, boxes, terms and what belongs to them. Each is a
 * text and, beside it on one line, one amount of money or one plain number ("Total: €20" in one piece too); the amounts
 * share an edge. A run ends where anything else is written between two rows, or is there and not shown.
 */
export function stackedRows(layout: Layout): StackedRow[][] {
  const blocks = blocksOf(layout).map((block) => readBlock(layout, block));
  const runs: StackedRow[][] = [];
  let last: Found | null = null;
  for (const [at, { amount }] of blocks.entries()) {
    const found = amount && rowAt(layout, blocks, at, amount);
    if (!found) continue;
    if (last && follows(layout, blocks, last, found)) runs.at(-1)!.push(found.row);
    else runs.push([found.row]);
    last = found;
  }
  return runs.filter((run) => run.length > 1);
}

type Price = Amount | 'free';
interface Read {
  block: TextBlock;
  /** What the block names, where it names its amount itself. */
  label: string | null;
  text: string;
  amount: Price | null;
}
/** A row, and which of the blocks it is made of. */
interface Found {
  row: StackedRow;
  amount: number;
  first: number;
  last: number;
}

/** "Total: €20": a label and its amount in one line. */
const NAMED = /^([^:：]*\p{L}[^:：]*)[:：]\s*(.*\d.*)$/u;

function readBlock(layout: Layout, block: TextBlock): Read {
  const line = block.lines.length === 1 ? block.lines[0]!.text.trim() : '';
  const [, label = null, text = line] = NAMED.exec(line) ?? [];
  const amount = FREE.test(text) ? 'free' : amountOf(text);
  const isCounted = amount !== 'free' && amount?.unit !== '' && !CURRENCY.test(amount?.unit ?? '');
  const isTable = [...upFrom(layout, block.element)].some((i) => isCell(layout, i));
  return { block, label, text, amount: isCounted || isTable ? null : amount };
}

function rowAt(layout: Layout, blocks: readonly Read[], at: number, price: Price): Found | null {
  const before = blocks[at - 1];
  const { block, label, text } = blocks[at]!;
  const amount = price === 'free' ? null : price;
  if (label !== null) {
    if (hasChangeable(layout, block.element)) return null;
    const row = { element: block.element, amount, text, name: label.trim(), label: label.trim() };
    return { row, amount: at, first: at, last: at };
  }
  if (!before || before.amount || !isBeside(before.block.box, block.box)) return null;
  const holder = [...upFrom(layout, block.element)].find((i) => contains(layout, i, before.block.element))!;
  const isInside = (i: number) =>
    blocks[i] !== undefined && contains(layout, holder, blocks[i].block.element);
  let [first, last] = [at - 1, at];
  while (isInside(first - 1) && !blocks[first - 1]!.amount) first--;
  while (isInside(last + 1) && !blocks[last + 1]!.amount) last++;
  // A box with several amounts holds several rows.
  const isOwn = !isInside(first - 1) && !isInside(last + 1);
  if (!isOwn) [first, last] = [at - 1, at];
  const parts = blocks
    .slice(first, last + 1)
    .flatMap((one, i) => (first + i === at ? [] : textOf(one.block)));
  const isFixed = !hasChangeable(layout, isOwn ? holder : before.block.element);
  if (!isFixed || !/\p{L}/u.test(parts[0]!)) return null;
  const row = { element: block.element, amount, text, name: parts[0]!, label: parts.join(' ') };
  return { row, amount: at, first, last };
}

const textOf = ({ lines }: TextBlock) =>
  lines
    .map(({ text }) => text)
    .join(' ')
    .trim();

/** Do two boxes stand on one line, without lying over each other? */
function isBeside(a: Box, b: Box): boolean {
  const middle = b[1] + b[3] / 2;
  const isLevel = middle >= a[1] && middle <= a[1] + a[3];
  return isLevel && (a[0] + a[2] <= b[0] + 1 || b[0] + b[2] <= a[0] + 1);
}

function hasChangeable({ nodes }: Layout, element: number): boolean {
  for (let i = element + 1; i < nodes.length && nodes[i]!.parent >= element; i++) {
    if (CHANGEABLE.has(nodes[i]!.name)) return true;
  }
  return false;
}

function follows(layout: Layout, blocks: readonly Read[], above: Found, below: Found): boolean {
  if (below.first !== above.last + 1) return false;
  const [a, b] = [blocks[above.amount]!.block.box, blocks[below.amount]!.block.box];
  const isColumn = Math.abs(a[0] - b[0]) <= COLUMN || Math.abs(a[0] + a[2] - b[0] - b[2]) <= COLUMN;
  if (!isColumn || b[1] < a[1] + a[3] / 2) return false;
  return !hidesBetween(
    layout,
    blocks.slice(above.last, below.first + 1).map(({ block }) => block),
  );
}

/** Elements that never show anything themselves. */
const SILENT = new Set(['script', 'style', 'template', 'br', 'wbr', 'link', 'meta', 'noscript']);

/** Is an element without a box one with content, nothing of which is shown? `display: contents` has no box either. */
function isFolded({ nodes }: Layout, element: number): boolean {
  if (SILENT.has(nodes[element]!.name) || nodes[element + 1]?.parent !== element) return false;
  for (let i = element + 1; i < nodes.length && nodes[i]!.parent >= element; i++) {
    if (nodes[i]!.box) return false;
  }
  for (let i = element; i >= 0; i = nodes[i]!.parent) if (nodes[i]!.name === 'svg') return false;
  return true;
}

/** Is there, between the first and the last of these blocks, what may be a row that isn't shown? */
function hidesBetween(layout: Layout, blocks: readonly TextBlock[]): boolean {
  const { nodes } = layout;
  const shown = new Set(
    blocks.flatMap(({ lines }) => lines.flatMap(({ pieces }) => pieces.map(({ node }) => node))),
  );
  for (let i = blocks[0]!.element; i < blocks.at(-1)!.element; i++) {
    const { type, text, box, parent } = nodes[i]!;
    if (type === 'text' && /\d/.test(text ?? '') && !shown.has(i)) return true;
    // Of what has no box, the text is not known.
    if (type === 'element' && box === null && nodes[parent]?.box && isFolded(layout, i)) return true;
  }
  return false;
}
