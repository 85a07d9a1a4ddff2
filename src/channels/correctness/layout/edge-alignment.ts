import { z } from 'zod';
import type { DesignGraph, GraphNode, RelationType, Role } from '../../../graph/schema.js';
import type { Box, Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { area, round, union } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf, sceneOf } from '../scene.js';
import { nameOf } from '../wording.js';
import { stacksOf, type Peer } from './peers.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['edge-alignment'];
const OPTIONS = z.strictObject({
  /** px; less is rounding. */
  min: z.number().min(0).default(DEFAULTS.min.value),
  /** px; more is a choice. */
  max: z.number().min(0).default(DEFAULTS.max.value),
});

/**
 * An element that misses, by a few pixels, the edge that its siblings share.
 *
 * Left out: what lines up with anything else among its siblings (its other edge, its middle), words and controls that
 * stand in a line of text, text of another size in a row (it sits on a common baseline), and what is turned or moves.
 */
export const edgeAlignment = defineCheck({
  meta: {
    id: 'edge-alignment',
    title: 'Edges nearly align',
    description:
      'Three or more siblings share an edge, and another one misses it by a few pixels: too much to be unseen and too little to be meant; or one of several siblings of one width below each other has kept its width and lost its place. Only edges are compared that readers see: the side at which lines begin, the far side of boxes, and the tops of boxes in a row. What lines up with its siblings in some other way is left alone.',
    remedy:
      'Give the element the edge of its siblings: take off its own margin, padding or offset, and let the container place all of them.',
    severity: 'warning',
    weight: 0.2,
    source: 'Cohesion and regularity of layouts (Ngo et al. 2003); thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ layout, graph, options }): CheckResult {
    const families = familiesOf(layout, graph);
    const columns = stacksOf(layout);
    const members = new Set(families.flatMap((family) => family.members.map(({ element }) => element)));
    for (const { node } of columns.flat()) members.add(node);
    const compared = members.size;
    if (compared === 0) return { score: null, reason: 'no-siblings' };
    const off = new Map<GraphNode, Miss>();
    for (const family of families) {
      for (const miss of missesOf(layout, family, options)) {
        const known = off.get(miss.node);
        if (!known || miss.group.length > known.group.length) off.set(miss.node, miss);
      }
    }
    const known = new Set([...off.keys()].map(({ element }) => element));
    const shifted = columns
      .flatMap((column) => shiftedItem(column, options.min) ?? [])
      .filter(({ item }) => !known.has(item.node));
    return {
      score: scoreByShare(off.size + shifted.length, compared, 'warning'),
      defects: [
        ...[...off.values()].map((miss) => defectOf(layout, miss)),
        ...shifted.map((shift) => shiftDefect(layout, shift)),
      ],
    };
  },
});

/** Siblings in the graph and the edges that some of them share. */
interface Family {
  members: GraphNode[];
  groups: { type: RelationType; nodes: Set<GraphNode> }[];
  /** Members that line up with another one, by axis. */
  aligned: [across: Set<GraphNode>, down: Set<GraphNode>];
  /** What a reader sees of each member. */
  seen: ReadonlyMap<GraphNode, Box>;
}

interface Shift {
  item: Peer;
  others: number;
  /** px; positive is right of its place. */
  by: number;
}

/**
 * The one item of a column that is as wide as the others and stands beside their edge. An indent takes its room from the
 * width; what keeps its width misses both edges, so it is seen as off its place at sizes at which an indent is a choice.
 */
function shiftedItem(items: readonly Peer[], min: number): Shift | null {
  const isIn = (a: Peer, b: Peer) => Math.abs(a.box[0] - b.box[0]) <= 1;
  const off = items.filter((item) => items.filter((other) => isIn(item, other)).length === 1);
  const item = off[0];
  if (!item || off.length > 1) return null;
  const others = items.filter((other) => other !== item);
  const [first] = others as [Peer];
  const by = item.box[0] - first.box[0];
  const isAlike = others.every((other) => isIn(other, first) && Math.abs(other.box[2] - item.box[2]) <= 1);
  return isAlike && Math.abs(by) >= min && Math.abs(by) <= DEFAULTS.maxShift.value
    ? { item, others: others.length, by }
    : null;
}

