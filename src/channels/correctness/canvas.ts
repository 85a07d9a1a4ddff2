import { z } from 'zod';
import { FIXED_CANVAS_KINDS } from '../../artifact/schema.js';
import { inkOf } from '../../graph/nodes.js';
import type { DesignGraph } from '../../graph/schema.js';
import type { Box, Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { asked, gravity } from './asked.js';
import { area, intersect } from './geometry.js';
import { LIKELY_FACTOR, SCALE } from './scale.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf } from './wording.js';

const DEFAULTS = THRESHOLDS.canvas;
const OPTIONS = z.strictObject({
  /** Relative difference of a side or a ratio that is let pass. */
  slack: z.number().min(0).max(1).default(DEFAULTS.slack.value),
});

/**
 * The canvas that a slide, poster or chart is drawn on, against the one asked for: its ratio, and its size where one was
 * named. Drawn is the outermost painted box that holds everything, else the page.
 */
export const canvas = defineCheck({
  meta: {
    id: 'canvas',
    title: 'Canvas',
    description:
      'The ratio, and where it was named the size, of what is drawn, against the canvas that the brief asks for: `canvas` of the brief (certain), or a size, a ratio or a format named in its prompt (likely, and for slides, posters and charts only). Drawn is the outermost painted box that holds everything, else the whole page.\n\nThe score falls as the reward of AeSlides does: `exp(-16 e² - 64 max(-e - 0.04, 0)²)` with `e = ln(ratio drawn / ratio asked)`; growing too tall, as overfull slides do, costs more than growing too wide. A wrong size at the right ratio costs `exp(-16 s²)` with `s` the logarithm of the scale.',
    remedy: 'Give the outermost box the width and height of the canvas, and make its content fit.',
    severity: 'error',
    weight: 0.5,
    source: 'AeSlides (arXiv 2604.22840), aspect reward',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate({ brief, kind, layout, graph, options }): CheckResult {
    const [fact] = asked(brief, 'canvas');
    if (!fact) return { score: null, reason: 'no-facts' };
    if (fact.confidence === 'likely' && !FIXED_CANVAS_KINDS.includes(kind)) {
      return { score: null, reason: 'no-fixed-canvas' };
    }
    const stage = stageOf(layout, graph);
    const [, , width, height] = stage.box;
    const turn = Math.log(width / height / fact.ratio);
    const scale = fact.size ? Math.log((width * height) / (fact.size[0] * fact.size[1])) / 2 : 0;
    const off = Math.max(Math.abs(turn), Math.abs(scale));
    if (off <= options.slack) return { score: 1, defects: [] };
    const loss = 1 - shapeScore(turn) * Math.exp(-16 * scale ** 2);
    const share = fact.confidence === 'likely' ? SCALE.warning.all * LIKELY_FACTOR : 1;
    return { score: 1 - loss * share, defects: [defectOf(layout, stage, fact)] };
  },
});

/** The aspect reward of AeSlides, in (0,1]; `e` is the logarithm of drawn by asked ratio. */
export function shapeScore(e: number): number {
  return Math.exp(-16 * e ** 2 - 64 * Math.max(-e - 0.04, 0) ** 2);
}

interface Stage {
  element: number | null;
  box: Box;
}

/** The outermost painted box, besides the page itself, that holds nearly all that is drawn; else the page. */
function stageOf(layout: Layout, graph: DesignGraph): Stage {
  const [width, height] = [
    Math.max(layout.size[0], layout.page[0]),
    Math.max(layout.size[1], layout.page[1]),
  ];
  const page: Stage = { element: null, box: [0, 0, width, height] };
  const painted = graph.nodes.filter(({ box }) => area(box) > 0);
  const inks = graph.nodes.filter(({ text }) => text !== '').flatMap((node) => onList(inkOf(node)));
  const total = inks.reduce((sum, ink) => sum + area(ink), 0);
  if (total === 0 || isPageWide(layout)) return page;
  const stage = painted.find(({ box, parent, lines }) => {
    if (parent !== -1 || lines.length > 0 || area(box) < DEFAULTS.minStage.value * width * height)
      return false;
    return inks.reduce((sum, ink) => sum + area(intersect(ink, box)), 0) >= 0.9 * total;
  });
  return stage ? { element: stage.element, box: stage.box } : page;
}

const onList = (box: Box | null): Box[] => (box ? [box] : []);

/** Do html or body paint a ground of their own? Then the whole page is the canvas. */
function isPageWide(layout: Layout): boolean {
  return layout.nodes.some(
    ({ name, style }) =>
      (name === 'html' || name === 'body') &&
      (layout.styles[style]?.['background-image'] ?? 'none') !== 'none',
  );
}

function defectOf(
  layout: Layout,
  { element, box }: Stage,
  {
    size,
    ratio,
    confidence,
  }: { size: [number, number] | null; ratio: number; confidence: 'certain' | 'likely' },
): Defect {
  const [width, height] = [Math.round(box[2]), Math.round(box[3])];
  const wanted = size ? `${size[0]} × ${size[1]} px` : `a ratio of ${ratio.toFixed(2)} : 1`;
  const better = size ?? [width, Math.round(width / ratio)];
  const subject = element === null ? 'The page' : nameOf(layout, element);
  return {
    element,
    box,
    message: `${subject} is drawn on ${width} × ${height} px; ${wanted} was asked for.`,
    measured: { width, height, ratio: Math.round((width / height) * 1000) / 1000 },
    expected: size ? { width: size[0], height: size[1] } : { ratio: Math.round(ratio * 1000) / 1000 },
    suggestion: `Make the outermost box ${better[0]} px wide and ${better[1]} px high, and let its content fit.`,
    ...gravity(confidence),
  };
}
