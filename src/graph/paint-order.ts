import type { Layout } from '../render/capture.js';
import { styleFacts, type StyleFacts } from './style.js';
import { treeOf } from './tree.js';

/**
 * A box whose content is painted as a whole, in the phases of CSS 2.1 Appendix E: its own background, the backgrounds of
 * the blocks in it, floats, then text and whatever stands in a line. `below` and `above` are the layers painted after
 * the own background and after all the rest.
 */
interface Unit {
  root: number;
  below: Unit[];
  blocks: number[];
  floats: Unit[];
  inlines: (number | Unit)[];
  above: Unit[];
}

const known = new WeakMap<Layout, Int32Array>();

/**
 * Rank of every node in painting order: of two nodes, the one of higher rank is painted later. An element's rank is that
 * of its background, a text's that of its glyphs, so a text outranks the backgrounds it stands on. -1 for what is not
 * painted.
 *
 * The browser's own order (`paint`) tells layers apart, but not what lies in one layer, and puts a layer of negative
 * z-index above the content of its stacking context; both are completed here from the computed styles.
 */
export function paintRanks(layout: Layout): Int32Array {
  let ranks = known.get(layout);
  if (!ranks) known.set(layout, (ranks = rank(layout, unitsOf(layout))));
  return ranks;
}

function unitsOf(layout: Layout): Unit[] {
  const { nodes } = layout;
  const { parent } = treeOf(layout);
  const unitOf = new Array<Unit | undefined>(nodes.length);
  const layers: Unit[] = [];
  const open = (root: number): Unit => ({ root, below: [], blocks: [], floats: [], inlines: [], above: [] });

  nodes.forEach((node, i) => {
    const above = parent[i]!;
    const outer = unitOf[above];
    const style = node.type === 'element' ? styleFacts(layout, node.style) : null;
    const outerStyle = above < 0 ? null : styleFacts(layout, nodes[above]!.style);
    const isRoot = nodes[node.parent]?.type === 'document';
    if (!outer || node.type === 'document' || isRoot || style?.layer) {
      layers.push((unitOf[i] = open(i)));
      return;
    }
    unitOf[i] = outer;
    if (node.paint < 0) return;
    if (!style) outer.inlines.push(i);
    else if (style.css.float !== 'none') outer.floats.push((unitOf[i] = open(i)));
    else if (isAtomic(style, outerStyle, node.name)) outer.inlines.push((unitOf[i] = open(i)));
    else if (style.css.display === 'inline' || isInSvg(unitOf[i], layout)) outer.inlines.push(i);
    else outer.blocks.push(i);
  });
  return stack(layout, layers, parent);
}

/** Orders layers as the browser painted them, those of negative z-index moved below their stacking context's content. */
function stack(layout: Layout, layers: Unit[], parent: Int32Array): Unit[] {
  const paintOf = (unit: Unit) => layout.nodes[unit.root]!.paint;
  const byRoot = new Map(layers.map((unit) => [unit.root, unit]));
  const host = (unit: Unit) => {
    let at = parent[unit.root]!;
    while (at >= 0 && !byRoot.has(at)) at = parent[at]!;
    return byRoot.get(at);
  };
  const hosts = new Map(layers.map((unit) => [unit, host(unit)]));
  // The nearest layer of negative z-index at or above each layer: all within it moves with it.
  const sunken = new Map<Unit, Unit>();
  for (const unit of layers) {
    const outer = hosts.get(unit);
    const inherited = outer && sunken.get(outer);
    if (zIndexOf(layout, unit) < 0) sunken.set(unit, unit);
    else if (inherited) sunken.set(unit, inherited);
  }
  const order = layers.toSorted((a, b) => paintOf(a) - paintOf(b) || a.root - b.root);
  const top: Unit[] = [];
  for (const unit of order) {
    const group = sunken.get(unit);
    if (!group) top.push(unit);
    else if (group !== unit) group.above.push(unit);
    else (stackingContext(unit, hosts, paintOf)?.below ?? top).push(unit);
  }
  return top;
}

function zIndexOf(layout: Layout, unit: Unit): number {
  const { type, style } = layout.nodes[unit.root]!;
  return type === 'element' ? (styleFacts(layout, style)?.zIndex ?? 0) : 0;
}

/** The stacking context of a sunken layer is the last of its ancestors to be painted before it. */
function stackingContext(
  unit: Unit,
  hosts: ReadonlyMap<Unit, Unit | undefined>,
  paintOf: (unit: Unit) => number,
): Unit | undefined {
  let best: Unit | undefined;
  for (let at = hosts.get(unit); at; at = hosts.get(at)) {
    if (paintOf(at) <= paintOf(unit) && (!best || paintOf(at) > paintOf(best))) best = at;
  }
  return best;
}

function rank(layout: Layout, units: readonly Unit[]): Int32Array {
  const ranks = new Int32Array(layout.nodes.length).fill(-1);
  let next = 0;
  // An explicit stack: pages can nest deeper than calls can.
  const pending: (number | Unit)[] = units.toReversed();
  while (pending.length > 0) {
    const item = pending.pop()!;
    if (typeof item === 'number') {
      ranks[item] = next++;
      continue;
    }
    if (layout.nodes[item.root]!.paint >= 0) ranks[item.root] = next++;
    for (const part of [item.above, item.inlines, item.floats, item.blocks, item.below]) {
      for (let i = part.length - 1; i >= 0; i--) pending.push(part[i]!);
    }
  }
  return ranks;
}

const REPLACED = new Set([
  'img',
  'svg',
  'canvas',
  'video',
  'iframe',
  'object',
  'embed',
  'input',
  'textarea',
  'select',
  'button',
]);

/** Painted as a whole, in the place where a word would be: inline blocks, flex and grid items, replaced elements. */
function isAtomic(style: StyleFacts, outer: StyleFacts | null, name: string): boolean {
  const { display } = style.css;
  return display.startsWith('inline-') || /(flex|grid)$/.test(outer?.css.display ?? '') || REPLACED.has(name);
}

/** Shapes of a drawing are painted one after the other. */
function isInSvg(unit: Unit | undefined, layout: Layout): boolean {
  return unit !== undefined && layout.nodes[unit.root]!.name === 'svg';
}
