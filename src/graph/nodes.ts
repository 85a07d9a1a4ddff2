import type { Box, Layout, LayoutNode } from '../render/capture.js';
import { effectiveBackground, textColor } from './background.js';
import { clippedBoxOf, clipOf, clipTo } from './clip.js';
import { area, union } from './geometry.js';
import { LIMITS } from './limits.js';
import { paintRanks } from './paint-order.js';
import { roleOf } from './role.js';
import { roleSchema, type Font, type GraphNode, type Role } from './schema.js';
import { px, styleFacts, type StyleFacts } from './style.js';
import { linesOf } from './text.js';
import { treeOf } from './tree.js';
import { isReachable, isRendered, opacityOf } from './visibility.js';

/** Roles whose elements stand in the graph even when they draw nothing themselves. */
const MEANINGFUL: ReadonlySet<Role> = new Set(roleSchema.exclude(['text', 'box']).options);
/** Ends of label-of, caption-of and legend-of. */
const NAMING = new Set(['label', 'caption', 'figcaption', 'legend']);

/**
 * The visible elements of a layout as graph nodes, in document order, each below its nearest ancestor that is one. What is
 * hidden, faded out, without area or clipped away for good is left out; what only waits in a scroll container stays, with
 * a `clippedBox` of null.
 */
export function nodesOf(layout: Layout): GraphNode[] {
  const { parent } = treeOf(layout);
  const result: GraphNode[] = [];
  // Nearest graph node at or above each layout node, and whether a drawing is: its inside is not for readers, its texts are.
  const at = new Int32Array(layout.nodes.length).fill(-1);
  const inDrawing = new Uint8Array(layout.nodes.length);
  const inControl = new Uint8Array(layout.nodes.length);
  layout.nodes.forEach((node, i) => {
    const above = parent[i]!;
    at[i] = above < 0 ? -1 : at[above]!;
    if (above >= 0) {
      inDrawing[i] = inDrawing[above]!;
      inControl[i] = inControl[above]! || CONTROLS.has(layout.nodes[above]!.name) ? 1 : 0;
    }
    if (node.type !== 'element' || inControl[i]) return;
    const drawn = inDrawing[i] === 1;
    if (node.name === 'svg') inDrawing[i] = 1;
    else if (node.name === 'foreignobject') inDrawing[i] = 0;
    const entry = nodeOf(layout, i, drawn);
    if (!entry) return;
    entry.id = result.length;
    entry.parent = at[i];
    at[i] = entry.id;
    result.push(entry);
  });
  return result;
}

function nodeOf(layout: Layout, element: number, inDrawing: boolean): GraphNode | null {
  const node = layout.nodes[element]!;
  const style = styleFacts(layout, node.style);
  if (!style || CANVAS.has(node.name) || !isRendered(layout, element)) return null;
  const texts = ownTexts(layout, element);
  const lines = texts.flatMap((child) => linesOf(layout, child));
  const text = lines.map((line) => line.text).join(' ') || shownValue(node);
  if (inDrawing && lines.length === 0) return null;
  const role = roleOf(layout, element, text);
  if (!text && !MEANINGFUL.has(role) && !NAMING.has(node.name) && !isPainted(style)) return null;

  const ownBox = node.box && area(node.box) >= LIMITS.minArea.value ? node.box : null;
  const box = ownBox ?? union(lines.map((line) => line.box));
  if (!box || (lines.length === 0 && !isReachable(layout, element))) return null;
  const clippedBox = ownBox ? clippedBoxOf(layout, element) : clipTo(box, clipOf(layout, element));
  return {
    id: -1,
    element,
    parent: -1,
    role,
    tag: node.name,
    text,
    box,
    clippedBox,
    lines,
    paint: paintRanks(layout)[element]!,
    opacity: opacityOf(layout, element),
    color: text ? textColor(layout, texts[0] ?? element) : null,
    background: effectiveBackground(
      layout,
      element,
      union(lines.map((line) => line.box)) ?? clippedBox ?? box,
    ),
    font: text ? fontOf(style) : null,
    placeholder: node.placeholder === true,
    direction: style.css.direction === 'rtl' ? 'rtl' : 'ltr',
    source: node.source ?? null,
  };
}

const CANVAS = new Set(['html', 'body']);

/**
 * The element's own texts that can be brought into view: its children, those of children without a box (slots), and all
 * that the browser put into a form control.
 */
function ownTexts(layout: Layout, element: number): number[] {
  const { children } = treeOf(layout);
  const isControl = CONTROLS.has(layout.nodes[element]!.name);
  const texts: number[] = [];
  const pending = [...children(element)].reverse();
  while (pending.length > 0) {
    const child = pending.pop()!;
    const { type, box, style } = layout.nodes[child]!;
    if (type === 'text') {
      if (isReachable(layout, child)) texts.push(child);
    } else if (isControl || (box === null && style < 0)) {
      pending.push(...[...children(child)].reverse());
    }
  }
  return texts;
}

/** What the browser draws inside these is their own. */
const CONTROLS = new Set(['input', 'textarea', 'select', 'meter', 'progress', 'audio', 'video']);

/** What a form control shows: its value, else its placeholder. */
function shownValue({ name, value, attributes }: LayoutNode): string {
  if (name === 'input' && UNWRITTEN.has(attributes?.type?.toLowerCase() ?? '')) return '';
  return (
    (value ?? '').trim() || (name === 'input' || name === 'textarea' ? (attributes?.placeholder ?? '') : '')
  );
}

/** Types of input that show something else than their value, or hide it. */
const UNWRITTEN = new Set(['checkbox', 'radio', 'range', 'color', 'file', 'image', 'password', 'hidden']);

function isPainted(style: StyleFacts): boolean {
  return style.background[3] > 0 || style.pictured || style.bordered || style.shadowed || style.backdrop;
}

function fontOf({ css }: StyleFacts): Font {
  const lineHeight = px(css['line-height']);
  return {
    family: css['font-family'],
    size: px(css['font-size']),
    weight: Number(css['font-weight']) || 400,
    italic: css['font-style'] !== 'normal',
    lineHeight: lineHeight > 0 ? lineHeight : null,
  };
}

/** Where the ink of a node is: its lines of text, else its clipped box. Null for what shows nothing of itself. */
export function inkOf(node: GraphNode): Box | null {
  return union(node.lines.map((line) => line.box)) ?? node.clippedBox;
}
