import { z } from 'zod';
import { parseColor } from '../../graph/color.js';
import type { Box, Layout } from '../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../check.js';
import { fixedCanvas } from './fixed-canvas.js';
import { area, intersect, round } from './geometry.js';
import { scoreByDepth, type Damage } from './scale.js';
import { factsOf, isOnTrack, sceneOf, shown, upFrom, type Scene } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

const DEFAULTS = THRESHOLDS['off-canvas'];

/**
 * Text, controls and pictures beyond the edges of the page, where nobody can scroll to: before its origin, past a
 * viewport that cuts off what overflows, or past a canvas of fixed size.
 *
 * Not meant, and left out:
 * - what is wholly outside a page that scrolls: closed drawers, skip links, text for screen readers. On a canvas of fixed
 *   size it is lost content, unless it is farther away than the canvas is large;
 * - empty boxes, shadows and drawings without text; what is marked as decoration, or so faint that it can only be that;
 * - moving tracks (marquees, carousels), and what an inner box clips (`text-clipping` judges that).
 */
export const offCanvas = defineCheck({
  meta: {
    id: 'off-canvas',
    title: 'Content lies outside the page',
    description:
      'Text, controls or pictures that stick out over an edge of the page to which nobody can scroll: negative coordinates, a viewport with `overflow: hidden`, or the border of a slide. What lies there cannot be read or used.',
    remedy:
      'Bring the element back: correct `left`, `top`, `transform` or negative margins, anchor it to the edge instead (`right: 0`), or make it smaller. Hide what is not meant to be seen with `visibility: hidden` or `display: none`.',
    severity: 'error',
    weight: 0.6,
    source: 'AeSlides (arXiv 2604.22840) and reports on generated slides; WCAG 2.2, 1.4.10 for pages',
    viewports: 'all',
  },
  options: z.strictObject({
    /** Px that may stick out. */
    slack: z.number().min(0).default(DEFAULTS.slack.value),
    /** Part of an image that must be outside before it counts. */
    minImageShare: z.number().min(0).max(1).default(DEFAULTS.minImageShare.value),
  }),
  evaluate(context): CheckResult {
    const { layout, options } = context;
    const scene = sceneOf(layout);
    const canvas = canvasOf(context, scene);
    const items = [...contentOf(scene)];
    if (items.length === 0) return { score: null, reason: 'no-content' };
    const out = items.filter((item) => isOut(scene, item, canvas, options));
    const damagesOf = (areImages: boolean): Damage[] =>
      out
        .filter(({ what }) => (what === 'image') === areImages)
        .map(({ box }) => ({ amount: 1, depth: lostPart(box, canvas) }));
    const score =
      scoreByDepth(damagesOf(false), items.length) *
      scoreByDepth(damagesOf(true), items.length, 'warning', 'likely');
    return { score, defects: defectsOf(layout, out, canvas) };
  },
});

/** The area that can be seen; an infinite edge can be scrolled to. `fixed`: nothing beyond it was meant to be hidden. */
interface Canvas {
  left: number;
  top: number;
  right: number;
  bottom: number;
  fixed: boolean;
}

function canvasOf(context: CheckContext, { rtl, viewport }: Scene): Canvas {
  const canvas = fixedCanvas(context);
  const [width, height] = canvas ?? context.layout.size;
  // A fixed canvas that scrolls is the business of page-overflow.
  const cutsX = viewport.x === 'clip';
  const cutsY = viewport.y === 'clip';
  return {
    left: rtl && !cutsX ? -Infinity : 0,
    right: rtl || cutsX ? width : Infinity,
    top: 0,
    bottom: cutsY ? height : Infinity,
    fixed: canvas !== null,
  };
}

interface Item {
  what: 'text' | 'control' | 'image';
  element: number;
  node: number;
  box: Box;
  text: string | null;
}

const CONTROLS = new Set(['button', 'input', 'select', 'textarea']);
const IMAGES = new Set(['img', 'video', 'canvas']);

