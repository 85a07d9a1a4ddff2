import { z } from 'zod';
import { defineCheck, type CheckContext, type CheckResult, type Defect } from '../check.js';
import { fixedCanvas } from './fixed-canvas.js';
import { round } from './geometry.js';
import { scaleOf } from './magnification.js';
import { reachableLines } from './reachable.js';
import { scoreByShare } from './scale.js';
import { upFrom, type TextLine } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

const DEFAULTS = THRESHOLDS['font-size'];

/** Marks above and below the line, and readings beside characters, are small by nature. */
const SMALL_BY_NATURE = new Set(['sup', 'sub', 'rt', 'rp', 'math']);

const OPTIONS = z.strictObject({
  /** px; for slides, posters and charts the floor below which no canvas goes. */
  min: z.number().positive().default(DEFAULTS.min.value),
  /** Share of the canvas' shorter side; slides and charts. */
  slideShare: z.number().min(0).max(1).default(DEFAULTS.slideShare.value),
  /** Share of the canvas' shorter side; posters. */
  posterShare: z.number().min(0).max(1).default(DEFAULTS.posterShare.value),
  /** Below this share of the minimum a text counts as unreadable: an error instead of a warning. */
  unreadable: z.number().min(0).max(1).default(DEFAULTS.unreadable.value),
});

/**
 * Text too small to read, at the size at which it is seen: transforms and the scale of an SVG count.
 *
 * Not meant, and left out: hidden text, superscripts, subscripts and ruby, and text without letters or digits (icons).
 */
export const fontSize = defineCheck({
  meta: {
    id: 'font-size',
    title: 'Smallest font size',
    description:
      'Text that is too small to be read. Slides and posters are seen from further away or scaled down, so their minimum grows with the canvas. The size measured is the one seen: transforms and the scale of an SVG count.',
    remedy:
      'Make the text larger. Where there is no room for it, there is too much text: cut words before cutting size.',
    severity: 'error',
    weight: 0.4,
    source: 'Thresholds below, each with its source; WCAG 2.2 sets no minimum.',
    viewports: 'primary',
  },
  options: OPTIONS,
  evaluate(context): CheckResult {
    const { layout, options } = context;
    const lines = reachableLines(layout).filter((line) => isRead(context, line));
    if (lines.length === 0) return { score: null, reason: 'no-text' };
    const min = minimumOf(context);
    const small = new Map<string, Small>();
    let total = 0;
    const affected = { error: 0, warning: 0 };
    for (const line of lines) {
      total += line.text.length;
      const size = line.fontSize * scaleOf(layout, line.element);
      // A hundredth of a pixel is arithmetic, not design.
      if (size >= min - 0.01) continue;
      const severity = size < min * options.unreadable ? 'error' : 'warning';
      affected[severity] += line.text.length;
      const { name, attributes } = layout.nodes[line.element]!;
      const key = `${name} ${attributes?.['class'] ?? ''} ${round(size)}`;
      const group = small.get(key);
      if (group) group.elements.add(line.element);
      else small.set(key, { line, size, severity, elements: new Set([line.element]) });
    }
    const score =
      scoreByShare(affected.error, total, 'error') * scoreByShare(affected.warning, total, 'warning');
    return { score, defects: [...small.values()].map((group) => defectOf(context, group, min)) };
  },
});

/** Elements of one style that are too small, reported together. */
interface Small {
  line: TextLine;
  size: number;
  severity: 'error' | 'warning';
  elements: Set<number>;
}

function defectOf({ layout }: CheckContext, { line, size, severity, elements }: Small, min: number): Defect {
  const others = elements.size - 1;
  const also = others === 0 ? '' : `, and ${others} ${others === 1 ? 'element' : 'elements'} like it`;
  const needed = Math.ceil((min * line.fontSize) / size);
  return {
    element: line.element,
    box: line.box,
    message: `${quote(line.text)} in ${nameOf(layout, line.element)} is set in ${round(size)} px${also}.`,
    measured: { value: round(size, 2), unit: 'px', elements: elements.size },
    expected: { min: round(min, 2) },
    suggestion: `Set font-size to at least ${needed}px.`,
    severity,
  };
}

function minimumOf(context: CheckContext<z.infer<typeof OPTIONS>>): number {
  const { kind, options } = context;
  const canvas = fixedCanvas(context);
  if (!canvas) return options.min;
  const share = kind === 'poster' ? options.posterShare : options.slideShare;
  return Math.max(options.min, share * Math.min(...canvas));
}

function isRead({ layout }: CheckContext, { text, element }: TextLine): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  for (const i of upFrom(layout, element)) if (SMALL_BY_NATURE.has(layout.nodes[i]!.name)) return false;
  return true;
}
