import { z } from 'zod';
import type { Box, Layout } from '../../../render/capture.js';
import { parseColor } from '../../../graph/color.js';
import { paintRanks } from '../../../graph/paint-order.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../../check.js';
import { area, intersect, round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { contains, factsOf, sceneOf, shown, upFrom, type Scene, type TextLine } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['fixed-cover'];
const OPTIONS = z.strictObject({
  /** Part of a line or control that must be covered. */
  minShare: z.number().min(0).max(1).default(DEFAULTS.minShare.value),
  /** Part of the window's height that bars may take. */
  maxBars: z.number().min(0).max(1).default(DEFAULTS.maxBars.value),
});

/**
 * Content that a fixed element hides wherever a reader scrolls to, and fixed and sticky bars that leave too little of
 * the window. What a fixed element covers now and lets go when the page is scrolled is no defect.
 *
 * Left out: dialogs and whatever fills the window (it is meant to be closed), and content in scrolling boxes.
 */
export const fixedCover = defineCheck({
  meta: {
    id: 'fixed-cover',
    title: 'A fixed element hides content',
    description:
      'A fixed header over the first lines of the page, a fixed bar over its last ones, a fixed sidebar over the text beside it: no scrolling brings out what lies below. Measured for every line and control over all places to which the page can be scrolled. Also told are fixed and sticky bars that take more than a third of the window.',
    remedy:
      'Give the page room for it: `padding-top` of the height of a fixed header, `padding-bottom` of that of a fixed footer, `margin-left` of the width of a sidebar; or use `position: sticky`, which keeps its place in the flow.',
    severity: 'error',
    weight: 0.6,
    source: 'WCAG 2.2, 2.4.11 Focus Not Obscured (Minimum), technique C43; thresholds below',
    viewports: 'all',
  },
  options: OPTIONS,
  evaluate(context): CheckResult {
    const { layout, options } = context;
    const scene = sceneOf(layout);
    const covers = coversOf(scene);
    if (covers.length === 0) return { score: null, reason: 'nothing-fixed' };
    const targets = targetsOf(scene);
    const hidden = targets.flatMap((target) => {
      const cover = covers.find((one) => hides(context, one, target));
      return cover ? [{ target, cover }] : [];
    });
    const weigh = (list: readonly Target[]) => list.reduce((sum, { weight }) => sum + weight, 0);
    const bars = barsOf(scene, options.maxBars);
    return {
      score:
        scoreByShare(weigh(hidden.map(({ target }) => target)), weigh(targets)) *
        (bars ? scoreByShare(bars.share, 1, 'warning') : 1),
      defects: [
        ...hidden.map((pair) => hiddenContent(layout, pair)),
        ...(bars ? [tooMuch(layout, bars, options)] : []),
      ],
    };
  },
});

/** Something opaque in a fixed element, where it lies at every scroll position: in the window. */
interface Cover {
  /** The fixed element. */
  fixed: number;
  box: Box;
  rank: number;
}

function coversOf(scene: Scene): Cover[] {
  const { layout, pinned, drawn, opacity } = scene;
  const ranks = paintRanks(layout);
  const covers: Cover[] = [];
  layout.nodes.forEach(({ box }, i) => {
    const fixed = pinned[i]!;
    if (fixed < 0 || !box || !drawn[i] || opacity[i]! < 0.95) return;
    if (covers.some((cover) => cover.fixed === fixed && area(intersect(cover.box, box)) >= area(box) - 1))
      return;
    if (!isFixed(scene, fixed) || isOverlay(layout, fixed)) return;
    const rest = intersect(shown(box, scene.clip[i] ?? null) ?? [0, 0, 0, 0], [0, 0, ...layout.size]);
    const color = parseColor(factsOf(layout, i)?.css['background-color'] ?? '');
    if (!rest || (color?.[3] ?? 0) < 0.95 || area(rest) >= DEFAULTS.maxWindow.value * windowArea(layout))
      return;
    covers.push({ fixed, box: rest, rank: ranks[i]! });
  });
  return covers;
}

function windowArea({ size }: Layout): number {
  return size[0] * size[1];
}

/** Fixed to the window, and not to an ancestor that a transform or filter makes its containing block. */
function isFixed({ layout }: Scene, node: number): boolean {
  if (factsOf(layout, node)?.css.position !== 'fixed') return false;
  for (const i of upFrom(layout, layout.nodes[node]!.parent))
    if (factsOf(layout, i)?.containsFixed) return false;
  return true;
}

const OVERLAYS = /^(dialog|alertdialog|menu|listbox|tooltip)$/;

function isOverlay(layout: Layout, node: number): boolean {
  const { name, attributes } = layout.nodes[node]!;
  const role = attributes?.['role'] ?? '';
  return (
    name === 'dialog' ||
    attributes?.['popover'] !== undefined ||
    attributes?.['aria-modal'] === 'true' ||
    OVERLAYS.test(role)
  );
}

interface Target {
  element: number;
  node: number;
  box: Box;
  text: string | null;
  /** In characters. */
  weight: number;
}

const CONTROLS = new Set(['button', 'input', 'select', 'textarea']);
/** What a control is worth in characters of text. */
const CONTROL_WEIGHT = 20;

function targetsOf(scene: Scene): Target[] {
  const { layout, pinned, drawn } = scene;
  const targets: Target[] = scene.lines
    .filter(
      (line) =>
        pinned[line.node]! < 0 && !line.rotated && !scrolls(layout, line) && /[\p{L}\p{N}]/u.test(line.text),
    )
    .flatMap((line) => {
      const box = shown(line.ink, line.clip);
      return box
        ? [{ element: line.element, node: line.node, box, text: line.text, weight: line.text.length }]
        : [];
    });
  layout.nodes.forEach(({ name, type, box }, i) => {
    if (type !== 'element' || !CONTROLS.has(name) || !box || !drawn[i] || pinned[i]! >= 0) return;
    const clip = scene.clip[i] ?? null;
    const rest = scrolls(layout, { clip }) ? null : shown(box, clip);
    if (rest) targets.push({ element: i, node: i, box: rest, text: null, weight: CONTROL_WEIGHT });
  });
  return targets;
}

/** Content of a scrolling box comes out below a fixed element when the box is scrolled, where there is anything to scroll. */
function scrolls(layout: Layout, { clip }: Pick<TextLine, 'clip'>): boolean {
  for (let c = clip; c; c = c.outer) {
    const [, height, , shownHeight] = layout.nodes[c.element]!.scroll ?? [0, 1, 0, 0];
    if (c.y === 'scroll' && height > shownHeight) return true;
  }
  return false;
}

/**
 * Does the cover lie over the target wherever the page is scrolled to? Scrolling moves the target within
 * [y - longest scroll, y] of the window; only places where it is in the window count.
 */
function hides(
  { layout, options }: CheckContext<z.infer<typeof OPTIONS>>,
  cover: Cover,
  target: Target,
): boolean {
  const [x, y, width, height] = target.box;
  const [left, top, coverWidth, coverHeight] = cover.box;
  if (cover.rank < paintRanks(layout)[target.node]! || contains(layout, cover.fixed, target.node))
    return false;
  const across = Math.min(x + width, left + coverWidth) - Math.max(x, left);
  if (across <= 0) return false;
  // Share of the height that must be covered so that the share of the area is.
  const needed = (options.minShare * width) / across;
  if (needed > 1) return false;
  const [, windowHeight] = layout.size;
  const highest = Math.max(0, y - Math.max(0, layout.page[1] - windowHeight));
  const lowest = Math.min(y, windowHeight - height);
  if (lowest < highest) return false;
  const covered = (at: number) =>
    Math.min(at + height, top + coverHeight) - Math.max(at, top) >= needed * height;
  // Covered at both ends means covered between them: what is covered is one interval.
  return covered(highest) && covered(lowest);
}

interface Bars {
  nodes: number[];
  /** Part of the window's height. */
  share: number;
}

/** Fixed and sticky bars across the window, where together they take more than `max` of its height. */
function barsOf({ layout, drawn, opacity, pinned }: Scene, max: number): Bars | null {
  const [width, height] = layout.size;
  if (layout.page[1] <= height * 1.2) return null;
  const bars: { node: number; height: number }[] = [];
  layout.nodes.forEach(({ box }, node) => {
    if (pinned[node] !== node || !box || !drawn[node] || opacity[node]! < 0.95 || isOverlay(layout, node))
      return;
    const rest = intersect(box, [0, 0, width, height]);
    const color = parseColor(factsOf(layout, node)?.css['background-color'] ?? '');
    if (
      !rest ||
      rest[2] < 0.9 * width ||
      rest[3] >= DEFAULTS.maxWindow.value * height ||
      (color?.[3] ?? 0) < 0.9
    )
      return;
    if (factsOf(layout, node)!.css.position === 'sticky' && box[1] > 0) return;
    bars.push({ node, height: rest[3] });
  });
  const share = bars.reduce((sum, bar) => sum + bar.height, 0) / height;
  return share > max ? { nodes: bars.map(({ node }) => node), share } : null;
}

function hiddenContent(layout: Layout, { target, cover }: { target: Target; cover: Cover }): Defect {
  const name = nameOf(layout, target.element);
  const over = nameOf(layout, cover.fixed);
  const common = intersect(target.box, cover.box) ?? cover.box;
  const subject = target.text === null ? name : `${quote(target.text)} in ${name}`;
  const side = cover.box[3] > layout.size[1] / 2 ? 'width' : 'height';
  const px = Math.ceil(side === 'width' ? cover.box[2] : cover.box[3]);
  return {
    element: target.element,
    box: target.box,
    message: `${over} is fixed over ${subject}, wherever the page is scrolled to.`,
    measured: { value: round(Math.min(common[2], common[3])), unit: 'px', by: over },
    expected: { max: 0 },
    suggestion: `Give the page a padding of ${px} px, the ${side} of ${over}, or make ${over} sticky.`,
  };
}

function tooMuch(layout: Layout, { nodes, share }: Bars, { maxBars }: { maxBars: number }): Defect {
  const names = nodes.map((node) => nameOf(layout, node)).join(' and ');
  return {
    element: nodes[0]!,
    box: layout.nodes[nodes[0]!]!.box,
    message: `${names} stay${nodes.length === 1 ? 's' : ''} in the window and take${nodes.length === 1 ? 's' : ''} ${Math.round(share * 100)} % of its height.`,
    measured: { value: round(share, 2), unit: 'share' },
    expected: { max: round(maxBars, 2) },
    suggestion: 'Let the bar scroll away on small screens (position: static), or make it lower.',
    severity: 'warning',
  };
}
