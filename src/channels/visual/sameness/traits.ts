import { converter, type Oklab } from 'culori';
import { area } from '../../../graph/geometry.js';
import type { DesignGraph, GraphNode, Rgba } from '../../../graph/schema.js';

/** What a design is told apart by, from its graph alone. */
export interface Traits {
  /** Colours of the grounds by the area that shows them, and of the letters by how many there are. */
  grounds: Palette;
  inks: Palette;
  /** How much of each cell of the first screen is taken, by kind of content; row by row. */
  layout: Float64Array;
  /** Share of the letters by font family. */
  families: Map<string, number>;
  /** Natural logarithms of the text sizes, with the share of letters set in each. */
  sizes: { log: number; share: number }[];
  /** Share of the nodes by role, and of neighbouring pairs of roles in reading order. */
  roles: Map<string, number>;
  steps: Map<string, number>;
}

/** Colours in OKLab, each with its share. */
export type Palette = readonly { color: Lab; share: number }[];
export type Lab = readonly [l: number, a: number, b: number];

/** Cells of the first screens: as many screens as are square. */
export const GRID = { columns: 12, rows: 12 };
/** Kinds of content that a cell may hold. */
const KINDS = ['letters', 'pictures', 'controls', 'grounds'] as const;
const KIND_OF: Readonly<Partial<Record<GraphNode['role'], (typeof KINDS)[number]>>> = {
  image: 'pictures',
  drawing: 'pictures',
  canvas: 'pictures',
  media: 'pictures',
  icon: 'pictures',
  frame: 'pictures',
  button: 'controls',
  field: 'controls',
};

/** Measures the traits of a design; null of a graph that shows nothing. */
export function traitsOf(graph: DesignGraph): Traits | null {
  const shown = graph.nodes.filter(({ clippedBox, opacity }) => clippedBox !== null && opacity > 0.05);
  if (shown.length === 0) return null;
  const letters = shown.filter(({ text, font }) => text.trim() !== '' && font !== null);
  const weight = ({ text }: GraphNode) => text.trim().length;
  return {
    grounds: paletteOf(
      shown,
      ({ background }) => background.color,
      ({ clippedBox }) => area(clippedBox!),
    ),
    inks: paletteOf(letters, ({ color }) => color, weight),
    layout: layoutOf(graph, shown),
    families: shares(letters, ({ font }) => font!.family.toLowerCase(), weight),
    sizes: [...shares(letters, ({ font }) => font!.size, weight)].map(([size, share]) => ({
      log: Math.log(size),
      share,
    })),
    roles: shares(
      shown,
      ({ role }) => role,
      () => 1,
    ),
    steps: stepsOf(graph),
  };
}

/**
 * The square root of a weight stands for how much of it is noticed: a ground of half the page does not count a hundred times
 * as much as a button.
 */
function paletteOf(
  nodes: readonly GraphNode[],
  colorOf: (node: GraphNode) => Rgba | null,
  weight: (node: GraphNode) => number,
): Palette {
  const colors = new Map<string, Rgba>();
  const colored = nodes.flatMap((node) => {
    const color = colorOf(node);
    if (!color) return [];
    const key = color.map((part) => Math.round(part * 32)).join();
    colors.set(key, color);
    return [{ node, key }];
  });
  const found = shares(
    colored,
    ({ key }) => key,
    ({ node }) => weight(node),
    Math.sqrt,
  );
  return [...found].map(([key, share]) => ({ color: labOf(colors.get(key)!), share }));
}

const toOklab = converter('oklab');

function labOf([r, g, b]: Rgba): Lab {
  const { l, a, b: blue }: Oklab = toOklab({ mode: 'rgb', r, g, b });
  return [l, a, blue];
}

/** How much of each cell the nodes of each kind cover, at most all of it. */
function layoutOf({ canvas: [width] }: DesignGraph, shown: readonly GraphNode[]): Float64Array {
  const { columns, rows } = GRID;
  const cells = new Float64Array(columns * rows * KINDS.length);
  const cell = width / columns;
  for (const node of shown) {
    const kind = KIND_OF[node.role] ?? (node.text.trim() === '' ? 'grounds' : 'letters');
    const [x, y, w, h] = node.clippedBox!;
    // What fills the first screen is its ground and tells nothing of where things stand.
    if (kind === 'grounds' && w * h > 0.8 * width * width) continue;
    for (let row = Math.max(0, Math.floor(y / cell)); row < Math.min(rows, (y + h) / cell); row++) {
      for (
        let column = Math.max(0, Math.floor(x / cell));
        column < Math.min(columns, (x + w) / cell);
        column++
      ) {
        const across = Math.min(x + w, (column + 1) * cell) - Math.max(x, column * cell);
        const down = Math.min(y + h, (row + 1) * cell) - Math.max(y, row * cell);
        const at = (row * columns + column) * KINDS.length + KINDS.indexOf(kind);
        cells[at] = Math.min(1, cells[at]! + Math.max(0, (across * down) / (cell * cell)));
      }
    }
  }
  return cells;
}

/** Which role follows which in reading order: the order in which the page tells things. */
function stepsOf({ nodes, relations }: DesignGraph): Map<string, number> {
  const next = relations.filter(({ type }) => type === 'next');
  const name = (id: number) => {
    const node = nodes[id];
    return node?.role === 'text' ? (nodes[node.parent]?.role ?? 'text') : (node?.role ?? '');
  };
  return shares(
    next,
    ({ nodes: [from, to] }) => `${name(from!)} ${name(to!)}`,
    () => 1,
  );
}

/** Adds up weights by key and makes shares of them, after `bend` has bent each sum. */
function shares<T, K>(
  items: readonly T[],
  key: (item: T) => K,
  weight: (item: T) => number,
  bend: (sum: number) => number = (sum) => sum,
): Map<K, number> {
  const sums = new Map<K, number>();
  for (const item of items) sums.set(key(item), (sums.get(key(item)) ?? 0) + weight(item));
  const bent = [...sums].map(([name, sum]) => [name, bend(sum)] as const);
  const total = bent.reduce((sum, [, value]) => sum + value, 0);
  return new Map(bent.map(([name, value]) => [name, total > 0 ? value / total : 0]));
}