function shiftDefect(layout: Layout, { item, others, by }: Shift): Defect {
  const name = nameOf(layout, item.node);
  const px = round(Math.abs(by));
  return {
    element: item.node,
    box: item.box,
    message: `${name} is as wide as ${others} siblings above and below it, and stands ${px} px to the ${by > 0 ? 'right' : 'left'} of them.`,
    measured: { value: px, unit: 'px', edge: 'left' },
    expected: { max: 0 },
    suggestion: `Move ${name} ${px} px to the ${by > 0 ? 'left' : 'right'}: check its margin, offset and translate.`,
  };
}

const ACROSS = new Set<RelationType>(['aligned-left', 'aligned-right', 'aligned-center-x']);

function familiesOf(layout: Layout, { nodes, relations }: DesignGraph): Family[] {
  const families = new Map<number, Family>();
  const seen = seenBoxes(layout, nodes);
  const compared = new Set<GraphNode>();
  for (const node of nodes) {
    if (!seen.has(node) || !isCompared(layout, node)) continue;
    compared.add(node);
    const family = families.get(node.parent);
    if (family) family.members.push(node);
    else families.set(node.parent, { members: [node], groups: [], aligned: [new Set(), new Set()], seen });
  }
  for (const { type, nodes: ids } of relations) {
    if (!type.startsWith('aligned-')) continue;
    const group = ids.map((id) => nodes[id]!);
    const family = families.get(group[0]!.parent);
    if (!family || group.some(({ parent }) => parent !== group[0]!.parent)) continue;
    const axis = ACROSS.has(type) ? 0 : 1;
    for (const node of group) family.aligned[axis].add(node);
    family.groups.push({ type, nodes: new Set(group.filter((node) => compared.has(node))) });
  }
  return [...families.values()].filter(({ members }) => members.length > 2);
}

const LINE_CONTROLS = /^(checkbox|radio|range|color|file)$/i;

/** Roles that show their own edges; other nodes do by what they paint or write. */
const EDGED = new Set<Role>(['image', 'drawing', 'canvas', 'media', 'frame', 'button', 'field']);

/**
 * What a reader sees of every node: the box that it paints, else its lines of text, else what is seen of the only node in
 * it. Other boxes show no edges.
 */
function seenBoxes(layout: Layout, nodes: readonly GraphNode[]): Map<GraphNode, Box> {
  const seen = new Map<GraphNode, Box>();
  const inner = new Map<number, GraphNode | null>();
  for (const node of nodes.toReversed()) {
    const { id, parent, element, role, box, lines } = node;
    inner.set(parent, inner.has(parent) ? null : node);
    const only = inner.get(id);
    if (EDGED.has(role) || hasEdges(layout, element)) seen.set(node, box);
    else if (lines.length > 0) seen.set(node, lines.map((line) => line.box).reduce(union));
    else if (only && seen.has(only)) seen.set(node, seen.get(only)!);
  }
  return seen;
}

function isCompared(layout: Layout, { element, role, box, opacity }: GraphNode): boolean {
  if (role === 'cell' || role === 'row' || role === 'icon' || sceneOf(layout).rotated[element]) return false;
  if (Math.min(box[2], box[3]) < DEFAULTS.minSide.value || opacity < 0.3) return false;
  const { css } = factsOf(layout, element)!;
  if (css['animation-name'] !== 'none' || (css.display.startsWith('inline') && css.position === 'static'))
    return false;
  return !LINE_CONTROLS.test(layout.nodes[element]!.attributes?.['type'] ?? '');
}

/** Does it paint a box? A picture as a background is as often a bullet or an icon. */
function hasEdges(layout: Layout, element: number): boolean {
  const { css, background, bordered, shadowed } = factsOf(layout, element)!;
  return background[3] > 0.02 || bordered || shadowed || css['background-image'].includes('gradient');
}

