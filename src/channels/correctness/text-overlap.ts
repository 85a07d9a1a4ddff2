import { z } from 'zod';
import { BoxIndex } from '../../graph/box-index.js';
import { displayedTextColor, effectiveBackground, paintersAbove } from '../../graph/background.js';
import { covers } from '../../graph/geometry.js';
import type { Box, Layout } from '../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import { contrastRatio } from './contrast.js';
import { area, intersect, round } from './geometry.js';
import { scoreByDepth, type Damage } from './scale.js';
import { factsOf, sceneOf, shown, upFrom, type Scene, type TextLine } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

const DEFAULTS = THRESHOLDS['text-overlap'];

/** Neighbours compared with one line: bounds the work on a pile of lines in one place. */
const MAX_NEIGHBOURS = 64;

/**
 * Lines of different texts whose letters cross. Compared are not the line boxes, which overlap in every tight heading,
 * but the zones of the x-height.
 *
 * Not meant, and left out:
 * - lines of one paragraph, with their ruby, superscripts and subscripts;
 * - text that something opaque hides (`content-occlusion` judges that), faded and transparent text;
 * - watermarks: text so faint that it is made to be written over; the same words twice in one place (shadows, glitches);
 * - fixed and sticky text over text that scrolls away below it; turned text, whose boxes say little.
 */
