import { z } from 'zod';
import type { Box, Layout } from '../../../render/capture.js';
import { treeOf } from '../../../graph/tree.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../../check.js';
import { fixedCanvas } from '../fixed-canvas.js';
import { area, union } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf, sceneOf, shown, type Scene } from '../scene.js';
import { nameOf } from '../wording.js';
import { contentBox, isPaintedBox } from './peers.js';
import { betweenSeams, isPlain, runsThrough } from './plain.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['empty-area'];
const OPTIONS = z.strictObject({
  /** Part of a fixed canvas, from one side, that must be empty. */
  minSide: z.number().min(0).max(1).default(DEFAULTS.minSide.value),
  /** Windows of nothing, within a page or at its end. */
  minGap: z.number().min(0).default(DEFAULTS.minGap.value),
});

/**
 * Plainly unfilled areas. White space is no defect, so only what cannot be meant is found: a side of a full slide with
 * nothing in it, a window's height of nothing in or below a page, and a grid whose only row is half empty. Each is
 * looked at in the picture too: a ground with anything on it is not empty, though a band of a page may have grounds and borders
 * beside each other that run through it.
 */
export const emptyArea = defineCheck({
  meta: {
    id: 'empty-area',
    title: 'A large area is empty',
    description:
      'Three kinds of area that were plainly left unfilled. On a slide, poster or chart: a third or more of the canvas on one side, while the content crowds on the other; slides with few words (titles, quotations) are exempt, and so is content in the middle. On a page that scrolls: nearly a window of nothing between two parts or after the last one. In a grid: one row of cards that leaves half of the grid empty. Other white space is a means of design and is not judged. The picture must show nothing there, not even a drawing or a photograph on the ground.',
    remedy:
      'Slides: set the content in the middle, or give it columns over the whole width. Pages: take off fixed heights (`min-height: 200vh`), or show what should stand there. Grids: `repeat(auto-fit, …)` instead of `auto-fill`, and as many columns as there are items.',
    severity: 'warning',
    weight: 0.25,
    source: 'AeSlides (arXiv 2604.22840), white space and balance; thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  async evaluate(context): Promise<CheckResult> {
    const { layout, options } = context;
    const scene = sceneOf(layout);
    const content = contentOf(scene);
    if (content.length === 0) return { score: null, reason: 'no-content' };
    const candidates = fixedCanvas(context)
      ? emptySides(context, scene, content)
      : [...emptyBands(context, scene, content), ...halfGrids(scene)];
    if (candidates.length === 0) return { score: 1, defects: [] };
    const pixels = await context.pixels();
    if (!pixels) return { score: null, reason: 'no-picture' };
    const found = candidates.flatMap((one) => {
      if (!one.isBand) return isPlain(pixels, one.box) ? [one] : [];
      const box = betweenSeams(pixels, one.box);
      const least = options.minGap * layout.size[1] - 2 * DEFAULTS.padding.value;
      return box[3] >= least && runsThrough(pixels, box) ? [{ ...one, box }] : [];
    });
    const total = canvasArea(context);
    const share = (severity: Empty['severity']) =>
      found.filter((one) => one.severity === severity).reduce((sum, { box }) => sum + area(box), 0);
    return {
      score:
        scoreByShare(share('warning'), total, 'warning', 'likely') *
        scoreByShare(share('advisory'), total, 'advisory', 'likely'),
      defects: found.map((empty) => defectOf(layout, empty)),
    };
  },
});

interface Empty {
  box: Box;
  /** Does it lie across a page that scrolls? */
  isBand: boolean;
  /** The element that it lies in, or -1 for the page. */
  element: number;
  what: string;
  value: number;
  unit: string;
  max: number;
  suggestion: string;
  severity: 'warning' | 'advisory';
}

function canvasArea(context: CheckContext): number {
  const [width, height] = fixedCanvas(context) ?? context.layout.page;
  return width * height;
}

const MEDIA = new Set(['img', 'video', 'canvas', 'iframe', 'svg', 'object', 'embed', 'hr']);
const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'progress', 'meter']);

/** Boxes of all that a reader sees: lines of text, pictures, controls. */
function contentOf(scene: Scene): Box[] {
  const { layout, drawn } = scene;
  const content: Box[] = [];
  for (const { box, clip } of scene.lines) {
    const rest = shown(box, clip);
    if (rest) content.push(rest);
  }
  layout.nodes.forEach(({ name, type, box }, i) => {
    if (type !== 'element' || !box || !drawn[i] || !(MEDIA.has(name) || CONTROLS.has(name))) return;
    const rest = shown(box, scene.clip[i] ?? null);
    if (rest) content.push(rest);
  });
  return content;
}

