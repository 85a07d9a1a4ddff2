import { area } from '../../../graph/geometry.js';
import { px } from '../../../graph/style.js';
import { treeOf } from '../../../graph/tree.js';
import type { Box, Layout } from '../../../render/capture.js';
import { factsOf, sceneOf } from '../scene.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

/** A sibling among its likes. */
export interface Peer {
  /** Index of the element in the layout. */
  node: number;
  box: Box;
  /** Does it follow the peer before it, with nothing in the flow between them? */
  follows: boolean;
}

/** Siblings made alike that their container lays out one after the other: cards, tiles, entries of a list. */
export interface Peers {
  container: number;
  /** Three or more, in document order. */
  items: Peer[];
  /** The same in rows from top to bottom, each in document order. */
  rows: Peer[][];
  /** How many elements of the flow, peers or not, stand in the container. */
  flow: number;
}

const known = new WeakMap<Layout, Peers[]>();

/**
 * Every group of peers of a layout. Left out: tables, words in a line, what is turned, moved or taken out of the flow, and
 * columns that fill from top to bottom (masonry), where rows mean nothing.
 */
export function peersOf(layout: Layout): Peers[] {
  let peers = known.get(layout);
  if (!peers) known.set(layout, (peers = findPeers(layout)));
  return peers;
}

function findPeers(layout: Layout): Peers[] {
  const { children } = treeOf(layout);
  const found: Peers[] = [];
  for (let container = 0; container < layout.nodes.length; container++) {
    const { type, box } = layout.nodes[container]!;
    if (type !== 'element' || !box) continue;
    const below = children(container);
    if (below.length < 3) continue;
    const flow = [...below].filter((node) => isInFlow(layout, node));
    const chosen = alike(layout, flow);
    if (chosen.length < 3) continue;
    const items = chosen.map((node, i): Peer => ({
      node,
      box: layout.nodes[node]!.box!,
      follows: i > 0 && flow.indexOf(node) === flow.indexOf(chosen[i - 1]!) + 1,
    }));
    const rows = rowsOf(items);
    if (rows) found.push({ container, items, rows, flow: flow.length });
  }
  return found;
}

/**
 * Siblings of one width below each other, whatever they are: three or more, in document order. Blocks in a column fill it, so one
 * of the same width at another place has been moved.
 */
export function stacksOf(layout: Layout): Peer[][] {
  const { children } = treeOf(layout);
  return layout.nodes.flatMap(({ type, box }, container) => {
    const below = type === 'element' && box ? children(container) : [];
    const flow = [...below].filter((node) => isInFlow(layout, node));
    const items = flow.map((node) => ({ node, box: layout.nodes[node]!.box!, follows: false }));
    return ofOneWidth(items).filter(
      (stack) =>
        stack.length > 2 && stack.every((item, i) => i === 0 || item.box[1] >= bottomOf(stack[i - 1]!) - 1),
    );
  });
}

/** Items by width, those of one group within 1 px of its first. */
function ofOneWidth(items: readonly Peer[]): Peer[][] {
  const groups: Peer[][] = [];
  for (const item of items) {
    const group = groups.find(([first]) => Math.abs(first!.box[2] - item.box[2]) <= 1);
    if (group) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

function bottomOf({ box }: Peer): number {
  return box[1] + box[3];
}

function isInFlow(layout: Layout, node: number): boolean {
  const scene = sceneOf(layout);
  const { box, type } = layout.nodes[node]!;
  if (type !== 'element' || !box || area(box) < 4 || !scene.drawn[node] || scene.rotated[node]) return false;
  const { css, placed } = factsOf(layout, node)!;
  if (placed !== null || css.position === 'sticky' || css.transform !== 'none') return false;
  return css.display !== 'inline' && !css.display.startsWith('table');
}

/**
 * The largest group of one tag that shares a class; without classes, the largest of one tag. Entries of a list are alike whatever
 * their classes, which tell their states.
 */
function alike(layout: Layout, flow: readonly number[]): number[] {
  const groups = new Map<string, number[]>();
  for (const node of flow) {
    const { name, attributes } = layout.nodes[node]!;
    const classes = new Set(attributes?.['class']?.split(/\s+/).filter((one) => one !== ''));
    for (const key of classes.size > 0 && name !== 'li' ? classes : ['']) {
      const group = groups.get(`${name}.${key}`);
      if (group) group.push(node);
      else groups.set(`${name}.${key}`, [node]);
    }
  }
  let largest: number[] = [];
  for (const group of groups.values()) if (group.length > largest.length) largest = group;
  return largest;
}

/** Null when the items don't fill rows from top to bottom. */
function rowsOf(items: readonly Peer[]): Peer[][] | null {
  const rows: Peer[][] = [];
  let top = -Infinity;
  for (const item of items) {
    const row = rows.at(-1);
    if (row && row.every((other) => isBeside(item.box, other.box))) {
      row.push(item);
      continue;
    }
    if (item.box[1] < top) return null;
    top = item.box[1];
    rows.push([item]);
  }
  return rows;
}

function isBeside(a: Box, b: Box): boolean {
  const common = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  const apart = a[0] >= b[0] + b[2] - 1 || b[0] >= a[0] + a[2] - 1;
  return apart && common > Math.min(a[3], b[3]) / 2;
}

/** Does an element paint a box of its own: a ground, a border or a shadow? */
export function isPaintedBox(layout: Layout, node: number): boolean {
  const style = factsOf(layout, node);
  return style !== null && (style.background[3] > 0.02 || style.pictured || style.bordered || style.shadowed);
}

const CARD = LAYOUT_THRESHOLDS['uneven-columns'];

/** Is it a painted box that is large enough to hold text of its own, and no picture or control? */
export function isCard(layout: Layout, node: number, [, , width, height]: Box): boolean {
  return (
    width >= CARD.minCardWidth.value &&
    height >= CARD.minCardHeight.value &&
    isPaintedBox(layout, node) &&
    !/^(img|video|canvas|button|a|input|textarea|select)$/.test(layout.nodes[node]!.name)
  );
}

/** The content box of an element that is neither turned nor scaled. */
export function contentBox(layout: Layout, node: number): Box {
  const [x, y, width, height] = layout.nodes[node]!.box!;
  const { css } = factsOf(layout, node)!;
  const left = px(css['border-left-width']) + px(css['padding-left']);
  const top = px(css['border-top-width']) + px(css['padding-top']);
  const right = px(css['border-right-width']) + px(css['padding-right']);
  const bottom = px(css['border-bottom-width']) + px(css['padding-bottom']);
  return [x + left, y + top, Math.max(0, width - left - right), Math.max(0, height - top - bottom)];
}