export const textOverlap = defineCheck({
  meta: {
    id: 'text-overlap',
    title: 'Text lies over text',
    description:
      'Two texts drawn in the same place, so that neither can be read: absolutely positioned labels, boxes of fixed height whose text runs into the next one, crowded chart labels.',
    remedy:
      'Put the texts in normal flow, or in rows and columns of a grid, so that one pushes the other; replace fixed heights by `min-height`; move absolutely positioned labels apart by the px that the finding names.',
    severity: 'error',
    weight: 0.7,
    source:
      'AeSlides (arXiv 2604.22840) and reports on generated slides: overlap is among their most frequent defects',
    viewports: 'all',
  },
  options: z.strictObject({
    /** Part of the smaller letters' height that must be crossed. */
    minHeight: z.number().min(0).max(1).default(DEFAULTS.minHeight.value),
    /** Width that must be crossed, in em of the smaller text. */
    minWidth: z.number().min(0).default(DEFAULTS.minWidth.value),
    /** Contrast below which a text is a watermark. */
    minContrast: z.number().min(1).default(DEFAULTS.minContrast.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const scene = sceneOf(layout);
    if (scene.lines.length === 0) return { score: null, reason: 'no-text' };
    const crossings = crossingsOf(scene, options);
    const total = scene.lines.reduce((sum, line) => sum + line.text.length, 0);
    return { score: scoreByDepth(damagesOf(crossings), total), defects: defectsOf(layout, crossings) };
  },
});

interface Options {
  minHeight: number;
  minWidth: number;
  minContrast: number;
}

/** Two lines whose letters cross, in document order. */
interface Crossing {
  lower: TextLine;
  upper: TextLine;
  common: Box;
}

/** The lines that cross another, each with the largest part of its own letters, or of the other's, that lies in the crossing. */
function damagesOf(crossings: readonly Crossing[]): Damage[] {
  const depths = new Map<TextLine, number>();
  for (const { lower, upper, common } of crossings) {
    const depth = area(common) / Math.min(area(lower.ink), area(upper.ink));
    for (const line of [lower, upper]) depths.set(line, Math.max(depths.get(line) ?? 0, depth));
  }
  return [...depths].map(([line, depth]) => ({ amount: line.text.length, depth }));
}

function crossingsOf(scene: Scene, options: Options): Crossing[] {
  const lines = scene.lines.filter((line) => !line.rotated && /[\p{L}\p{N}]/u.test(line.text));
  const boxes = lines.map((line) => shown(line.ink, line.clip));
  const index = new BoxIndex(boxes);
  const blocks = new Map<number, number>();
  const found: Crossing[] = [];
  lines.forEach((lower, i) => {
    const box = boxes[i];
    if (!box) return;
    let compared = 0;
    index.visit(box, 0, (j) => {
      // Later lines come first in a cell, so the rest of it has been compared already.
      if (j <= i || ++compared > MAX_NEIGHBOURS) return false;
      const upper = lines[j]!;
      const common = intersect(box, boxes[j]!);
      if (!common || !crosses(common, box, boxes[j]!, lower, upper, options)) return true;
      if (isMeant(scene, lower, upper, blocks) || !bothShow(scene.layout, lower, upper, common, options))
        return true;
      found.push({ lower, upper, common });
      return true;
    });
  });
  return found;
}

function crosses(common: Box, a: Box, b: Box, lower: TextLine, upper: TextLine, options: Options): boolean {
  const em = Math.min(lower.fontSize, upper.fontSize);
  return common[3] >= options.minHeight * Math.min(a[3], b[3]) && common[2] >= options.minWidth * em;
}

function isMeant(scene: Scene, lower: TextLine, upper: TextLine, blocks: Map<number, number>): boolean {
  if (lower.node === upper.node) return true;
  if (scene.pinned[lower.node] !== scene.pinned[upper.node]) return true;
  if (lower.text === upper.text) return true;
  return blockOf(scene.layout, lower.element, blocks) === blockOf(scene.layout, upper.element, blocks);
}

/** The element whose lines an inline element's text belongs to. */
function blockOf(layout: Layout, element: number, known: Map<number, number>): number {
  let block = known.get(element);
  if (block === undefined) {
    block = element;
    for (const i of upFrom(layout, element)) {
      block = i;
      const display = factsOf(layout, i)?.css.display ?? '';
      if (display !== 'inline' && !display.startsWith('ruby') && display !== 'contents') break;
    }
    known.set(element, block);
  }
  return block;
}

function bothShow(layout: Layout, lower: TextLine, upper: TextLine, common: Box, options: Options): boolean {
  return [lower, upper].every((line) => {
    const hidden = paintersAbove(layout, line.node, common).some(
      ({ color, varied, box, node }) =>
        covers(box, common, 1) && (color[3] > 0.9 || (varied && layout.nodes[node]!.name === 'img')),
    );
    if (hidden) return false;
    const color = displayedTextColor(layout, line.node, line.box);
    const background = effectiveBackground(layout, line.node, line.box).color;
    return !color || !background || contrastRatio(color, background) >= options.minContrast;
  });
}

function defectsOf(layout: Layout, crossings: readonly Crossing[]): Defect[] {
  const worst = new Map<string, Crossing>();
  for (const crossing of crossings) {
    const key = `${crossing.lower.element} ${crossing.upper.element}`;
    const known = worst.get(key);
    if (!known || crossing.common[2] * crossing.common[3] > known.common[2] * known.common[3]) {
      worst.set(key, crossing);
    }
  }
  return [...worst.values()].map(({ lower, upper, common }) => {
    const name = nameOf(layout, upper.element);
    const down = Math.ceil(lower.box[1] + lower.box[3] - upper.box[1]);
    const up = Math.ceil(upper.box[1] + upper.box[3] - lower.box[1]);
    const way = upper.box[1] >= lower.box[1] ? `${down} px down` : `${up} px up`;
    return {
      element: upper.element,
      box: upper.box,
      message: `${quote(upper.text)} lies over ${quote(lower.text)} of ${nameOf(layout, lower.element)}: their letters cross on ${round(common[2])} x ${round(common[3])} px.`,
      measured: {
        value: round(common[2] * common[3]),
        unit: 'px²',
        width: round(common[2]),
        height: round(common[3]),
      },
      expected: { max: 0 },
      suggestion: `Move ${name} ${way}, or put both in normal flow so that one makes room for the other (no position: absolute, no fixed height, no negative margin).`,
    };
  });
}
