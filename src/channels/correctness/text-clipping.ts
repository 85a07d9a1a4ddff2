import { z } from 'zod';
import { parseColor } from '../../graph/color.js';
import { px, type StyleFacts } from '../../graph/style.js';
import { treeOf } from '../../graph/tree.js';
import { defineCheck, type CheckResult, type Defect } from '../check.js';
import type { Box, Layout } from '../../render/capture.js';
import { area, round } from './geometry.js';
import { scoreByDepth } from './scale.js';
import { factsOf, isOnTrack, sceneOf, upFrom, type Clip, type Scene, type TextLine } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const DEFAULTS = THRESHOLDS['text-clipping'];

/**
 * Text that is cut off, or that sticks out of the box drawn for it.
 *
 * Not meant, and left out:
 * - what a person can scroll to, and text hidden from the eye on purpose (1-px boxes, `clip`, text moved away);
 * - `text-overflow: ellipsis` and `-webkit-line-clamp`: they say that text goes on;
 * - lines wholly outside a clipping box sideways, and with them its half-visible ones: a carousel or a marquee; but not where
 *   they stand in the flow with nothing beside them;
 * - moving and transformed tracks that are larger than their window;
 * - text in form controls, and turned text, whose boxes say little.
 */
export const textClipping = defineCheck({
  meta: {
    id: 'text-clipping',
    title: 'Text is clipped or overflows its box',
    description:
      'Text that an ancestor with `overflow: hidden` or `clip` cuts off, so that letters or lines are lost, and text that sticks out of the painted or bordered box around it. Cut text cannot be read, and nothing tells the reader that there is more. It is the most frequent defect of generated slides and cards.',
    remedy:
      'Let the box grow with its text: replace `height` by `min-height`, remove `white-space: nowrap`, allow `overflow-wrap: anywhere` for long words, or make the text shorter or smaller. Where text is meant to be cut, say so with `text-overflow: ellipsis` or `-webkit-line-clamp`.',
    severity: 'error',
    weight: 0.7,
    source:
      'WCAG 2.2, 1.4.4 and 1.4.12 (no loss of content); AeSlides (arXiv 2604.22840) on overflow in slides',
    viewports: 'all',
  },
  options: z.strictObject({
    /** Part of the letters' height that may be cut off a line. */
    minCutHeight: z.number().min(0).max(1).default(DEFAULTS.minCutHeight.value),
    /** Part of the height from the tops of capitals to the feet of letters that may be cut off a line. */
    minCutLetters: z.number().min(0).max(1).default(DEFAULTS.minCutLetters.value),
    /** Width that may be cut off a line, in em. */
    minCutWidth: z.number().min(0).default(DEFAULTS.minCutWidth.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const scene = sceneOf(layout);
    if (scene.lines.length === 0) return { score: null, reason: 'no-text' };
    const cuts = scene.lines.flatMap((line) => {
      if (line.rotated) return [];
      return cutByAncestor(scene, line, options) ?? overflowOfBox(scene, line, options) ?? [];
    });
    const aside = cuts.filter((cut) => cut.how === 'aside');
    const showing = windowsShowing(scene, new Set(cuts.map((cut) => cut.line)));
    const pushed = new Set(aside.filter((cut) => showing.has(cut.by) && isPushedOut(scene, cut)));
    const carousels = new Set(
      aside.filter((cut) => !pushed.has(cut) && isSaying(cut.line)).map((cut) => cut.by),
    );
    const stood = cuts.filter(
      (cut) => pushed.has(cut) || (cut.how !== 'aside' && !(cut.how === 'width' && carousels.has(cut.by))),
    );
    const real = withoutHiddenParts(scene, stood);
    const total = scene.lines.reduce((sum, line) => sum + line.text.length, 0);
    const damages = real.map((cut) => ({ amount: cut.line.text.length, depth: depthOf(cut) }));
    return { score: scoreByDepth(damages, total), defects: defectsOf(layout, real) };
  },
});

interface Options {
  minCutHeight: number;
  minCutLetters: number;
  minCutWidth: number;
}

/**
 * `width`, `height`: cut at the sides, or at the top or bottom; `lost`: wholly above or below what is visible; `aside`:
 * wholly to the left or right of it; `out`: not cut, but sticking out of a painted box.
 */
interface Cut {
  line: TextLine;
  how: 'width' | 'height' | 'lost' | 'aside' | 'out';
  /** The element that cuts, or whose box is too small. */
  by: number;
  box: Box;
  /** Px missing, sideways for `width`, else in height. */
  px: number;
  sideways: boolean;
}

/** Does it say anything? The plus or arrow at the end of a row is no slide. */
function isSaying({ text }: TextLine): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Part of a line's letters that is cut off or sticks out. */
function depthOf({ line, how, px, sideways }: Cut): number {
  return how === 'lost' ? 1 : px / (sideways ? line.ink[2] : lettersOf(line)[3]);
}

function cutByAncestor(scene: Scene, line: TextLine, options: Options): Cut[] | null {
  const { ink } = line;
  let free = { x: true, y: true };
  for (let clip = line.clip; clip; clip = clip.outer) {
    const [left, top, width, height] = clip.box;
    if (width < 2 || height < 2) return [];
    const sideways = free.x && clip.x === 'clip' ? outsideOf(ink[0], ink[2], left, width) : 0;
    const cutsUpright = free.y && clip.y === 'clip';
    const upright = cutsUpright ? outsideOf(ink[1], ink[3], top, height) : 0;
    const tall = lettersOf(line);
    const letters = cutsUpright ? outsideOf(tall[1], tall[3], top, height) : 0;
    const cut = { line, by: clip.element, box: clip.box };
    if (upright > options.minCutHeight * ink[3] || letters > options.minCutLetters * tall[3]) {
      if (isClamped(scene.layout, line, clip) || isTrack(scene, line, clip, 'y')) return [];
      const isLost = outsideOf(line.box[1], line.box[3], top, height) > line.box[3] * LOST;
      const how = isLost ? 'lost' : 'height';
      if (how === 'lost' || sideways === 0) return [{ ...cut, how, px: letters, sideways: false }];
    }
    if (sideways > Math.max(2, options.minCutWidth * line.fontSize)) {
      if (endsInEllipsis(scene.layout, clip) || isTrack(scene, line, clip, 'x')) return [];
      return [{ ...cut, how: sideways > ink[2] - 1 ? 'aside' : 'width', px: sideways, sideways: true }];
    }
    free = { x: free.x && clip.x !== 'scroll', y: free.y && clip.y !== 'scroll' };
    if (!free.x && !free.y) break;
  }
  return null;
}

/** Letters that reach below the base line. */
const DESCENDING = /[gjpqyQ]/;

/** The part of a line's box from the tops of its capitals to the base line, or to the feet of letters that reach below it. */
function lettersOf({ box: [x, y, width, height], text }: TextLine): Box {
  return [x, y + 0.2 * height, width, (DESCENDING.test(text) ? 0.8 : 0.6) * height];
}

/** The elements that clip a line other than the ones that are missing: a window without any is closed. */
function windowsShowing({ lines }: Scene, missing: ReadonlySet<TextLine>): Set<number> {
  const showing = new Set<number>();
  for (const line of lines) {
    if (missing.has(line)) continue;
    for (let clip = line.clip; clip; clip = clip.outer) showing.add(clip.element);
  }
  return showing;
}

/**
 * Is a line that is wholly beside its window no slide and no drawer? Slides stand beside each other, drawers are moved or placed, and
 * words are indented out of their own box to show a picture instead.
 */
function isPushedOut({ layout, placed }: Scene, { line, by, box: window }: Cut): boolean {
  if (placed[line.node] !== placed[by]) return false;
  const own = layout.nodes[line.element]!.box;
  if (!own || outsideOf(line.box[0], line.box[2], own[0], own[2]) > line.box[2] / 2) return false;
  const { children } = treeOf(layout);
  for (const i of upFrom(layout, line.node)) {
    const { parent, box } = layout.nodes[i]!;
    if (i === by) return true;
    if (!box) continue;
    // What lies within the window has its place there, and what is pushed out lies in it.
    if (outsideOf(box[0], box[2], window[0], window[2]) <= 1) return true;
    for (const other of children(parent)) {
      const beside = layout.nodes[other]!.box;
      if (other !== i && beside && area(beside) > 0 && isBeside(box, beside)) return false;
    }
  }
  return false;
}

function isBeside(a: Box, b: Box): boolean {
  const common = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  return common > Math.min(a[3], b[3]) / 2;
}

/** Part of a line's box that is gone when nothing of its letters shows: the capitals begin at a fifth, the base line lies at four. */
const LOST = 0.8;

/** Length of a range that lies outside of a window. */
function outsideOf(start: number, length: number, window: number, size: number): number {
  return Math.min(length, Math.max(0, window - start) + Math.max(0, start + length - window - size));
}

function endsInEllipsis(layout: Layout, clip: Clip): boolean {
  return factsOf(layout, clip.element)?.css['text-overflow'] !== 'clip';
}

function isClamped(layout: Layout, line: TextLine, clip: Clip): boolean {
  for (const i of upFrom(layout, line.element)) {
    const clamp = factsOf(layout, i)?.css['-webkit-line-clamp'] ?? 'none';
    if (clamp !== 'none') return true;
    if (i === clip.element) return false;
  }
  return false;
}

function isTrack({ layout }: Scene, line: TextLine, clip: Clip, axis: 'x' | 'y'): boolean {
  return isOnTrack(layout, line.element, clip.element, clip.box[axis === 'x' ? 2 : 3], axis);
}

/**
 * Text wholly above or below a window is lost only where the reader sees that something was meant to be there: other
 * text in flow shows in the same window, the window is the whole canvas, or it is a coloured box (a button) around words of its own.
 * Closed accordions and drawers show none. A window of a single line may be there to hide what wraps (a row of tags or of links), but not to break off a sentence.
 */
function withoutHiddenParts(scene: Scene, cuts: Cut[]): Cut[] {
  const lost = new Set(cuts.filter((cut) => cut.how === 'lost').map((cut) => cut.by));
  if (lost.size === 0) return cuts;
  const missing = new Set(cuts.map((cut) => cut.line));
  const showing = new Set<number>();
  const begun = new Set<number>();
  for (const line of scene.lines) {
    if (missing.has(line)) continue;
    begun.add(line.node);
    for (let clip = line.clip; clip; clip = clip.outer) if (lost.has(clip.element)) showing.add(clip.element);
  }
  const [width, height] = scene.layout.size;
  for (const { how, by, box, line } of cuts) {
    if (area(box) >= CANVAS * width * height) showing.add(by);
    if (how !== 'height') continue;
    showing.add(by);
    begun.add(line.node);
  }
  return cuts.filter(({ how, by, box, line }) => {
    if (how !== 'lost') return true;
    if (line.element === by && isColoured(scene.layout, by)) return true;
    const placed = scene.placed[line.node] === 1 && scene.placed[by] === 0;
    return showing.has(by) && !placed && (box[3] >= 2 * line.fontSize || begun.has(line.node));
  });
}

/** A ground of one colour: behind a picture words may be pushed out of sight so that it stands for them. */
function isColoured(layout: Layout, i: number): boolean {
  const style = factsOf(layout, i);
  return style !== null && style.background[3] > 0.1 && !style.pictured;
}

/** Part of the window from which a box is no drawer in it, but the canvas itself. */
const CANVAS = 0.9;

/** The nearest painted box around a line that the line sticks out of, though nothing cuts it. */
function overflowOfBox(scene: Scene, line: TextLine, options: Options): Cut[] | null {
  if (!isSaying(line)) return null;
  const { layout } = scene;
  for (const i of upFrom(layout, line.element)) {
    const style = factsOf(layout, i);
    const { box, name } = layout.nodes[i]!;
    if (name === 'body' || name === 'html' || name === 'svg') return null;
    if (!style || !box || style.css.display === 'inline') continue;
    // A box that cuts or scrolls what it holds lets nothing stick out: what it cuts has been looked at before.
    if (style.overflowX !== 'visible') return null;
    if (isPainted(style) && box[2] >= line.fontSize && box[3] >= line.fontSize / 2) {
      const [x, y, width, height] = box;
      const { ink } = line;
      const beside = Math.max(x - ink[0], ink[0] + ink[2] - x - width);
      const beyond = Math.max(y - ink[1], ink[1] + ink[3] - y - height);
      // Moved out of its box altogether: put there, not grown there.
      if (beside > ink[2] || beyond > box[3]) return null;
      if (beside > Math.max(2, options.minCutWidth * line.fontSize)) {
        return [{ line, how: 'out', by: i, box, px: beside, sideways: true }];
      }
      if (beyond > options.minCutHeight * ink[3]) {
        return [{ line, how: 'out', by: i, box, px: beyond, sideways: false }];
      }
      return null;
    }
    const free = style.placed !== null || style.css.float !== 'none' || style.css.transform !== 'none';
    if (free || hasNegativeMargin(style)) return null;
  }
  return null;
}

function hasNegativeMargin({ css }: StyleFacts): boolean {
  return SIDES.some((side) => css[`margin-${side}`].startsWith('-'));
}

/** Would a reader see where the box ends? */
function isPainted({ background, pictured, css }: StyleFacts): boolean {
  const framed = SIDES.every((side) => px(css[`border-${side}-width`]) > 0);
  return background[3] > 0.1 || pictured || (framed && (parseColor(css['border-top-color'])?.[3] ?? 0) > 0.1);
}

function defectsOf(layout: Layout, cuts: readonly Cut[]): Defect[] {
  const groups = new Map<string, Cut[]>();
  for (const cut of cuts) {
    const key = cut.how === 'lost' ? `lost in ${cut.by}` : `${cut.line.element}`;
    const group = groups.get(key);
    if (group) group.push(cut);
    else groups.set(key, [cut]);
  }
  return [...groups.values()].map((group) => defectOf(layout, group));
}

function defectOf(layout: Layout, group: readonly Cut[]): Defect {
  const worst = group.reduce((a, b) => (b.px > a.px ? b : a));
  const { line, how, by, box, px, sideways } = worst;
  const name = nameOf(layout, by);
  const needed = Math.ceil((sideways ? box[2] : box[3]) + px);
  const side = sideways ? 'width' : 'height';
  const base = {
    element: line.element,
    box: line.box,
    measured: { value: round(px), unit: 'px', side, lines: group.length },
    expected: { max: 0 },
  };
  if (how === 'lost') {
    const bottom = Math.max(...group.map((cut) => cut.line.box[1] + cut.line.box[3]));
    const needs = Math.ceil(bottom - box[1]);
    return {
      ...base,
      certainty: 'likely',
      message: `${group.length} ${group.length === 1 ? 'line' : 'lines'} of text from ${quote(group[0]!.line.text)} on ${group.length === 1 ? 'is' : 'are'} cut off by ${name}, which shows ${round(box[3])} px of ${needs} px.`,
      suggestion: `Let ${name} grow (min-height instead of height, at least ${needs} px), let it scroll (overflow-y: auto), or shorten its content.`,
    };
  }
  if (how === 'out') {
    return {
      ...base,
      message: `${quote(line.text)} sticks out of ${name} by ${round(px)} px in ${side}.`,
      suggestion: sideways
        ? `Make ${name} at least ${needed} px wide, or let the text wrap (white-space: normal; overflow-wrap: anywhere).`
        : `Replace the height of ${name} by min-height: ${needed}px, or make the text shorter.`,
    };
  }
  return {
    ...base,
    message: `${quote(line.text)} is cut off by ${name}: ${round(px)} px of its ${side} are missing.`,
    suggestion: sideways
      ? `Let the text wrap (white-space: normal; overflow-wrap: anywhere), make ${name} ${Math.ceil(px)} px wider, or the font smaller (now ${round(line.fontSize)} px).`
      : `Give ${name} ${Math.ceil(px)} px more height (min-height instead of height), or make the text shorter.`,
  };
}
