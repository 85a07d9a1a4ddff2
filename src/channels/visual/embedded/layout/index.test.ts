import { expect, it } from 'vitest';
import type { DesignGraph, GraphNode, Relation } from '../../../../graph/schema.js';
import type { Box } from '../../../../render/capture.js';
import { layoutMeasures } from './index.js';

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
  const even = layoutMeasures(graphOf(GRID))!;
  const askew = layoutMeasures(graphOf(ASKEW))!;
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
  const even = layoutMeasures(graphOf(GRID))!;
  expect(even.typeHierarchy).toBe(1);
  expect(even.overlap).toBe(0);
  expect(even.whitespaceShare).toBeCloseTo(0.831, 2);
  expect(layoutMeasures(graphOf([...GRID, [200, 300, 200, 200]]))!.overlap).toBeCloseTo(0.1);
});

it('reads the rhythm of gaps between neighbours', () => {
  const column = (tops: number[]) =>
    layoutMeasures(
      graphOf(
        tops.map((top) => [100, top, 300, 40]),
        tops.slice(1).map((_, i) => ({ type: 'above', nodes: [i, i + 1], value: null })),
      ),
    )!;
  expect(column([0, 60, 120, 180, 240]).gapRhythm).toBe(1);
  expect(column([0, 45, 120, 171, 260]).gapRhythm).toBe(0);
});

it('says nothing of a page with hardly anything on it', () => {
  expect(layoutMeasures(graphOf(GRID.slice(0, 3)))).toBeNull();
});
