import { expect, it } from 'vitest';
import type { DesignGraph, GraphNode, Relation } from '../../../../graph/schema.js';
import type { Box } from '../../../../render/capture.js';
import type { Pixels } from '../../../check.js';
import { layoutMeasures as measuresOf, type LayoutMeasure } from './index.js';

function graphOf(boxes: Box[], relations: Relation[] = []): DesignGraph {
  const nodes = boxes.map((box, id): GraphNode => ({
    id,
    element: id,
    parent: -1,
    role: 'text',
    tag: 'p',
    text: 'words',
    box,
    clippedBox: box,
    lines: [],
    paint: id,
    opacity: 1,
    color: [0, 0, 0, 1],
    background: { kind: 'solid', color: [1, 1, 1, 1] },
    font: { family: 'Arimo', size: id === 0 ? 32 : 16, weight: 400, italic: false, lineHeight: null },
    placeholder: false,
    direction: 'ltr',
    source: null,
  }));
  return { schema: 'kallos.graph/1', viewport: 'desktop', canvas: [1000, 1000], nodes, relations };
}

const WHITE: Pixels = { width: 100, height: 100, data: new Uint8Array(30000).fill(255) };
const layoutMeasures = (graph: DesignGraph) => measuresOf(graph, WHITE) as Record<LayoutMeasure, number>;

/** Two by two, 200 px square, evenly set. */
const GRID: Box[] = [
  [200, 200, 200, 200],
  [600, 200, 200, 200],
  [200, 600, 200, 200],
  [600, 600, 200, 200],
];
const ASKEW: Box[] = [
  [200, 200, 200, 200],
  [617, 231, 150, 220],
  [188, 570, 230, 180],
  [641, 633, 90, 260],
];

it('finds an even grid balanced, symmetrical and in order', () => {
  expect(layoutMeasures(graphOf(GRID))).toMatchObject({
    balance: 1,
    equilibrium: 1,
    symmetry: 1,
    rhythm: 1,
    homogeneity: 1,
    sequence: 1,
  });
});

it('finds a crooked grid worse in all that is about agreement', () => {
  const even = layoutMeasures(graphOf(GRID));
  const askew = layoutMeasures(graphOf(ASKEW));
  for (const id of [
    'balance',
    'symmetry',
    'simplicity',
    'economy',
    'regularity',
    'proportion',
    'order',
    'alignment',
  ] as const) {
    expect(askew[id], id).toBeLessThan(even[id]);
  }
});

it('measures room, overlap and the sizes of type', () => {
  const even = layoutMeasures(graphOf(GRID));
  expect(even.typeHierarchy).toBe(1);
  expect(even.overlap).toBe(0);
  expect(even.whitespaceShare).toBeCloseTo(0.831, 2);
  expect(layoutMeasures(graphOf([...GRID, [200, 300, 200, 200]])).overlap).toBeCloseTo(0.1);
});

it('reads the rhythm of gaps between neighbours', () => {
  const column = (tops: number[]) =>
    layoutMeasures(
      graphOf(
        tops.map((top) => [100, top, 300, 40]),
        tops.slice(1).map((_, i) => ({ type: 'above', nodes: [i, i + 1], value: null })),
      ),
    );
  expect(column([0, 60, 120, 180, 240]).gapRhythm).toBe(1);
  expect(column([0, 45, 120, 171, 260]).gapRhythm).toBe(0);
});

it('gives numbers for a page with hardly anything on it, and of an empty one says how little there is', () => {
  const one = layoutMeasures(graphOf(GRID.slice(0, 1)));
  for (const [id, value] of Object.entries(one)) expect(Number.isFinite(value), id).toBe(true);
  expect(one.things).toBe(1);
  expect(layoutMeasures(graphOf([]))).toEqual({
    things: 0,
    characters: 0,
    thingsPerScreen: 0,
    charactersPerScreen: 0,
    pictureArea: 0,
  });
});

/** A page of texts, one below the other, each with its lines and what is changed of it. */
function textsOf(texts: (Partial<GraphNode> & { rows?: number })[]): DesignGraph {
  const graph = graphOf(texts.map((_, i): Box => [100, 100 + 60 * i, 400, 40]));
  const nodes = graph.nodes.map((node, i): GraphNode => {
    const { rows = 1, ...change } = texts[i]!;
    const lines = Array.from({ length: rows }, (_, row) => ({
      box: [100, 100 + 60 * i + 24 * row, 400, 18] as Box,
      text: 'words',
    }));
    return { ...node, lines, font: { ...node.font!, size: 16 }, ...change };
  });
  return { ...graph, nodes };
}

const BODY = { text: 'a text that is long enough to be read by somebody', rows: 2 };
const headingOf = (size: number): Partial<GraphNode> => ({
  role: 'heading',
  tag: 'h2',
  text: 'A heading',
  font: { family: 'Arimo', size, weight: 400, italic: false, lineHeight: null },
});

it('tells headings that stand out from flat and from shouting ones', () => {
  const [flat, usual, loud] = [16, 24, 80].map((size) => layoutMeasures(textsOf([headingOf(size), BODY])));
  expect(flat!.headingShort).toBeGreaterThan(0.3);
  expect(flat!.headingStep).toBe(0);
  expect(usual!.headingShort).toBeLessThan(0.05);
  expect(usual!.headingLoud).toBeLessThan(0.05);
  expect(loud!.headingLoud).toBeGreaterThan(1);
  expect(loud!.largeShare).toBeGreaterThan(flat!.largeShare);
});