function* contentOf(scene: Scene): Generator<Item> {
  const { layout } = scene;
  for (const list of [scene.lines, scene.outside]) {
    for (const { element, node, ink, text, clip } of list) {
      const box = shown(ink, clip);
      if (box && !isDecoration(scene, element)) yield { what: 'text', element, node, box, text };
    }
  }
  for (let i = 0; i < layout.nodes.length; i++) {
    const { type, name, box } = layout.nodes[i]!;
    if (type !== 'element' || !box || !scene.drawn[i]) continue;
    const what = CONTROLS.has(name) ? 'control' : IMAGES.has(name) ? 'image' : null;
    if (!what) continue;
    const rest = shown(box, scene.clip[i] ?? null);
    if (!rest || (what === 'image' && isDecoration(scene, i))) continue;
    yield { what, element: i, node: i, box: rest, text: null };
  }
}

/** Fainter than this, text that bleeds over an edge is a pattern, not something to read. */
const GHOST = 0.3;

function isDecoration({ layout, opacity }: Scene, element: number): boolean {
  const { attributes, name } = layout.nodes[element]!;
  if (name === 'img' && attributes?.['alt'] === '') return true;
  const color = parseColor(factsOf(layout, element)?.css.color ?? '');
  if (name !== 'img' && opacity[element]! * (color?.[3] ?? 1) < GHOST) return true;
  for (const i of upFrom(layout, element)) {
    const around = layout.nodes[i]!.attributes;
    if (around?.['aria-hidden'] === 'true' || around?.['role'] === 'presentation') return true;
  }
  return false;
}

function isOut(
  { layout }: Scene,
  item: Item,
  canvas: Canvas,
  options: { slack: number; minImageShare: number },
): boolean {
  const { beyond } = overEdge(item.box, canvas);
  if (beyond <= options.slack) return false;
  const [x, y, width, height] = item.box;
  const rest = inside(item.box, canvas);
  if (!rest) {
    const far = beyond - (x < canvas.left || x + width > canvas.right ? width : height);
    if (!canvas.fixed || far > Math.max(layout.size[0], layout.size[1])) return false;
  } else if (item.what === 'image') {
    if (lostPart(item.box, canvas) < options.minImageShare) return false;
    // Larger than the canvas: a background.
    if (width >= layout.size[0] * 0.9) return false;
  }
  if (y + height <= 0 && !canvas.fixed) return false;
  return !isOnTrack(layout, item.node, -1, layout.size[0], 'x');
}

/** The part of a box that lies on the canvas; null when nothing does. */
function inside(box: Box, { left, top, right, bottom }: Canvas): Box | null {
  const [x, y] = [Math.max(left, -1e7), Math.max(top, -1e7)];
  return intersect(box, [x, y, Math.min(right, 1e7) - x, Math.min(bottom, 1e7) - y]);
}

/** Part of a box that lies beyond the canvas. */
function lostPart(box: Box, canvas: Canvas): number {
  const rest = inside(box, canvas);
  return rest ? 1 - area(rest) / area(box) : 1;
}

/** How far a box reaches over the edges: the edge where it is most, and px. */
function overEdge([x, y, width, height]: Box, canvas: Canvas): { side: string; beyond: number } {
  const sides = [
    { side: 'left', beyond: canvas.left - x },
    { side: 'top', beyond: canvas.top - y },
    { side: 'right', beyond: x + width - canvas.right },
    { side: 'bottom', beyond: y + height - canvas.bottom },
  ];
  return sides.reduce((a, b) => (b.beyond > a.beyond ? b : a));
}

function defectsOf(layout: Layout, out: readonly Item[], canvas: Canvas): Defect[] {
  const worst = new Map<number, Item>();
  for (const item of out) {
    const known = worst.get(item.element);
    if (!known || overEdge(item.box, canvas).beyond > overEdge(known.box, canvas).beyond)
      worst.set(item.element, item);
  }
  return [...worst.values()].map((item) => {
    const { side, beyond } = overEdge(item.box, canvas);
    const name = nameOf(layout, item.element);
    const subject = item.text === null ? name : `${quote(item.text)} in ${name}`;
    const px = round(beyond);
    return {
      element: item.element,
      box: item.box,
      message: `${subject} lies ${px} px beyond the ${side} edge, where nobody can scroll to.`,
      measured: { value: px, unit: 'px', side },
      expected: { max: 0 },
      suggestion: `Move it ${Math.ceil(beyond)} px ${INWARDS[side]}: check left, top, margins and transform of ${name} and what it is placed in.`,
      ...(item.what === 'image' ? ({ severity: 'warning', certainty: 'likely' } as const) : {}),
    };
  });
}

const INWARDS: Record<string, string> = {
  left: 'to the right',
  right: 'to the left',
  top: 'down',
  bottom: 'up',
};