interface Miss {
  node: GraphNode;
  group: GraphNode[];
  edge: Edge;
  /** px; positive is right of or below the edge. */
  by: number;
}

type Edge = 'left' | 'right' | 'top';
const PLACE: Record<Edge, (box: Box) => number> = {
  left: ([x]) => x,
  right: ([x, , width]) => x + width,
  top: ([, y]) => y,
};

function missesOf(
  layout: Layout,
  { members, groups, aligned, seen }: Family,
  options: z.infer<typeof OPTIONS>,
): Miss[] {
  const lost = [0, 1].map((axis) => members.filter((node) => !aligned[axis as 0 | 1].has(node))) as [
    GraphNode[],
    GraphNode[],
  ];
  return groups.flatMap(({ type, nodes }) => {
    const edge = type.slice('aligned-'.length);
    if ((edge !== 'left' && edge !== 'right' && edge !== 'top') || nodes.size < 2) return [];
    const group = [...nodes];
    const at = PLACE[edge](group[0]!.box);
    const places = group.map((other) => PLACE[edge](seen.get(other)!));
    const isMiss = (by: number) => Math.abs(by) >= options.min && Math.abs(by) <= options.max;
    return lost[edge === 'top' ? 1 : 0].flatMap((node): Miss[] => {
      if (!isMiss(PLACE[edge](node.box) - at) || !shows(layout, node, group, edge)) return [];
      // What a reader sees must miss what is seen of most others, not only one box the other boxes.
      const misses = places.map((place) => PLACE[edge](seen.get(node)!) - place).filter(isMiss);
      return misses.length >= 2 && misses.length > group.length / 2
        ? [{ node, group, edge, by: misses[0]! }]
        : [];
    });
  });
}

/** Would a reader see that this edge of the node belongs in line with the group's? */
function shows(layout: Layout, node: GraphNode, group: readonly GraphNode[], edge: Edge): boolean {
  const [x, y, width, height] = node.box;
  if (edge === 'top') {
    const beside = group.filter(({ box }) => box[0] >= x + width - 1 || box[0] + box[2] <= x + 1);
    return isEnough(node, beside) && beside.every((other) => isLike(node, other));
  }
  const stacked = group.filter(({ box }) => box[1] >= y + height - 1 || box[1] + box[3] <= y + 1);
  if (!isEnough(node, stacked)) return false;
  const start = factsOf(layout, node.element)!.css.direction === 'rtl' ? 'right' : 'left';
  // Ragged ends of text are no edges.
  return edge === start || (node.text === '' && stacked.every(({ text }) => text === ''));
}

/** Three that agree, or two that are the very like of the node in kind and size. */
function isEnough(node: GraphNode, others: readonly GraphNode[]): boolean {
  if (others.length >= DEFAULTS.minGroup.value) return true;
  const size = area(node.box);
  return (
    others.length === 2 &&
    others.every(
      (other) => isLike(node, other) && Math.abs(area(other.box) - size) <= DEFAULTS.likeSize.value * size,
    )
  );
}

/** Boxes with boxes, and text with text of its size. */
function isLike(a: GraphNode, b: GraphNode): boolean {
  return a.role === b.role && a.font?.size === b.font?.size && (a.text === '') === (b.text === '');
}

function defectOf(layout: Layout, { node, group, edge, by }: Miss): Defect {
  const name = nameOf(layout, node.element);
  const px = round(Math.abs(by));
  const way = edge === 'top' ? (by > 0 ? 'up' : 'down') : by > 0 ? 'to the left' : 'to the right';
  return {
    element: node.element,
    box: node.box,
    message: `The ${edge} edge of ${name} misses that of ${group.length} siblings by ${px} px.`,
    measured: { value: px, unit: 'px', edge },
    expected: { max: 0 },
    suggestion: `Move ${name} ${px} px ${way}: check its margin, padding, border and offset.`,
  };
}
