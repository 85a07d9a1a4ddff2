import { z } from 'zod';
import { displayedTextColor, paintersAbove } from '../../graph/background.js';
import type { Painter } from '../../graph/painters.js';
import { opacityOf } from '../../graph/visibility.js';
import type { Box, Layout } from '../../render/capture.js';
import { defineCheck, type CheckContext, type CheckResult, type Defect, type Pixels } from '../check.js';
import { area, intersect, overlapRatio, round } from './geometry.js';
import { showsInk, showsInkOver } from './line-pixels.js';
import { scoreByDepth, type Damage } from './scale.js';
import { contains, factsOf, sceneOf, shown, upFrom, type Scene, type TextLine } from './scene.js';
import { THRESHOLDS } from './thresholds.js';
import { nameOf, quote } from './wording.js';

const DEFAULTS = THRESHOLDS['content-occlusion'];

/**
 * Text, controls and images that something opaque, painted later, covers.
 *
 * Not meant, and left out:
 * - fixed and sticky layers over content that scrolls away below them, and open dialogs, menus and tooltips;
 * - layers stacked in one place on purpose (slides, tabs, both sides of a card): whatever covers fills the same box as
 *   the positioned layer that it hides, or nearly all of the viewport;
 * - text whose letters are in the picture all the same: the cover was transparent there, or turned away;
 * - images covered only in part: captions, badges and cards over pictures are a usual design.
 */
export const contentOcclusion = defineCheck({
  meta: {
    id: 'content-occlusion',
    title: 'Content is covered by another element',
    description:
      'Words, buttons or pictures hidden below a box, an image or a video that is painted over them: a wrong `z-index`, a negative margin, an absolutely positioned block that does not leave room for its neighbours.',
    remedy:
      'Give the covered content room: put the cover in normal flow, or add a margin or padding of its size. When the order is wrong, raise the `z-index` of the content. Hide what is not meant to be seen with `visibility: hidden`.',
    severity: 'error',
    weight: 0.6,
    source:
      'WCAG 2.2, 2.4.11 (focus not obscured) for controls; AeSlides (arXiv 2604.22840) on occlusion in slides',
    viewports: 'primary',
  },
  options: z.strictObject({
    /** Part of a line, control or image that must be covered. */
    minShare: z.number().min(0).max(1).default(DEFAULTS.minShare.value),
    /** Width of a line, in em, that must be covered where that is a smaller part of it. */
    minWidth: z.number().min(0).default(DEFAULTS.minWidth.value),
  }),
  async evaluate(context): Promise<CheckResult> {
    const { layout } = context;
    const scene = sceneOf(layout);
    const targets = targetsOf(scene);
    if (targets.length === 0) return { score: null, reason: 'no-content' };
    let covered = targets.flatMap((target) => coverOf(context, scene, target) ?? []);
    if (covered.some(({ target }) => target.line)) {
      const pixels = await context.pixels();
      if (pixels) covered = covered.filter((cover) => !isSeen(layout, cover, pixels));
    }
    const damages = (isImage: boolean) =>
      damagesOf(covered.filter(({ target }) => (target.what === 'image') === isImage));
    const total = targets.reduce((sum, { weight }) => sum + weight, 0);
    const score =
      scoreByDepth(damages(false), total) * scoreByDepth(damages(true), total, 'warning', 'likely');
    return { score, defects: defectsOf(layout, covered) };
  },
});

interface Options {
  minShare: number;
  minWidth: number;
}

interface Target {
  what: 'text' | 'control' | 'image';
  node: number;
  element: number;
  box: Box;
  line: TextLine | null;
  /** Share in the score: characters, or what a control or an image is worth in characters. */
  weight: number;
}

/** What a control or an image is worth in characters of text. */
const ITEM_WEIGHT = 20;
const CONTROLS = new Set(['button', 'input', 'select', 'textarea']);
/** Smaller images are icons, and their covers mostly states of the same icon. */
const MIN_IMAGE_SIDE = 32;

function targetsOf(scene: Scene): Target[] {
  const { layout } = scene;
  const targets: Target[] = [];
  for (const line of scene.lines) {
    const box = line.rotated || !/[\p{L}\p{N}]/u.test(line.text) ? null : shown(line.ink, line.clip);
    if (box) {
      const { node, element, text } = line;
      targets.push({ what: 'text', node, element, box, line, weight: text.length });
    }
  }
  layout.nodes.forEach(({ name, type, box }, i) => {
    const what = CONTROLS.has(name) ? 'control' : name === 'img' ? 'image' : null;
    if (!what || type !== 'element' || !box || !scene.drawn[i]) return;
    if (what === 'image' && Math.min(box[2], box[3]) < MIN_IMAGE_SIDE) return;
    // A native box replaced by a drawn one lies below it on purpose.
    const control = layout.nodes[i]!.attributes?.['type'];
    if (control === 'checkbox' || control === 'radio' || control === 'file' || control === 'range') return;
    const rest = shown(box, scene.clip[i] ?? null);
    if (rest) targets.push({ what, node: i, element: i, box: rest, line: null, weight: ITEM_WEIGHT });
  });
  return targets;
}

