import { z } from 'zod';
import { BoxIndex } from '../../../graph/box-index.js';
import type { DesignGraph } from '../../../graph/schema.js';
import type { Box, Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { area, intersect, round } from '../geometry.js';
import { scoreByDepth, type Damage } from '../scale.js';
import { contains, factsOf, sceneOf, upFrom, type Scene } from '../scene.js';
import { nameOf } from '../wording.js';
import { isPaintedBox } from './peers.js';
import { LAYOUT_THRESHOLDS } from './thresholds.js';

const DEFAULTS = LAYOUT_THRESHOLDS['control-overlap'];

/**
 * Buttons, fields and links with a box of their own that run into each other.
 *
 * Not meant, and left out: a control on another (a search button in its field, a button on a card that is a link), fixed
 * and sticky ones over what scrolls below, panels and menus that lie over the page, piles of avatars, and links in a line.
 */
export const controlOverlap = defineCheck({
  meta: {
    id: 'control-overlap',
    title: 'Controls overlap',
    description:
      'Two controls that share ground, neither lying within the other: they look broken, and a click near the seam goes to whichever is painted later. Where both paint a box it is an error; where only their invisible areas meet, a warning.',
    remedy:
      'Put the controls in a row with a gap (`display: flex; flex-wrap: wrap; gap: 8px`), and take off negative margins, fixed widths or absolute positions that move one into the other.',
    severity: 'error',
    weight: 0.5,
    source: 'WCAG 2.2, 2.5.8: the area that another target covers does not count as target size',
    viewports: 'all',
  },
  options: z.strictObject({
    /** px that two controls may share in either direction. */
    slack: z.number().min(0).default(DEFAULTS.slack.value),
  }),
  evaluate({ layout, graph, options }): CheckResult {
    const scene = sceneOf(layout);
    const controls = controlsOf(scene, graph);
    if (controls.length === 0) return { score: null, reason: 'no-controls' };
    const pairs = collisions(scene, controls, options.slack);
    const damages = (severity: Pair['severity']) =>
      damagesOf(pairs.filter((pair) => pair.severity === severity));
    return {
      score:
        scoreByDepth(damages('error'), controls.length) *
        scoreByDepth(damages('warning'), controls.length, 'warning'),
      defects: pairs.map((pair) => defectOf(layout, pair)),
    };
  },
});

interface Control {
  node: number;
  box: Box;
  paint: number;
  text: string;
}

/** Taller links are cards, and what lies on a card lies there on purpose. */
const MAX_LINK_HEIGHT = 96;
/** Fields without a box to speak of, or with one laid over a drawn one. */
const UNBOXED = /^(checkbox|radio|file|range|color|hidden)$/i;

function controlsOf(scene: Scene, graph: DesignGraph): Control[] {
  const { layout } = scene;
  return graph.nodes.flatMap(({ role, element, clippedBox, paint, text }) => {
    if (!clippedBox || scene.rotated[element] || (role !== 'button' && role !== 'field' && role !== 'link'))
      return [];
    const css = factsOf(layout, element)!.css;
    if (css.display === 'inline' || css['pointer-events'] === 'none') return [];
    if (role === 'link' && (text === '' || clippedBox[3] > MAX_LINK_HEIGHT)) return [];
    if (UNBOXED.test(layout.nodes[element]!.attributes?.['type'] ?? '')) return [];
    return [{ node: element, box: clippedBox, paint, text }];
  });
}

interface Pair {
  over: Control;
  under: Control;
  common: Box;
  severity: 'error' | 'warning';
}

/** The controls of pairs, each with the largest part of the smaller one that lies in the other. */
function damagesOf(pairs: readonly Pair[]): Damage[] {
  const depths = new Map<Control, number>();
  for (const { over, under, common } of pairs) {
    const depth = area(common) / Math.min(area(over.box), area(under.box));
    for (const control of [over, under]) depths.set(control, Math.max(depths.get(control) ?? 0, depth));
  }
  return [...depths.values()].map((depth) => ({ amount: 1, depth }));
}

function collisions(scene: Scene, controls: readonly Control[], slack: number): Pair[] {
  const { layout } = scene;
  const index = new BoxIndex(controls.map(({ box }) => box));
  const pairs: Pair[] = [];
  controls.forEach((a, i) => {
    index.visit(a.box, 0, (j) => {
      const b = controls[j]!;
      if (j >= i) return true;
      const common = intersect(a.box, b.box);
      if (!common || common[2] <= slack || common[3] <= slack || isMeant(scene, a, b, common)) return true;
      const [over, under] = a.paint > b.paint ? [a, b] : [b, a];
      const painted = isPaintedBox(layout, a.node) && isPaintedBox(layout, b.node);
      pairs.push({ over, under, common, severity: painted ? 'error' : 'warning' });
      return true;
    });
  });
  return pairs;
}

function isMeant(scene: Scene, a: Control, b: Control, common: Box): boolean {
  const { layout, pinned } = scene;
  if (contains(layout, a.node, b.node) || contains(layout, b.node, a.node)) return true;
  if (pinned[a.node] !== pinned[b.node]) return true;
  // One on the other: a button in a field, a close mark on a chip, two sliders on one track.
  if (area(common) >= DEFAULTS.within.value * Math.min(area(a.box), area(b.box))) return true;
  // Piles of pictures.
  if (a.text === '' && b.text === '' && layout.nodes[a.node]!.parent === layout.nodes[b.node]!.parent)
    return true;
  return isOnPanel(scene, a, b) || isOnPanel(scene, b, a);
}

/** Does a control stand on a placed box that lies over the other one as a whole: a menu, a dialog, a card to the front? */
function isOnPanel({ layout }: Scene, control: Control, other: Control): boolean {
  for (const i of upFrom(layout, layout.nodes[control.node]!.parent)) {
    if (contains(layout, i, other.node)) return false;
    const style = factsOf(layout, i);
    if (style?.placed && isPaintedBox(layout, i)) return true;
  }
  return false;
}

function defectOf(layout: Layout, { over, under, common, severity }: Pair): Defect {
  const [top, below] = [nameOf(layout, over.node), nameOf(layout, under.node)];
  const px = round(Math.min(common[2], common[3]));
  const way = common[2] < common[3] ? 'sideways' : 'up or down';
  return {
    element: over.node,
    box: over.box,
    message: `${top} and ${below} share ${round(common[2])} × ${round(common[3])} px.`,
    measured: { value: px, unit: 'px', with: below },
    expected: { max: 0 },
    suggestion: `Move ${top} ${Math.ceil(px)} px ${way}: check margins, widths and position of both.`,
    severity,
  };
}
