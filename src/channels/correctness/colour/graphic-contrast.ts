import { z } from 'zod';
import { effectiveBackground, displayedTextColor } from '../../../graph/background.js';
import { faded, over, paintColor, parseColor } from '../../../graph/color.js';
import type { DesignGraph, GraphNode, Rgba } from '../../../graph/schema.js';
import { px } from '../../../graph/style.js';
import { isRendered, opacityOf } from '../../../graph/visibility.js';
import type { Box, Layout } from '../../../render/capture.js';
import { defineCheck, type CheckResult, type Defect } from '../../check.js';
import { contrastRatio, hex, nearestPassing } from '../contrast.js';
import { area, intersect, round } from '../geometry.js';
import { scoreByDepth, type Damage } from '../scale.js';
import { factsOf, sceneOf, upFrom } from '../scene.js';
import { nameOf } from '../wording.js';
import { chartsOf } from './charts.js';
import { COLOUR_THRESHOLDS } from './thresholds.js';

const DEFAULTS = COLOUR_THRESHOLDS['graphic-contrast'];

/**
 * Contrast of what is no text: the edges of fields, the icons of buttons that have nothing else, the marks of charts.
 *
 * Not meant, and left out: disabled controls; fields that the browser draws; edges made of shadows, and what lies on
 * pictures and gradients, of which only pixels can tell; axes and grids of charts, which are made faint on purpose.
 */
export const graphicContrast = defineCheck({
  meta: {
    id: 'graphic-contrast',
    title: 'Contrast of controls and graphics',
    description:
      'Contrast of the edges of form fields, of icons that are buttons by themselves, and of the marks of charts with what lies around them: at least 3 : 1, as WCAG 2.2 asks of what a reader needs to find a control. A field that has a text in it (a value or a hint) is found by that, too: its edge has only to be seen. What hardly differs from its ground is a warning, the rest advice.',
    remedy:
      'Darken the edge or the icon on light ground until the ratio is reached; each finding names the nearest colour that does. Give pale marks of a chart a darker outline.',
    severity: 'warning',
    weight: 0.15,
    source: 'WCAG 2.2, 1.4.11 Non-text Contrast',
    viewports: 'primary',
  },
  options: z.strictObject({
    min: z.number().min(1).max(21).default(DEFAULTS.min.value),
    /** Ratio below which it is a warning and no advice; all that is asked of fields with a text in them. */
    grave: z.number().min(1).max(21).default(DEFAULTS.grave.value),
  }),
  evaluate({ layout, graph, options }): CheckResult {
    const judged = [...fieldsOf(layout, graph), ...iconsOf(layout, graph), ...marksOf(layout, graph)];
    if (judged.length === 0) return { score: null, reason: 'no-graphics' };
    const failing = judged.filter(({ ratio, told }) => ratio < (told ? options.grave : options.min));
    const damageOf = (isOfLevel: (graphic: Graphic) => boolean) =>
      failing.filter(isOfLevel).map(({ ratio, told }): Damage => {
        const least = told ? options.grave : options.min;
        return { amount: 1, depth: (least - ratio) / (least - 1) };
      });
    const score =
      scoreByDepth(
        damageOf((graphic) => isGrave(graphic, options)),
        judged.length,
        'warning',
      ) *
      scoreByDepth(
        damageOf((graphic) => !isGrave(graphic, options)),
        judged.length,
        'advisory',
      );
    return { score, defects: groupsOf(layout, failing).map((group) => defectOf(layout, group, options)) };
  },
});

/** The best contrast that something has with what is around it. */
interface Graphic {
  element: number;
  box: Box;
  what: 'edge' | 'icon' | 'mark';
  /** Text in the field tells where it is, too: then its edge has only to be seen. */
  told: boolean;
  ratio: number;
  foreground: Rgba;
  background: Rgba;
}

function isGrave({ ratio, told }: Graphic, { grave }: { grave: number }): boolean {
  return !told && ratio < grave;
}

