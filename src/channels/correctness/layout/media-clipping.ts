import { z } from 'zod';
import type { Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { area, round } from '../geometry.js';
import { scoreByShare } from '../scale.js';
import { factsOf, isOnTrack, sceneOf, shown, upFrom, type Scene } from '../scene.js';
import { nameOf } from '../wording.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['media-clipping'];

/**
 * Pictures, videos, canvases and frames that the box around them cuts off.
 *
 * Cropping is a usual design, so only crops that nobody chose are found: drawings and frames, which are made to be seen
 * whole; and photographs that run out of their box to one side while they keep its start. Left out: `object-fit`, crops
 * that fill their box around a common centre, absolutely placed and moving ones, and decoration.
 */
export const mediaClipping = defineCheck({
  meta: {
    id: 'media-clipping',
    title: 'Picture, video or canvas is cut off',
    description:
      'A canvas, a frame, a video or a drawing with text that is larger than the box around it, which hides the rest (`overflow: hidden`); and pictures of a fixed width that run out of their box at one side. Crops that are chosen, with `object-fit` or around the centre, are left alone.',
    remedy:
      'Give it `max-width: 100%` and `height: auto`, or `object-fit: cover` when a crop is meant. For a canvas set its size from that of its box.',
    severity: 'warning',
    weight: 0.4,
    source: 'Reports on generated pages; thresholds below',
    viewports: 'all',
  },
  options: z.strictObject({
    /** Part that must be cut off. */
    minShare: z.number().min(0).max(1).default(DEFAULTS.minShare.value),
  }),
  evaluate({ layout, options }): CheckResult {
    const scene = sceneOf(layout);
    const media = mediaOf(scene);
    if (media.length === 0) return { score: null, reason: 'no-media' };
    const areaOf = (list: readonly Medium[]) =>
      list.reduce((sum, { node }) => sum + area(layout.nodes[node]!.box), 0);
    const cut = media.filter((medium) => medium.lost >= options.minShare);
    const certain = cut.filter(({ certainty }) => certainty === 'certain');
    const likely = cut.filter(({ certainty }) => certainty === 'likely');
    return {
      score:
        scoreByShare(areaOf(certain), areaOf(media), 'warning') *
        scoreByShare(areaOf(likely), areaOf(media), 'warning', 'likely'),
      defects: cut.map((medium) => defectOf(layout, medium)),
    };
  },
});

interface Medium {
  node: number;
  /** Part that is cut off by what nobody can scroll, in [0,1]; 0 where a crop is meant. */
  lost: number;
  by: number;
  certainty: 'certain' | 'likely';
}

const KINDS = new Set(['img', 'video', 'canvas', 'iframe', 'object', 'embed', 'svg']);

function mediaOf(scene: Scene): Medium[] {
  const { layout, drawn, rotated } = scene;
  const lettered = new Set<number>();
  for (const { node } of scene.lines)
    for (const i of upFrom(layout, node)) if (layout.nodes[i]!.name === 'svg') lettered.add(i);
  const media: Medium[] = [];
  layout.nodes.forEach(({ name, type, box }, node) => {
    if (type !== 'element' || !KINDS.has(name) || !box || !drawn[node] || rotated[node]) return;
    if (Math.min(box[2], box[3]) < DEFAULTS.minSide.value || isDecoration(layout, node)) return;
    if (name === 'svg' && !lettered.has(node)) return;
    media.push({ node, ...cutOf(scene, node) });
  });
  return media;
}

function isDecoration(layout: Layout, node: number): boolean {
  if (layout.nodes[node]!.attributes?.['alt'] === '') return true;
  for (const i of upFrom(layout, node)) {
    const { attributes } = layout.nodes[i]!;
    if (attributes?.['aria-hidden'] === 'true' || attributes?.['role'] === 'presentation') return true;
  }
  return false;
}

function cutOf(scene: Scene, node: number): Omit<Medium, 'node'> {
  const { layout } = scene;
  const whole = { lost: 0, by: -1, certainty: 'certain' } as const;
  const clip = scene.clip[node] ?? null;
  const box = layout.nodes[node]!.box!;
  const rest = shown(box, clip);
  const isPicture = layout.nodes[node]!.name === 'img';
  // Nothing left is something hidden, a closed panel or a slide to come.
  if (!clip || !rest || scene.placed[node]) return whole;
  let by = clip;
  while (by.outer && by.x !== 'clip' && by.y !== 'clip') by = by.outer;
  // A box that scrolls brings out the rest; what lies beyond it is not lost.
  for (let c: typeof by | null = clip; c; c = c.outer) if (c.x === 'scroll' || c.y === 'scroll') return whole;
  if (
    isOnTrack(layout, node, by.element, by.box[2], 'x') ||
    isOnTrack(layout, node, by.element, by.box[3], 'y')
  )
    return whole;
  const fit = factsOf(layout, node)!.css['object-fit'];
  if (fit === 'cover' || fit === 'none') return whole;
  const lost = 1 - area(rest) / area(box);
  const start = scene.rtl ? by.box[0] + by.box[2] - (box[0] + box[2]) : box[0] - by.box[0];
  const beyond = box[2] - rest[2];
  if (isPicture && !(beyond > 0 && Math.abs(start) < by.box[2] * 0.2 && start >= -2)) return whole;
  return { lost, by: by.element, certainty: isPicture ? 'likely' : 'certain' };
}

function defectOf(layout: Layout, { node, lost, by, certainty }: Medium): Defect {
  const name = nameOf(layout, node);
  const around = nameOf(layout, by);
  const [, , width, height] = layout.nodes[by]!.box!;
  return {
    element: node,
    box: layout.nodes[node]!.box,
    message: `${around} cuts off ${Math.round(lost * 100)} % of ${name}.`,
    measured: { value: round(lost, 2), unit: 'share', by: around },
    expected: { max: 0 },
    suggestion: `Let ${name} fit the ${Math.round(width)} × ${Math.round(height)} px of ${around}: max-width: 100%, or object-fit: cover when a crop is meant.`,
    certainty,
  };
}
