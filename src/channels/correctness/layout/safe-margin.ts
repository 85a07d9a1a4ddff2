import { z } from 'zod';
import type { Box, Layout } from '../../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../../check.js';
import { round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf, sceneOf, shown, upFrom, type Scene, type TextLine } from '../scene.js';
import { nameOf, quote } from '../wording.js';
import { isPaintedBox } from './peers.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['safe-margin'];
const OPTIONS = z.strictObject({
  /** Share of the canvas' shorter side. */
  min: z.number().min(0).max(0.5).default(DEFAULTS.min.value),
  /** Share of the canvas' shorter side, below which text touches the edge: a warning instead of an advisory. */
  touching: z.number().min(0).max(0.5).default(DEFAULTS.touching.value),
});

/**
 * Text of slides and posters that stands too near to the edge of the canvas: projectors and printers cut there.
 *
 * Left out: text in a painted bar along the edge, which it is centred in; turned text, and what is so faint or large that
 * it is decoration. What lies beyond the edge is `off-canvas`.
 */
export const safeMargin = defineCheck({
  meta: {
    id: 'safe-margin',
    title: 'Text is too near to the edge of the canvas',
    description:
      'Projectors, screens and printers cut some of the edge off a slide or poster, and text that touches the edge looks as though it ran out of it. Measured from the letters to the nearest edge, as a share of the shorter side of the canvas. Text in a bar that is painted along the edge is measured against nothing.',
    remedy:
      'Give the slide or poster a padding: 5 % of its shorter side is what presentation programs leave.',
    severity: 'warning',
    weight: 0.25,
    kinds: ['slide', 'poster'],
    source: 'SMPTE ST 2046-1 (safe areas leave 3.5 % and 5 % of each side); thresholds below',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate(context): CheckResult {
    const { layout, options } = context;
    const scene = sceneOf(layout);
    const lines = scene.lines.filter((line) => isRead(scene, line));
    if (lines.length === 0) return { score: null, reason: 'no-text' };
    const [width, height] = canvasOf(context);
    const unit = Math.min(width, height);
    const near = new Map<number, Near>();
    const affected = { warning: 0, advisory: 0 };
    let total = 0;
    for (const line of lines) {
      total += line.text.length;
      const found = nearest(scene, line, width, height, options.min * unit);
      if (!found) continue;
      const severity = found.distance < options.touching * unit ? 'warning' : 'advisory';
      affected[severity] += line.text.length;
      const known = near.get(line.element);
      if (!known || found.distance < known.distance) near.set(line.element, { line, severity, ...found });
    }
    return {
      score:
        scoreByShare(affected.warning, total, 'warning') * scoreByShare(affected.advisory, total, 'advisory'),
      defects: [...near.values()].map((one) => defectOf(layout, one, options.min * unit)),
    };
  },
});

type Side = 'left' | 'right' | 'top' | 'bottom';

interface Near {
  line: TextLine;
  side: Side;
  /** px */
  distance: number;
  severity: 'warning' | 'advisory';
}

function canvasOf({ layout, brief }: CheckContext): [number, number] {
  return brief.canvas ?? layout.size;
}

/** Fainter text is a watermark. */
const GHOST = 0.3;

function isRead({ layout }: Scene, { text, rotated, opacity, element, fontSize }: TextLine): boolean {
  if (rotated || opacity < GHOST || !/[\p{L}\p{N}]/u.test(text)) return false;
  if (fontSize > DEFAULTS.decoration.value * Math.min(...layout.size)) return false;
  for (const i of upFrom(layout, element))
    if (layout.nodes[i]!.attributes?.['aria-hidden'] === 'true') return false;
  return factsOf(layout, element)?.css['writing-mode'] === 'horizontal-tb';
}

/** The edge that a line is nearest to, where that is nearer than `min` px and the line is on the canvas. */
function nearest(
  scene: Scene,
  line: TextLine,
  width: number,
  height: number,
  min: number,
): { side: Side; distance: number } | null {
  const box = shown([line.box[0], line.ink[1], line.box[2], line.ink[3]], line.clip);
  if (!box) return null;
  const distances: [Side, number][] = [
    ['left', box[0]],
    ['right', width - box[0] - box[2]],
    ['top', box[1]],
    ['bottom', height - box[1] - box[3]],
  ];
  const [side, distance] = distances.reduce((a, b) => (b[1] < a[1] ? b : a));
  if (distance >= min || distance < 0 || isInBar(scene, line, side, [width, height])) return null;
  return { side, distance };
}

/** Does the text stand in a painted bar along that edge: a footer, a band of colour? */
function isInBar(
  { layout }: Scene,
  { element }: TextLine,
  side: Side,
  [width, height]: [number, number],
): boolean {
  const along = side === 'top' || side === 'bottom' ? 0 : 1;
  const length = along === 0 ? width : height;
  const across = along === 0 ? height : width;
  for (const i of upFrom(layout, element)) {
    const { box, name } = layout.nodes[i]!;
    if (!box || name === 'body' || name === 'html' || !isPaintedBox(layout, i)) continue;
    const thin = box[along === 0 ? 3 : 2] <= DEFAULTS.bar.value * across;
    if (thin && box[along + 2]! >= 0.5 * length && reaches(box, side, width, height)) return true;
  }
  return false;
}

function reaches([x, y, w, h]: Box, side: Side, width: number, height: number): boolean {
  if (side === 'left') return x <= 1;
  if (side === 'top') return y <= 1;
  return side === 'right' ? x + w >= width - 1 : y + h >= height - 1;
}

function defectOf(layout: Layout, { line, side, distance, severity }: Near, min: number): Defect {
  const name = nameOf(layout, line.element);
  return {
    element: line.element,
    box: line.box,
    message: `${quote(line.text)} in ${name} stands ${round(distance)} px from the ${side} edge of the canvas.`,
    measured: { value: round(distance), unit: 'px', side },
    expected: { min: round(min) },
    suggestion: `Move it ${Math.ceil(min - distance)} px inwards, or give the canvas a padding of at least ${Math.ceil(min)} px.`,
    severity,
  };
}