/** Strips along a side of a fixed canvas that all content keeps off, while it comes near to the opposite side. */
function emptySides(
  { layout, brief, options }: CheckContext<z.infer<typeof OPTIONS>>,
  scene: Scene,
  content: readonly Box[],
): Empty[] {
  const chars = scene.lines.reduce((sum, { text }) => sum + text.length, 0);
  if (chars < DEFAULTS.minChars.value) return [];
  const [width, height] = brief.canvas ?? layout.size;
  const [x, y, w, h] = content.reduce(union);
  const gaps = { left: x, right: width - x - w, top: y, bottom: height - y - h };
  const strips: Record<keyof typeof gaps, Box> = {
    left: [0, 0, gaps.left, height],
    right: [x + w, 0, gaps.right, height],
    top: [0, 0, width, gaps.top],
    bottom: [0, y + h, width, gaps.bottom],
  };
  const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const;
  return (['left', 'right', 'top', 'bottom'] as const).flatMap((side): Empty[] => {
    const share = gaps[side] / (side === 'left' || side === 'right' ? width : height);
    if (share < options.minSide || gaps[opposite[side]] > gaps[side] / 2) return [];
    return [
      {
        box: strips[side],
        isBand: false,
        element: -1,
        what: `The ${side} ${Math.round(share * 100)} % of the canvas is empty, while all content stands on the other side`,
        value: share,
        unit: 'share of the canvas',
        max: options.minSide,
        suggestion: `Spread the content over the canvas: there are ${Math.round(gaps[side])} px at the ${side}.`,
        severity: share >= DEFAULTS.graveSide.value ? 'warning' : 'advisory',
      },
    ];
  });
}

/** Bands of a page that scrolls, between its content or after it, without anything in them. */
function emptyBands(
  { layout, options }: CheckContext<z.infer<typeof OPTIONS>>,
  scene: Scene,
  content: readonly Box[],
): Empty[] {
  const [width, window] = layout.size;
  const [, height] = layout.page;
  // A page that moves a fixed picture while it is scrolled needs its empty length.
  if (height <= window * 1.05 || hasStage(scene)) return [];
  const sorted = content.filter(([, y]) => y < height).toSorted((a, b) => a[1] - b[1]);
  const bands: Empty[] = [];
  const band = (from: number, to: number, what: string, suggestion: string) => {
    // A space of the size of a section's own padding belongs to the content before and after it.
    if (to - from < options.minGap * window) return;
    bands.push({
      box: [0, from + DEFAULTS.padding.value, width, to - from - 2 * DEFAULTS.padding.value],
      isBand: true,
      element: -1,
      what: `${what} there are ${Math.round(to - from)} px of nothing, ${((to - from) / window).toFixed(1)} windows`,
      value: to - from,
      unit: 'px',
      max: Math.round(options.minGap * window),
      suggestion,
      severity: 'warning',
    });
  };
  let end = 0;
  for (const [, y, , h] of sorted) {
    if (end > 0)
      band(
        end,
        y,
        `Between ${Math.round(end)} and ${Math.round(y)} px`,
        'Show what should stand there, or close the gap: check heights in vh, and content that only appears on scrolling.',
      );
    end = Math.max(end, y + h);
  }
  band(
    end,
    height,
    'After the end of the content',
    'Take off the height that makes the page longer than its content (min-height, height in vh, a large margin or padding).',
  );
  return bands;
}

/** Does something large stay in the window while the page is scrolled? */
function hasStage({ layout, pinned, drawn }: Scene): boolean {
  const [width, height] = layout.size;
  return layout.nodes.some(
    ({ box }, i) => pinned[i] === i && drawn[i] === 1 && area(box) >= DEFAULTS.stage.value * width * height,
  );
}

/** Grids of one row of cards that begin at the start and leave half of the grid empty. */
function halfGrids({ layout, drawn }: Scene): Empty[] {
  const { children } = treeOf(layout);
  const found: Empty[] = [];
  layout.nodes.forEach(({ type, box }, node) => {
    if (type !== 'element' || !box || !drawn[node] || factsOf(layout, node)?.css.display !== 'grid') return;
    const items = [...children(node)].filter(
      (child) => drawn[child] && layout.nodes[child]!.type === 'element',
    );
    const boxes = items.map((item) => layout.nodes[item]!.box!);
    const around = contentBox(layout, node);
    if (
      boxes.length === 0 ||
      around[2] < DEFAULTS.minGrid.value ||
      !items.every((item) => isPaintedBox(layout, item))
    )
      return;
    const [x, y, width, height] = boxes.reduce(union);
    const isRow = boxes.every((one) => one[3] > height / 2);
    const start = Math.min(x - around[0], around[0] + around[2] - x - width);
    if (!isRow || start > 2 || width > DEFAULTS.halfGrid.value * around[2] || height < DEFAULTS.minCard.value)
      return;
    const rtl = x - around[0] > 2;
    const rest: Box = rtl
      ? [around[0], y, x - around[0], height]
      : [x + width, y, around[0] + around[2] - x - width, height];
    found.push({
      box: rest,
      isBand: false,
      element: node,
      what: `The only row of ${nameOf(layout, node)} leaves ${Math.round((rest[2] / around[2]) * 100)} % of its width empty`,
      value: rest[2] / around[2],
      unit: 'share of the width',
      max: 1 - DEFAULTS.halfGrid.value,
      suggestion: `Give ${nameOf(layout, node)} ${items.length === 1 ? 'one column' : `${items.length} columns`} (repeat(auto-fit, …) instead of auto-fill).`,
      severity: 'advisory',
    });
  });
  return found;
}

function defectOf(
  layout: Layout,
  { box, element, what, value, unit, max, suggestion, severity }: Empty,
): Defect {
  return {
    element: element < 0 ? null : element,
    box,
    message: `${what}.`,
    measured: { value: Math.round(value * 100) / 100, unit },
    expected: { max: Math.round(max * 100) / 100 },
    suggestion,
    severity,
    certainty: 'likely',
  };
}