it('takes large type that is set as tight as display type for meant', () => {
  const pitched = (lineHeight: number) => {
    const font = { ...headingOf(80).font!, lineHeight };
    return layoutMeasures(textsOf([{ ...headingOf(80), font }, BODY])).headingLoud;
  };
  expect(pitched(76)).toBe(0);
  expect(pitched(112)).toBeGreaterThan(1);
});

it('sees texts that an edge cuts off, and texts that something lies over', () => {
  const whole = textsOf([BODY, BODY]);
  const [first, second] = whole.nodes as [GraphNode, GraphNode];
  const cut: GraphNode = { ...first, clippedBox: [100, 100, 200, 40] };
  // Lines of tight type are higher than their box.
  const tight: GraphNode = { ...first, box: [100, 104, 400, 32], clippedBox: [100, 104, 400, 32] };
  const over: Relation = { type: 'overlaps', nodes: [1, 0], value: 400 * 42 };
  expect(layoutMeasures(whole)).toMatchObject({ cut: 0, covered: 0 });
  expect(layoutMeasures({ ...whole, nodes: [cut, second] }).cut).toBe(0.5);
  expect(layoutMeasures({ ...whole, nodes: [tight, second] }).cut).toBe(0);
  expect(layoutMeasures({ ...whole, relations: [over] }).covered).toBeCloseTo(0.5);
});

it('calls things crowded, and not sections that touch', () => {
  const boxes: Box[] = Array.from({ length: 6 }, (_, i) => [100, 100 + 44 * i, 400, 40]);
  const below = boxes.slice(1).map((_, i): Relation => ({ type: 'above', nodes: [i, i + 1], value: 4 }));
  const crowd = graphOf(boxes, below);
  const sections: DesignGraph = {
    ...crowd,
    nodes: crowd.nodes
      .flatMap((node) => [
        { ...node, role: 'section', text: '', font: null },
        { ...node, id: node.id + 6, parent: node.id },
      ])
      .sort((a, b) => a.id - b.id) as GraphNode[],
  };
  expect(layoutMeasures(crowd).crowding).toBe(1);
  expect(layoutMeasures(sections).crowding).toBe(0);
});

it('takes a picture that texts stand on for a ground', () => {
  const picture: GraphNode = {
    ...graphOf([[0, 0, 1000, 1000]]).nodes[0]!,
    role: 'drawing',
    text: '',
    font: null,
  };
  const words = textsOf([BODY]).nodes.map((node): GraphNode => ({ ...node, id: 1, element: 1 }));
  const poster = layoutMeasures({ ...graphOf([]), nodes: [picture, ...words] });
  expect(poster.whitespaceShare).toBeGreaterThan(0.9);
  expect(poster.pictureArea).toBe(1);
});

it('sees capitals, turned lines, and lines that stand close', () => {
  const turned = { ...BODY, lines: [{ box: [100, 100, 400, 60] as Box, text: 'words' }] };
  const close = {
    ...BODY,
    lines: [0, 12].map((y) => ({ box: [100, 100 + y, 400, 18] as Box, text: 'words' })),
  };
  const plain = layoutMeasures(textsOf([BODY]));
  expect(plain).toMatchObject({ capitals: 0, tilt: 0, linePitch: 1.5 });
  expect(layoutMeasures(textsOf([{ ...BODY, text: BODY.text.toUpperCase() }])).capitals).toBe(1);
  expect(layoutMeasures(textsOf([turned])).tilt).toBeGreaterThan(1);
  expect(layoutMeasures(textsOf([close])).linePitch).toBe(0.75);
});

it('sees what texts stand on', () => {
  const on = (...color: [number, number, number]): Partial<GraphNode> & { rows: number } => ({
    ...BODY,
    background: { kind: 'solid', color: [...color, 1] },
  });
  const calm = layoutMeasures(textsOf([on(1, 1, 1), on(0.95, 0.95, 0.95)]));
  const garish = layoutMeasures(textsOf([on(1, 0, 0.6), on(0, 0.8, 0.1), on(0, 0.3, 1)]));
  expect(calm).toMatchObject({ vividGrounds: 0, groundHues: 0, faintShare: 0 });
  expect(garish).toMatchObject({ vividGrounds: 2, groundHues: 3, vividGroundShare: 1 });
  expect(layoutMeasures(textsOf([on(0.2, 0.2, 0.2)])).faintShare).toBe(1);
});

it('sees edges that nearly agree', () => {
  const column = (lefts: number[]) =>
    layoutMeasures(
      graphOf(
        lefts.map((left, i) => [left, 100 + 60 * i, 300, 40]),
        lefts.slice(1).map((_, i) => ({ type: 'above', nodes: [i, i + 1], value: 20 })),
      ),
    ).nearMisses;
  expect(column([100, 100, 100, 100, 100, 100])).toBe(0);
  expect(column([100, 109, 100, 109, 100, 109])).toBe(1);
  expect(column([100, 400, 100, 400, 100, 400])).toBe(0);
  // Two neighbours are too few to tell a grid that is missed.
  expect(column([100, 109, 100])).toBe(0.4);
});

it('sees pale pictures', () => {
  const picture = (values: [number, number]) => {
    const data = Uint8Array.from({ length: 30000 }, (_, i) => values[Math.floor(i / 3) % 16 < 8 ? 0 : 1]);
    const graph = graphOf([[0, 0, 1000, 1000]]);
    const nodes = graph.nodes.map((node): GraphNode => ({ ...node, role: 'image' }));
    return measuresOf({ ...graph, nodes }, { width: 100, height: 100, data }).pictureContrast;
  };
  expect(picture([20, 230])).toBe(210);
  expect(picture([110, 140])).toBe(30);
  expect(layoutMeasures(graphOf(GRID)).pictureContrast).toBe(255);
});
