import { z } from 'zod';
import { boxSchema, sourceSchema } from '../render/capture.js';

/** What a node is to a reader of the page. */
export const roleSchema = z.enum([
  'text',
  'heading',
  'link',
  'button',
  'field',
  'image',
  'icon',
  'drawing',
  'canvas',
  'media',
  'frame',
  'list',
  'list-item',
  'table',
  'row',
  'cell',
  'section',
  'box',
]);
export type Role = z.infer<typeof roleSchema>;

/** What can prove a property: the code, the rendering, or only somebody with taste. */
export const proofSchema = z.enum(['code', 'rendering', 'judge']);
export type Proof = z.infer<typeof proofSchema>;

/** Which proof stands behind each property of a node; the same for every node, so it is said once. */
export const PROVEN_BY = {
  role: 'code',
  text: 'code',
  source: 'code',
  box: 'rendering',
  clippedBox: 'rendering',
  lines: 'rendering',
  paint: 'rendering',
  opacity: 'rendering',
  color: 'rendering',
  background: 'rendering',
  font: 'rendering',
  placeholder: 'rendering',
  prominence: 'judge',
} as const satisfies Record<string, Proof>;

/** sRGB, each part in [0,1]. */
export const rgbaSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Rgba = z.infer<typeof rgbaSchema>;

/**
 * What lies behind a node's own content. `solid`: `color` is the blend of all layers, exact. `varied`: a gradient, an
 * image, a canvas or a filter is among them; only pixels can tell, and `color` is null.
 */
export const backgroundSchema = z.strictObject({
  kind: z.enum(['solid', 'varied']),
  color: rgbaSchema.nullable(),
});
export type Background = z.infer<typeof backgroundSchema>;

export const fontSchema = z.strictObject({
  family: z.string(),
  /** px */
  size: z.number(),
  weight: z.number(),
  italic: z.boolean(),
  /** px; null for `normal` */
  lineHeight: z.number().nullable(),
});
export type Font = z.infer<typeof fontSchema>;

export const graphNodeSchema = z.strictObject({
  /** Index of this node in `nodes`. */
  id: z.int(),
  /** Index of the element (text: its parent element) in the layout's nodes. */
  element: z.int(),
  parent: z.int().min(-1),
  role: roleSchema,
  tag: z.string(),
  /** Text drawn by this very node (not by its children), lines joined by a space. Empty for boxes. */
  text: z.string(),
  box: boxSchema,
  /** What remains visible after clipping by ancestors and the page's edges; null when nothing does. */
  clippedBox: boxSchema.nullable(),
  lines: z.array(z.strictObject({ box: boxSchema, text: z.string() })),
  paint: z.int(),
  /** Product of the opacities down to this node, in [0,1]. */
  opacity: z.number(),
  color: rgbaSchema.nullable(),
  background: backgroundSchema,
  font: fontSchema.nullable(),
  /** True when a placeholder stands in for a remote picture here: where it is and how large is known, how it looks is not. */
  placeholder: z.boolean(),
  direction: z.enum(['ltr', 'rtl']),
  source: sourceSchema.nullable(),
});
export type GraphNode = z.infer<typeof graphNodeSchema>;

export const relationTypeSchema = z.enum([
  'contains',
  'next',
  'aligned-left',
  'aligned-right',
  'aligned-top',
  'aligned-bottom',
  'aligned-center-x',
  'aligned-center-y',
  'left-of',
  'above',
  'overlaps',
  'same-size',
  'same-style',
  'equal-gap',
  'label-of',
  'caption-of',
  'legend-of',
]);
export type RelationType = z.infer<typeof relationTypeSchema>;

/**
 * A relation among nodes, in the order that its name implies (`a above b` is [a, b]; groups list all members in reading
 * order). `value` is the measure of it where there is one: px of an edge or a gap, px² of an overlap.
 */
export const relationSchema = z.strictObject({
  type: relationTypeSchema,
  nodes: z.array(z.int()).min(2),
  value: z.number().nullable(),
});
export type Relation = z.infer<typeof relationSchema>;

/** The canvas of one viewport as visible elements and their relations. */
export const designGraphSchema = z.strictObject({
  schema: z.literal('kallos.graph/1'),
  viewport: z.string(),
  /** Size of the whole page in CSS px. */
  canvas: z.tuple([z.number(), z.number()]),
  nodes: z.array(graphNodeSchema),
  relations: z.array(relationSchema),
});
export type DesignGraph = z.infer<typeof designGraphSchema>;