/** The best of several colours against one ground. */
function best(
  at: Pick<Graphic, 'element' | 'box' | 'what' | 'told'>,
  colors: readonly Rgba[],
  background: Rgba,
): Graphic[] {
  const [first] = colors
    .map((color) => over(color, background))
    .map((foreground) => ({ foreground, ratio: contrastRatio(foreground, background) }))
    .sort((a, b) => b.ratio - a.ratio);
  return first ? [{ ...at, ...first, background }] : [];
}

/** Fields that a person types or chooses in. */
const TYPED = /^(?:text|email|password|search|tel|url|number|date|time|datetime-local|month|week|)$/;

function fieldsOf(layout: Layout, { nodes }: DesignGraph): Graphic[] {
  return nodes.flatMap(({ element, role, tag, text, clippedBox }): Graphic[] => {
    if (role !== 'field' || !clippedBox || isDisabled(layout, element)) return [];
    const type = layout.nodes[element]!.attributes?.['type']?.toLowerCase() ?? '';
    if (tag !== 'textarea' && tag !== 'select' && !(tag === 'input' && TYPED.test(type))) return [];
    return edgeOf(layout, element, text !== '' || tag === 'select' || isLabelled(layout, clippedBox));
  });
}

/** Does a text lie in the field, as labels do that move out of the way of what is typed? */
function isLabelled(layout: Layout, field: Box): boolean {
  return sceneOf(layout).lines.some(({ box }) => area(intersect(box, field)) > area(box) / 2);
}

/** Levels up in which the visible edge of a field may be: search boxes are drawn around it. */
const AROUND = 2;

function edgeOf(layout: Layout, field: number, told: boolean): Graphic[] {
  const height = layout.nodes[field]!.box![3];
  let level = 0;
  for (const element of upFrom(layout, field)) {
    const { box, type, parent } = layout.nodes[element]!;
    if (type !== 'element' || level++ > AROUND) return [];
    const facts = factsOf(layout, element);
    if (!facts || !box) continue;
    if (box[3] > 2 * height) return [];
    const { css } = facts;
    // Drawn by the browser, or by a shadow of unknown shape: no plain edge.
    if (isNative(css) || facts.shadowed || facts.pictured) return [];
    const outer = effectiveBackground(layout, parent, box).color;
    if (!outer) return [];
    const colors: Rgba[] = [];
    if (facts.background[3] > 0) colors.push(facts.background);
    const edge = px(css['border-top-width']) > 0 ? parseColor(css['border-top-color']) : null;
    if (edge && edge[3] > 0) colors.push(edge);
    // A line below alone has a colour that no capture holds.
    if (facts.bordered && !edge) return [];
    const found = best({ element, box, what: 'edge', told }, colors, outer);
    if (found.some(({ ratio }) => ratio > INVISIBLE)) return found;
  }
  return [];
}

/** The edge that Chromium gives a field by itself; one of another colour is the author's. */
const isNative = (css: Record<string, string>) =>
  css['border-top-style'] === 'inset' && css['border-top-color'] === 'rgb(118, 118, 118)';

/** A surface no further from its ground than this has no edge. */
const INVISIBLE = 1.03;

const SHAPES = new Set(['rect', 'circle', 'ellipse', 'path', 'polygon', 'polyline', 'line', 'use']);

/** Icons of buttons and links that show nothing else. */
function iconsOf(layout: Layout, { nodes }: DesignGraph): Graphic[] {
  const texts = new Set<number>();
  for (const node of nodes) {
    if (!/[\p{L}\p{N}]/u.test(node.text)) continue;
    for (let at = node; ; at = nodes[at.parent]!) {
      texts.add(at.id);
      if (at.parent < 0) break;
    }
  }
  return nodes.flatMap((node): Graphic[] => {
    if (node.role !== 'icon' || !node.clippedBox || node.placeholder) return [];
    const control = controlOf(nodes, node);
    if (!control || texts.has(control.id) || isDisabled(layout, control.element)) return [];
    const { element, box, tag } = node;
    if (tag === 'img') return [];
    if (tag !== 'svg') {
      const color = displayedTextColor(layout, element, box);
      return color && node.background.color
        ? best({ element, box, what: 'icon', told: false }, [color], node.background.color)
        : [];
    }
    const ground = effectiveBackground(layout, layout.nodes[element]!.parent, box).color;
    return ground ? best({ element, box, what: 'icon', told: false }, colorsOf(layout, element), ground) : [];
  });
}

