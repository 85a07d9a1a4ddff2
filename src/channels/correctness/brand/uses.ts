import { paintColor, parseColor } from '../../../graph/color.js';
import type { DesignGraph, GraphNode, Rgba } from '../../../graph/schema.js';
import { px, styleFacts, type StyleFacts } from '../../../graph/style.js';
import type { Layout } from '../../../render/capture.js';
import { area } from '../geometry.js';
import { factsOf, upFrom } from '../scene.js';

/** One use of a value on the page. */
export interface Use<Value> {
  element: number;
  value: Value;
  /** How much of the page it is on: letters, px², or 1 for each place. */
  weight: number;
}

/** Letters of a node, as the weight of its type and colour. */
const lettersOf = ({ text }: GraphNode) => text.replace(/\s/g, '').length;

/** Fonts that draw icons are no typefaces. */
const ICONS = /icon|awesome|symbol|glyph/i;

/** Colours of text, by letters. Opacity is left out: a token stays the token when it fades. */
export function textColors({ nodes }: DesignGraph): Use<Rgba>[] {
  return nodes
    .filter(({ text, color, role }) => text !== '' && color !== null && role !== 'icon')
    .map((node) => ({ element: node.element, value: opaque(node.color!), weight: lettersOf(node) }));
}

/** Colours of surfaces and shapes, by area: backgrounds, the stops of gradients, borders, fills of drawings. */
export function surfaceColors(layout: Layout, { nodes }: DesignGraph): Use<Rgba>[] {
  const uses: Use<Rgba>[] = [];
  const page = layout.nodes.flatMap(({ name, type }, element) =>
    type === 'element' && (name === 'html' || name === 'body')
      ? [{ element, size: layout.page[0] * layout.page[1] }]
      : [],
  );
  const boxes = nodes.map(({ element, clippedBox }) => ({ element, size: area(clippedBox) }));
  for (const { element, size } of [...page, ...boxes]) {
    const facts = factsOf(layout, element);
    if (!facts || size === 0 || isForeign(layout, element)) continue;
    if (facts.background[3] > 0) uses.push({ element, value: opaque(facts.background), weight: size });
    const stops = gradientColors(facts);
    for (const value of stops) uses.push({ element, value, weight: size / stops.length });
    const border = borderOf(facts);
    if (border) uses.push({ element, value: border, weight: Math.sqrt(size) });
  }
  return [...uses, ...drawnColors(layout)];
}

/** Controls that the browser draws itself, and pictures: their colours are not the page's choice. */
function isForeign(layout: Layout, element: number): boolean {
  const { name, attributes } = layout.nodes[element]!;
  return (
    name === 'img' ||
    name === 'video' ||
    name === 'iframe' ||
    (name === 'input' && /checkbox|radio|range|color|file/.test(attributes?.['type'] ?? ''))
  );
}

function gradientColors({ css, textClip }: StyleFacts): Rgba[] {
  if (textClip || !css['background-image'].includes('gradient')) return [];
  return [...css['background-image'].matchAll(/(?:rgba?|color|oklch|oklab|lab|lch)\([^()]*\)/g)].flatMap(
    ([text]) => {
      const color = parseColor(text);
      return color && color[3] > 0 ? [opaque(color)] : [];
    },
  );
}

function borderOf({ css }: StyleFacts): Rgba | null {
  if (px(css['border-top-width']) <= 0 || css['border-top-style'] === 'none') return null;
  const color = parseColor(css['border-top-color']);
  return color && color[3] > 0 ? opaque(color) : null;
}

const SHAPES = new Set(['rect', 'circle', 'ellipse', 'path', 'polygon', 'polyline', 'line']);

/** Fills and strokes of the shapes in drawings. */
function drawnColors(layout: Layout): Use<Rgba>[] {
  return layout.nodes.flatMap(({ name, box, style }, element) => {
    const facts = SHAPES.has(name) && area(box) > 0 ? styleFacts(layout, style) : null;
    if (!facts?.visible) return [];
    return (['fill', 'stroke'] as const).flatMap((property) => {
      const color = paintColor(facts.css, property);
      if (!color || color[3] === 0) return [];
      return [
        { element, value: opaque(color), weight: property === 'fill' ? area(box) / 2 : Math.sqrt(area(box)) },
      ];
    });
  });
}

const opaque = ([r, g, b]: Rgba): Rgba => [r, g, b, 1];

/** Families and sizes of text, by letters. */
export function textFonts(
  layout: Layout,
  { nodes }: DesignGraph,
): (Use<string> & { size: number; isCode: boolean })[] {
  return nodes
    .filter(
      ({ text, font, role }) => text !== '' && font !== null && role !== 'icon' && !ICONS.test(font.family),
    )
    .map((node) => ({
      element: node.element,
      value: node
        .font!.family.split(',')[0]!
        .trim()
        .replace(/^["']|["']$/g, ''),
      size: node.font!.size,
      isCode: isInside(layout, node.element, CODE),
      weight: lettersOf(node),
    }));
}

const CODE = new Set(['code', 'pre', 'kbd', 'samp']);

function isInside(layout: Layout, element: number, names: ReadonlySet<string>): boolean {
  for (const i of upFrom(layout, element)) if (names.has(layout.nodes[i]!.name)) return true;
  return false;
}

/** Corner radii of what is painted; round ends and circles, whatever their radius, are left out. */
export function radii(layout: Layout, { nodes }: DesignGraph): Use<number>[] {
  return nodes.flatMap(({ element, box, clippedBox }) => {
    const facts = factsOf(layout, element);
    const written = facts?.css['border-top-left-radius'] ?? '0px';
    const value = px(written);
    if (!facts || !clippedBox || value === 0 || written.includes('%')) return [];
    if (facts.background[3] === 0 && !facts.bordered && !facts.pictured && !facts.shadowed) return [];
    return value >= Math.min(box[2], box[3]) / 2 ? [] : [{ element, value, weight: 1 }];
  });
}

const PADDINGS = [
  'padding-top',
  'padding-right',
  'padding-bottom',
  'padding-left',
  'row-gap',
  'column-gap',
] as const;
/** Margins to the sides are how blocks are centred: `auto` computes to a number. */
const MARGINS = ['margin-top', 'margin-bottom'] as const;

/** Paddings, gaps and vertical margins of blocks that show something, each place once. */
export function spaces(layout: Layout, { nodes }: DesignGraph): Use<number>[] {
  const shown = new Set<number>();
  for (const { element } of nodes) {
    for (const i of upFrom(layout, element)) {
      if (shown.has(i)) break;
      shown.add(i);
    }
  }
  return [...shown].flatMap((element) => {
    const facts = factsOf(layout, element);
    const { name, box } = layout.nodes[element]!;
    if (!facts || !box || facts.css.display.startsWith('inline') || FREE.has(name)) return [];
    const isFlex = /flex|grid/.test(facts.css.display);
    const properties = [...PADDINGS.filter((property) => isFlex || !property.endsWith('gap')), ...MARGINS];
    const values = new Set(
      properties.map((property) => px(facts.css[property])).filter((value) => value > 1),
    );
    return [...values].map((value) => ({ element, value, weight: 1 }));
  });
}

/** Lists keep their indent, and drawings have no boxes. */
const FREE = new Set(['ul', 'ol', 'dl', 'svg', 'html']);

/** The largest use of each value, so that a finding points at what matters most. */
export function largest<Value>(uses: readonly Use<Value>[]): Use<Value> {
  return uses.reduce((best, use) => (use.weight > best.weight ? use : best));
}
