import { expect, it } from 'vitest';
import { matchGraphs } from '../match.js';
import { buildGraph } from '../build.js';
import { captureOf, el, page, text } from '../testing/layout.js';
import { graphOfSketch, relationsAmong, sketchOf, type SketchElement } from './sketch.js';

const card = (id: string, x: number): SketchElement => ({
  id,
  role: 'box',
  text: '',
  box: [x, 200, 200, 120],
  parent: null,
});
const ELEMENTS: SketchElement[] = [
  { id: 'title', role: 'heading', text: 'Harbour Roasters', box: [80, 60, 400, 60], parent: null },
  card('left', 80),
  card('middle', 300),
  card('right', 520),
];

it('makes a graph with the relations that the boxes show', () => {
  const graph = graphOfSketch({ canvas: [800, 600], elements: ELEMENTS });
  expect(graph.nodes.map(({ role, box }) => [role, box[0]])).toEqual([
    ['heading', 80],
    ['box', 80],
    ['box', 300],
    ['box', 520],
  ]);
  const relations = graph.relations.map(({ type, nodes }) => `${type} ${nodes.join()}`);
  expect(relations).toContain('same-size 1,2,3');
  expect(relations).toContain('above 0,1');
  expect(
    graph.nodes.every(({ color, font, source }) => color === null && font === null && source === null),
  ).toBe(true);
});

it('is found again on a page, by words and by place', () => {
  const capture = captureOf(
    page(
      [
        el('h1', [80, 70, 400, 60], {}, [text('Harbour Roasters', [80, 70, 400, 60])]),
        el('div', [80, 220, 200, 120], { 'background-color': 'rgb(20, 20, 20)' }),
        el('div', [300, 220, 200, 120], { 'background-color': 'rgb(20, 20, 20)' }),
      ],
      { size: [800, 600] },
    ),
  );
  const { pairs } = matchGraphs(
    buildGraph(capture),
    graphOfSketch({ canvas: [800, 600], elements: ELEMENTS }),
  );
  expect(pairs.map(({ candidate, reference }) => [ELEMENTS[reference.node]!.id, candidate.box[1]])).toEqual([
    ['title', 70],
    ['left', 220],
    ['middle', 220],
  ]);
});

it('is taken from a graph: the weightiest elements, in their order, with what holds them', () => {
  const graph = buildGraph(
    captureOf(
      page(
        [
          el('section', [0, 0, 800, 300], {}, [
            el('h1', [80, 40, 400, 60], {}, [text('Harbour Roasters', [80, 40, 400, 60])]),
            el('p', [80, 140, 30, 12], {}, [text('Small', [80, 140, 30, 12])]),
          ]),
          el('p', [80, 400, 400, 40], {}, [text('Open daily', [80, 400, 400, 40])]),
        ],
        { size: [800, 600] },
      ),
    ),
  );
  const sketch = sketchOf(graph, 3);
  expect(sketch.elements.map(({ role, text: words }) => [role, words])).toEqual([
    ['section', ''],
    ['heading', 'Harbour Roasters'],
    ['text', 'Open daily'],
  ]);
  expect(sketch.elements[1]!.parent).toBe(sketch.elements[0]!.id);
  const ids = new Set(sketch.elements.map(({ id }) => id));
  for (const relation of relationsAmong(graph, sketch)) {
    expect(relation.ids.every((id) => ids.has(id))).toBe(true);
  }
});
