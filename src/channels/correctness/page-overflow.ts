import { z } from 'zod';
import type { Box } from '../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../check.js';
import { fixedCanvas } from './fixed-canvas.js';
import { round } from './geometry.js';
import { scoreByShare } from './scale.js';
import { sceneOf, shown, type Clip, type Scene } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

/** Elements named as the cause of one overflow. */
const MAX_CULPRITS = 3;

/**
 * A page wider than its viewport; for kinds with a canvas of fixed size also one that is higher than the canvas. What is
 * cut off instead of scrolled to (`overflow: hidden` on the root) is the business of `text-clipping` and `off-canvas`.
 */
export const pageOverflow = defineCheck({
  meta: {
    id: 'page-overflow',
    title: 'The page overflows its viewport',
    description:
      'A page that is wider than the viewport makes readers scroll sideways to read every line, and on a phone the whole layout shifts under the finger. A slide, poster or chart that is larger than its canvas loses what lies beyond the edge; where no canvas is asked for and none is written, it may be as high as it likes. Pages written from right to left overflow to the left.',
    remedy:
      'Find the element that is named: give it `max-width: 100%` instead of a width in px, let grids and flex rows wrap (`flex-wrap: wrap`, `minmax(0, 1fr)`, `min-width: 0`), let long words break (`overflow-wrap: anywhere`), and let wide tables scroll in a box of their own (`overflow-x: auto`). On a fixed canvas take content away or make it smaller.',
    severity: 'error',
    weight: 0.7,
    source: 'WCAG 2.2, 1.4.10 Reflow; AeSlides (arXiv 2604.22840) for canvases',
    viewports: 'all',
  },
  options: z.strictObject({
    /** Overflow in px that is let pass. */
    slack: z.number().min(0).default(THRESHOLDS['page-overflow'].slack.value),
  }),
  evaluate(context): CheckResult {
    const { layout, options } = context;
    const scene = sceneOf(layout);
    if (scene.root < 0) return { score: null, reason: 'no-element' };
    const defects: Defect[] = [];
    let score = 1;
    for (const edge of edgesOf(context, scene)) {
      const px = edge.page - edge.canvas;
      if (px <= options.slack) continue;
      score *= scoreByShare(px, edge.canvas);
      defects.push(...defectsOf(context, scene, edge));
    }
    return { score, defects };
  },
});

interface Edge {
  side: 'left' | 'right' | 'bottom';
  /** Size of the canvas and of the page along this axis, px. */
  canvas: number;
  page: number;
  /** How far a box reaches over the edge, px. */
  beyond(box: Box): number;
}

function edgesOf(context: CheckContext, { rtl, viewport }: Scene): Edge[] {
  const { layout, brief } = context;
  const [width, height] = brief.canvas ?? layout.size;
  const edges: Edge[] = [];
  if (viewport.x !== 'clip') {
    edges.push({
      side: rtl ? 'left' : 'right',
      canvas: width,
      page: layout.page[0],
      beyond: rtl ? ([x]) => layout.size[0] - width - x : ([x, , w]) => x + w - width,
    });
  }
  if (fixedCanvas(context) && viewport.y !== 'clip') {
    edges.push({
      side: 'bottom',
      canvas: height,
      page: layout.page[1],
      beyond: ([, y, , h]) => y + h - height,
    });
  }
  return edges;
}

function defectsOf({ layout, options }: CheckContext<{ slack: number }>, scene: Scene, edge: Edge): Defect[] {
  const { side, canvas, page } = edge;
  const px = round(page - canvas);
  const measured = { value: round(page), unit: 'px', over: px, side };
  const expected = { max: canvas };
  const axis = side === 'bottom' ? 'higher' : 'wider';
  const culprits = culpritsOf(scene, edge, options.slack);
  if (culprits.length === 0) {
    return [
      {
        element: null,
        box: null,
        message: `The page is ${px} px ${axis} than its ${canvas} px; no single element explains it.`,
        measured,
        expected,
        suggestion: `Look for margins and paddings that reach over the ${side} edge.`,
        certainty: 'likely',
      },
    ];
  }
  return culprits.map(({ element, box, beyond, text }) => {
    const name = text === null ? nameOf(layout, element) : `${quote(text)} in ${nameOf(layout, element)}`;
    return {
      element,
      box,
      message: `${name} reaches ${round(beyond)} px over the ${side} edge; the page is ${px} px ${axis} than its ${canvas} px.`,
      measured,
      expected,
      suggestion: suggest(name, side, box, beyond, text !== null),
    };
  });
}

function suggest(name: string, side: Edge['side'], box: Box, beyond: number, isText: boolean): string {
  if (side === 'bottom')
    return `Move ${name} up or make the content above it ${Math.ceil(beyond)} px shorter.`;
  if (isText) return `Let ${name} wrap (white-space: normal; overflow-wrap: anywhere).`;
  const fits = Math.max(0, Math.floor(box[2] - beyond));
  return `Let ${name} be at most ${fits} px wide here (now ${round(box[2])} px): max-width: 100%, wrapping flex or grid items, or overflow-x: auto around it.`;
}

interface Culprit {
  element: number;
  box: Box;
  beyond: number;
  /** The text when it is not the element's box but its text that is too wide. */
  text: string | null;
}

/**
 * Where the overflow begins: boxes and lines that reach over the edge while the box around them doesn't, the widest
 * first. Below the bottom edge, where boxes grow with what they hold, the lines that lie there come before the boxes.
 */
function culpritsOf(scene: Scene, edge: Edge, slack: number): Culprit[] {
  const { layout } = scene;
  const found: Culprit[] = [];
  const reach = (box: Box | null | undefined, clip: Clip | null) => {
    const rest = box ? shown(box, clip) : null;
    return rest ? edge.beyond(rest) : 0;
  };
  const linesOver = (skip: Uint8Array | null) => {
    for (const line of scene.lines) {
      const beyond = skip?.[line.element] ? 0 : reach(line.box, line.clip);
      if (beyond > slack) found.push({ element: line.element, box: line.box, beyond, text: line.text });
    }
  };
  const worst = () =>
    found.sort((a, b) => b.beyond - a.beyond || a.element - b.element).slice(0, MAX_CULPRITS);
  if (edge.side === 'bottom') {
    linesOver(null);
    if (found.length > 0) return worst();
  }
  const over = new Uint8Array(layout.nodes.length);
  layout.nodes.forEach((node, i) => {
    if (node.parent >= 0 && over[node.parent]) over[i] = 1;
    if (
      over[i] ||
      node.type !== 'element' ||
      !node.box ||
      node.box[2] === 0 ||
      i === scene.root ||
      node.name === 'body'
    )
      return;
    const beyond = reach(node.box, scene.clip[i] ?? null);
    if (beyond <= slack) return;
    over[i] = 1;
    found.push({ element: i, box: node.box, beyond, text: null });
  });
  linesOver(over);
  return worst();
}
