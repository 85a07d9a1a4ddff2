import { z } from 'zod';
import { BoxIndex } from '../../../graph/box-index.js';
import type { DesignGraph, GraphNode } from '../../../graph/schema.js';
import { px } from '../../../graph/style.js';
import { treeOf } from '../../../graph/tree.js';
import type { Box, Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { area, intersect, round, union } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { contains, factsOf, sceneOf } from '../scene.js';
import { isPaintedBox } from './peers.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';
import { nameOf } from '../wording.js';
import { isPhone } from './phone.js';

const DEFAULTS = LAYOUT_THRESHOLDS['touch-target'];

/**
 * Controls too small for a finger, by the rules and exceptions of WCAG 2.2, SC 2.5.8: links in a sentence, controls in the
 * size that the browser gives them, and small ones with room around them are left out. A control that is lower than its
 * letters is a defect whatever points at it.
 */
export const touchTarget = defineCheck({
  meta: {
    id: 'touch-target',
    title: 'Control is too small to touch',
    description:
      'On a phone, a button, link or field of less than 24 by 24 px that has no room around it is missed, or its neighbour is hit. Room enough: a circle of 24 px around its centre meets no other control, nor the circle of another small one. Links in a sentence and controls that the browser sizes are exempt. Controls with less area than 44 by 44 px are told as one advisory (a long low button is hit well enough). These are measured at the viewport of a phone alone. At every viewport: a field, or a button with a painted box, that is lower than its own letters.',
    remedy:
      'Give the control padding until it is 24 px, better 44 px, in both directions; or set the controls further apart.',
    severity: 'warning',
    weight: 0.2,
    source: 'WCAG 2.2, 2.5.8 Target Size (Minimum), with its exceptions; 44 px: 2.5.5 (Enhanced)',
    viewports: 'all',
  },
  options: z.strictObject({
    /** px, both directions. */
    min: z.number().positive().default(DEFAULTS.min.value),
    /** px; controls of less than the square of it are told in one advisory. 0 tells none. */
    comfortable: z.number().min(0).default(DEFAULTS.comfortable.value),
  }),
  evaluate({ layout, graph, options }): CheckResult {
    const targets = targetsOf(layout, graph);
    if (targets.length === 0) return { score: null, reason: 'no-controls' };
    const squeezed = targets.filter(({ node }) => isSqueezed(layout, node));
    const others = isPhone(layout) ? targets.filter((target) => !squeezed.includes(target)) : [];
    const small = crowded(others, options.min);
    const tight = others.filter(
      (target) => !small.includes(target) && area(target.box) < Math.max(0, options.comfortable - SLACK) ** 2,
    );
    // A size that makes things easier is no defect where it is missing: it counts half.
    const score =
      scoreByShare(squeezed.length + small.length, targets.length, 'warning') *
      scoreByShare(tight.length, targets.length, 'advisory', 'likely');
    const defects = [
      ...squeezed.map((target) => tooLow(layout, target)),
      ...small.map((target) => tooSmall(layout, target, options.min)),
    ];
    if (tight.length > 0) defects.push(uncomfortable(layout, tight, targets.length, options.comfortable));
    return { score, defects };
  },
});

/** Rounding of fractional sizes, px. */
const SLACK = 0.5;

interface Target {
  node: number;
  box: Box;
}

function shorter({ box }: Target): number {
  return Math.min(box[2], box[3]);
}

/** What can be touched: without links in a sentence, and without boxes and sliders in the browser's own size. */
function targetsOf(layout: Layout, graph: DesignGraph): Target[] {
  return graph.nodes.flatMap((node) => {
    const { role, element, clippedBox } = node;
    if (!clippedBox || (role !== 'button' && role !== 'field' && role !== 'link')) return [];
    if (role === 'link' && isInSentence(layout, node)) return [];
    const { name, attributes } = layout.nodes[element]!;
    if (name === 'meter' || name === 'progress' || attributes?.['disabled'] !== undefined) return [];
    if (name === 'input' && /^(checkbox|radio|range|color)$/i.test(attributes?.['type'] ?? '')) return [];
    if (factsOf(layout, element)?.css['pointer-events'] === 'none') return [];
    return [{ node: element, box: touched(layout, graph, node, clippedBox) }];
  });
}

/** A link takes the touches on what is in it, though its own box may be a single line. */
function touched(layout: Layout, graph: DesignGraph, node: GraphNode, box: Box): Box {
  if (factsOf(layout, node.element)?.css.display !== 'inline') return box;
  let whole = box;
  for (let id = node.id + 1; id < graph.nodes.length && graph.nodes[id]!.parent >= node.id; id++) {
    const inner = graph.nodes[id]!.clippedBox;
    if (inner) whole = union(whole, inner);
  }
  return whole;
}

/** Is the link in a line, or in a block, with other text? */
function isInSentence(layout: Layout, { element }: GraphNode): boolean {
  if (!factsOf(layout, element)?.css.display.startsWith('inline')) return false;
  const { parent, children } = treeOf(layout);
  let at = element;
  while (factsOf(layout, parent[at]!)?.css.display === 'inline') at = parent[at]!;
  return [...children(parent[at]!)].some((other) => {
    const { type, text } = layout.nodes[other]!;
    return other !== at && type === 'text' && /[\p{L}\p{N}]{2}/u.test(text ?? '');
  });
}

/** Targets below `min` whose circle of that diameter meets another target, or the circle of another small one. */
function crowded(targets: readonly Target[], min: number): Target[] {
  const index = new BoxIndex(targets.map(({ box }) => box));
  const isSmall = (target: Target) => shorter(target) < min - SLACK;
  return targets.filter((target, i) => {
    if (!isSmall(target)) return false;
    const [x, y] = centre(target.box);
    let meets = false as boolean;
    index.visit([x - min, y - min, 2 * min, 2 * min], 0, (j) => {
      const other = targets[j]!;
      if (j === i || holds(other.box, target.box) || holds(target.box, other.box)) return true;
      const [a, b] = centre(other.box);
      const circles = isSmall(other) && Math.hypot(x - a, y - b) < min - SLACK;
      meets ||= circles || distance([x, y], other.box) < min / 2 - SLACK;
      return !meets;
    });
    return meets;
  });
}

function centre([x, y, width, height]: Box): [number, number] {
  return [x + width / 2, y + height / 2];
}

function distance([x, y]: [number, number], [left, top, width, height]: Box): number {
  return Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
}

/** One control within another (a button on a card that is a link): whoever touches it hits the inner one. */
function holds(outer: Box, inner: Box): boolean {
  return (
    inner[0] >= outer[0] - 1 &&
    inner[1] >= outer[1] - 1 &&
    inner[0] + inner[2] <= outer[0] + outer[2] + 1 &&
    inner[1] + inner[3] <= outer[1] + outer[3] + 1
  );
}

/** A field, or a painted control with words in it, that leaves less height than its letters have. */
function isSqueezed(layout: Layout, node: number): boolean {
  const { name, box } = layout.nodes[node]!;
  const style = factsOf(layout, node);
  if (!box || !style || style.css.display === 'inline' || !isPaintedBox(layout, node)) return false;
  // Fields and buttons of a pixel or two stand in for drawn ones.
  if (Math.min(box[2], box[3]) < MIN_DRAWN) return false;
  if (innerHeight(layout, node) >= px(style.css['font-size']) - SLACK) return false;
  if (/^(input|textarea|select)$/.test(name)) return true;
  return sceneOf(layout).lines.some(
    (line) =>
      contains(layout, node, line.node) &&
      intersect(line.ink, box) !== null &&
      /[\p{L}\p{N}]{2}/u.test(line.text),
  );
}

/** px, the lower of width and height. */
const MIN_DRAWN = 4;

/** Height between the borders. */
function innerHeight(layout: Layout, node: number): number {
  const { css } = factsOf(layout, node)!;
  return layout.nodes[node]!.box![3] - px(css['border-top-width']) - px(css['border-bottom-width']);
}

function tooLow(layout: Layout, { node, box }: Target): Defect {
  const name = nameOf(layout, node);
  const size = round(px(factsOf(layout, node)!.css['font-size']));
  return {
    element: node,
    box,
    message: `${name} is ${round(innerHeight(layout, node))} px high inside, and its letters are of ${size} px: they don't fit in.`,
    measured: { value: round(innerHeight(layout, node)), unit: 'px' },
    expected: { min: size },
    suggestion: `Take the height off ${name}, and give it padding.`,
  };
}

function tooSmall(layout: Layout, { node, box }: Target, min: number): Defect {
  const name = nameOf(layout, node);
  return {
    element: node,
    box,
    message: `${name} is ${round(box[2])} × ${round(box[3])} px, with another control closer than ${min} px.`,
    measured: {
      value: round(Math.min(box[2], box[3])),
      unit: 'px',
      width: round(box[2]),
      height: round(box[3]),
    },
    expected: { min },
    suggestion: `Make ${name} at least ${min} × ${min} px (padding, min-height), or move its neighbours away.`,
  };
}

function uncomfortable(layout: Layout, tight: readonly Target[], total: number, min: number): Defect {
  const smallest = tight.reduce((a, b) => (area(b.box) < area(a.box) ? b : a));
  return {
    element: smallest.node,
    box: smallest.box,
    message: `${tight.length} of ${total} controls have less area than ${min} × ${min} px, which a finger hits without care; the smallest is ${nameOf(layout, smallest.node)}.`,
    measured: { value: round(shorter(smallest)), unit: 'px', controls: tight.length },
    expected: { min },
    suggestion: `Give controls a min-height of ${min}px on small screens.`,
    severity: 'advisory',
  };
}
