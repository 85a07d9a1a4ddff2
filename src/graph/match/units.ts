import type { Box } from '../../render/capture.js';
import { area, union } from '../geometry.js';
import { inkOf } from '../nodes.js';
import type { DesignGraph, GraphNode, Role } from '../schema.js';
import { MATCH_LIMITS } from './limits.js';
import { colorDifference, inkColor } from './similarity.js';

/** What can stand for each other in two graphs: words for words, pictures for pictures. */
export type UnitKind = 'text' | 'picture' | 'control' | 'shape';

/** One thing that a reader meets: a paragraph with its inline phrases, a picture, an empty control, a painted box with nothing in it. */
export interface Unit {
  node: GraphNode;
  kind: UnitKind;
  /** Lower case without white space, whose place between phrases is not known; "" for what has no words. */
  text: string;
  /** The words as they are on the page. */
  words: string;
  /** Where its ink is, px of the page. */
  box: Box;
  /** Its ink on its own canvas, each side scaled to 1. */
  place: Box;
  /** Side of a square with the area of the ink, px. */
  weight: number;
}

const KIND_OF: Partial<Record<Role, UnitKind>> = {
  image: 'picture',
  icon: 'picture',
  drawing: 'picture',
  canvas: 'picture',
  media: 'picture',
  frame: 'picture',
  field: 'control',
  button: 'control',
  box: 'shape',
};

/**
 * The units of a graph in document order. Boxes around other units are none: how a page is wrapped is a matter of its
 * code, and what such a box paints is the background of what stands in it.
 */
export function unitsOf(graph: DesignGraph): Unit[] {
  const { nodes, canvas } = graph;
  const [width, height] = canvas;
  const block = blocksOf(nodes);
  const phrases = new Map<number, GraphNode[]>();
  const holds = new Uint8Array(nodes.length);
  for (const node of nodes) {
    const head = block[node.id]!;
    if (head !== node.id) {
      const known = phrases.get(head);
      if (known) known.push(node);
      else phrases.set(head, [node]);
    }
    if (kindOf(nodes, node) !== null) {
      for (let at = node.parent; at >= 0 && !holds[at]; at = nodes[at]!.parent) holds[at] = 1;
    }
  }
  return nodes.flatMap((node): Unit[] => {
    const kind = kindOf(nodes, node);
    if (kind === null || block[node.id] !== node.id || (kind !== 'text' && holds[node.id])) return [];
    const texts = paragraphsOf([node, ...(phrases.get(node.id) ?? [])]);
    const ink = inkOf(node);
    const parts = texts.length > 0 ? texts : ink ? [{ box: ink, words: node.text }] : [];
    return parts.flatMap(({ box, words }) =>
      area(box) === 0
        ? []
        : {
            node,
            kind,
            text: words.normalize('NFKC').toLowerCase().replace(/\s+/g, ''),
            words,
            box,
            place: [box[0] / width, box[1] / height, box[2] / width, box[3] / height],
            weight: Math.sqrt(area(box)),
          },
    );
  });
}

function kindOf(nodes: readonly GraphNode[], node: GraphNode): UnitKind | null {
  if (node.text !== '') return isSeen(node) ? 'text' : null;
  return KIND_OF[node.role] ?? (isPainted(nodes, node) ? 'shape' : null);
}

/** Text in the colour of its ground is not there for a reader, whatever the code says. */
function isSeen(node: GraphNode): boolean {
  const [ink, ground] = [inkColor(node), node.background.color];
  return !ink || !ground || colorDifference(ink, ground) >= MATCH_LIMITS.unseen.value;
}

/** Structure shows where its ground differs from the one around it. */
function isPainted(nodes: readonly GraphNode[], { parent, background }: GraphNode): boolean {
  const around = nodes[parent]?.background;
  if (!around) return false;
  return background.kind !== around.kind || background.color?.join() !== around.color?.join();
}

/** For each node the one whose text it is part of: links and emphasis within a line belong to the paragraph. */
function blocksOf(nodes: readonly GraphNode[]): Int32Array {
  const block = Int32Array.from(nodes, ({ id }) => id);
  for (const node of nodes) {
    const parent = nodes[node.parent];
    const first = node.lines[0];
    if (!parent || !first) continue;
    const middle = first.box[1] + first.box[3] / 2;
    const inLine = parent.lines.some(({ box }) => middle > box[1] && middle < box[1] + box[3]);
    if (inLine) block[node.id] = block[parent.id]!;
  }
  return block;
}

interface Line {
  box: Box;
  text: string;
}

/**
 * The lines of a text and its phrases as they are read: row by row, each row along the direction of the text, cut where a
 * gap shows that one paragraph ends. Whether paragraphs are elements of their own or parted by empty lines is code.
 */
export function paragraphsOf(parts: readonly GraphNode[]): { box: Box; words: string }[] {
  const forward = parts[0]!.direction === 'rtl' ? -1 : 1;
  const rows = rowsOf(parts.flatMap((part) => part.lines));
  const usual = Math.max(...parts.map(({ font, lines }) => font?.lineHeight ?? lines[0]?.box[3] ?? 0));
  const paragraphs: Line[][] = [];
  rows.forEach(({ middle, lines }, i) => {
    const pitch = i === 0 ? Infinity : middle - rows[i - 1]!.middle;
    if (pitch > usual * MATCH_LIMITS.paragraphGap.value) paragraphs.push([]);
    paragraphs.at(-1)!.push(...lines.toSorted((a, b) => forward * (a.box[0] - b.box[0])));
  });
  return paragraphs.map((lines) => ({
    box: union(lines.map(({ box }) => box))!,
    words: lines.map(({ text }) => text).join(' '),
  }));
}

/** Lines by the row that they stand in; a row is where its first line is. */
function rowsOf(lines: readonly Line[]): { middle: number; lines: Line[] }[] {
  const middle = ({ box }: Line) => box[1] + box[3] / 2;
  const rows: { middle: number; bottom: number; lines: Line[] }[] = [];
  for (const line of lines.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    if (row && middle(line) < row.bottom) row.lines.push(line);
    else rows.push({ middle: middle(line), bottom: line.box[1] + line.box[3], lines: [line] });
  }
  return rows;
}