interface Cover {
  target: Target;
  painter: Painter;
  /** Part of the target that is covered, in (0,1]. */
  share: number;
}

/** What is covered, each as deep as the part of it that is. */
const damagesOf = (covered: readonly Cover[]): Damage[] =>
  covered.map(({ target, share }) => ({ amount: target.weight, depth: share }));

function coverOf(context: CheckContext<Options>, scene: Scene, target: Target): Cover | null {
  const { layout, options } = context;
  let best: Cover | null = null;
  for (const painter of paintersAbove(layout, target.node, target.box)) {
    const part = intersect(painter.box, target.box);
    if (!part || !isOpaque(layout, painter) || isMeant(scene, target, painter)) continue;
    const share = area(part) / area(target.box);
    if (!best || share > best.share) best = { target, painter, share };
  }
  if (!best) return null;
  const least = target.what === 'image' ? Math.max(0.9, options.minShare) : options.minShare;
  return best.share >= least || hidesWords(best, options) ? best : null;
}

/** Does it lie over some words of a long line, of which they are a small part? */
function hidesWords({ target, painter }: Cover, { minShare, minWidth }: Options): boolean {
  const { line, box } = target;
  const part = line && intersect(painter.box, box);
  return !!part && part[2] >= minWidth * line.fontSize && part[3] >= (1 - minShare) * box[3];
}

function isOpaque(layout: Layout, { node, color, varied }: Painter): boolean {
  if (opacityOf(layout, node) < 0.95) return false;
  const { name } = layout.nodes[node]!;
  if (name === 'img' || name === 'video') {
    return layout.images.every((image) => image.node !== node || image.state === 'loaded');
  }
  return color[3] >= 0.95 && (!varied || factsOf(layout, node)?.distorts === false);
}

const OVERLAYS = /^(dialog|alertdialog|menu|listbox|tooltip)$/;

function isMeant(scene: Scene, target: Target, { node, box }: Painter): boolean {
  const { layout } = scene;
  if (contains(layout, node, target.node) || contains(layout, target.element, node)) return true;
  if (scene.pinned[node] !== scene.pinned[target.node]) return true;
  if (scene.averted[node] === 1) return true;
  const [width, height] = layout.size;
  if (area(intersect(box, [0, 0, width, height])) >= 0.9 * width * height) return true;
  for (const i of upFrom(layout, node)) {
    const { name, attributes } = layout.nodes[i]!;
    if (name === 'dialog' || attributes?.['popover'] !== undefined) return true;
    if (OVERLAYS.test(attributes?.['role'] ?? '') || attributes?.['aria-modal'] === 'true') return true;
  }
  return isStacked(scene, target, node);
}

/** Do the covered and the covering content fill the same place, side by side in the document? */
function isStacked({ layout, placed }: Scene, target: Target, cover: number): boolean {
  let common = cover;
  let upper = cover;
  while (!contains(layout, common, target.node)) {
    upper = common;
    common = layout.nodes[common]!.parent;
  }
  let lower = target.element;
  while (lower !== common && layout.nodes[lower]!.parent !== common) lower = layout.nodes[lower]!.parent;
  if (lower === common || lower === target.element) return false;
  const a = layout.nodes[upper]!.box;
  const b = layout.nodes[lower]!.box;
  return (
    a !== null && b !== null && overlapRatio(a, b) >= 0.8 && (placed[upper] === 1 || placed[lower] === 1)
  );
}

/** Are the letters in the picture where they should be covered? */
function isSeen(layout: Layout, { target, painter }: Cover, pixels: Pixels): boolean {
  const { line } = target;
  const part = line && intersect(painter.box, target.box);
  if (!part) return false;
  const color = displayedTextColor(layout, line.node, line.box);
  if (color === null) return false;
  // What is painted in several colours may hold that of the letters itself.
  return painter.varied ? showsInk(pixels, part, color) : showsInkOver(pixels, part, color, painter.color);
}

function defectsOf(layout: Layout, covered: readonly Cover[]): Defect[] {
  const worst = new Map<number, Cover>();
  for (const cover of covered) {
    const known = worst.get(cover.target.element);
    if (!known || cover.share > known.share) worst.set(cover.target.element, cover);
  }
  return [...worst.values()].map(({ target, painter, share }) => {
    const name = nameOf(layout, target.element);
    const over = nameOf(layout, painter.node);
    const percent = Math.round(share * 100);
    const subject = target.line ? `${quote(target.line.text)} in ${name}` : name;
    const common = intersect(painter.box, target.box)!;
    return {
      element: target.element,
      box: target.line?.box ?? target.box,
      message: `${over} covers ${percent} % of ${subject}.`,
      measured: { value: round(share, 2), unit: 'share', by: over },
      expected: { max: 0 },
      suggestion: `Move ${over} off it by ${Math.ceil(Math.min(common[2], common[3]))} px (margin, top or left), or paint ${name} above it with a higher z-index.`,
      ...(target.what === 'image' ? ({ severity: 'warning', certainty: 'likely' } as const) : {}),
    };
  });
}