function controlOf(nodes: readonly GraphNode[], node: GraphNode): GraphNode | null {
  for (let at: GraphNode | undefined = node; at; at = nodes[at.parent]) {
    if (at.role === 'button' || at.role === 'link') return at;
  }
  return null;
}

/** Fills and strokes in a drawing, with their opacities. */
function colorsOf(layout: Layout, svg: number): Rgba[] {
  const colors: Rgba[] = [];
  for (let i = svg + 1; i < layout.nodes.length && layout.nodes[i]!.parent >= svg; i++) {
    const { name } = layout.nodes[i]!;
    if (!SHAPES.has(name) || !isRendered(layout, i)) continue;
    const { css } = factsOf(layout, i)!;
    for (const property of ['fill', 'stroke'] as const) {
      const own = paintColor(css, property);
      const color = own && faded(own, opacityOf(layout, i));
      if (color && color[3] > 0) colors.push(color);
    }
  }
  return colors;
}

/** The series of charts, each at its strongest mark: a pale area may have a strong line. */
function marksOf(layout: Layout, graph: DesignGraph): Graphic[] {
  return chartsOf(layout, graph).flatMap(({ element: chart, series }) =>
    [...series.values()].flatMap((marks) => {
      const found = marks.slice(0, MAX_MARKS).flatMap(({ element, box, colors }) => {
        const ground = effectiveBackground(layout, chart, box).color;
        return ground ? best({ element, box, what: 'mark', told: false }, colors, ground) : [];
      });
      return found.sort((a, b) => b.ratio - a.ratio).slice(0, 1);
    }),
  );
}

/** Marks of one colour that are looked at: they are much alike. */
const MAX_MARKS = 5;

function isDisabled(layout: Layout, element: number): boolean {
  for (const i of upFrom(layout, element)) {
    const a = layout.nodes[i]!.attributes;
    if (a?.['disabled'] !== undefined || a?.['aria-disabled'] === 'true' || a?.['inert'] !== undefined)
      return true;
  }
  return false;
}

/** Elements of one style are one finding. */
function groupsOf(layout: Layout, failing: readonly Graphic[]): Graphic[][] {
  const groups = new Map<string, Graphic[]>();
  for (const graphic of failing) {
    const { name, attributes } = layout.nodes[graphic.element]!;
    const key = `${graphic.what} ${graphic.told} ${name} ${attributes?.['class'] ?? ''} ${hex(graphic.foreground)} ${hex(graphic.background)}`;
    groups.set(key, [...(groups.get(key) ?? []), graphic]);
  }
  return [...groups.values()];
}

const WORDS = { edge: 'The edge of', icon: 'The icon', mark: 'The mark' } as const;

function defectOf(
  layout: Layout,
  group: readonly Graphic[],
  options: { min: number; grave: number },
): Defect {
  const { element, box, what, told, ratio, foreground, background } = group[0]!;
  const min = told ? options.grave : options.min;
  const better = nearestPassing(foreground, background, min);
  const others = group.length - 1;
  const also = others === 0 ? '' : `, and ${others} like it`;
  return {
    element,
    box,
    severity: isGrave(group[0]!, options) ? 'warning' : 'advisory',
    message: `${WORDS[what]} ${nameOf(layout, element)} has a contrast of ${round(ratio, 2)} : 1, ${hex(foreground)} on ${hex(background)}${also}; ${min} : 1 is needed.`,
    measured: {
      value: Math.floor(ratio * 100) / 100,
      unit: 'ratio',
      foreground: hex(foreground),
      background: hex(background),
    },
    expected: { min },
    suggestion: better
      ? `Set its colour to ${hex(better)}, or change what lies around it.`
      : 'Change what lies around it.',
  };
}
