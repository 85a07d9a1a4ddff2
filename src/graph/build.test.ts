import { describe, expect, test } from 'vitest';
import type { Layout } from '../render/capture.js';
import { buildGraph } from './build.js';
import { designGraphSchema, type DesignGraph, type GraphNode } from './schema.js';
import { captureOf, el, page, text, type Sketch } from './testing/layout.js';

const graphOf = (layout: Layout) => buildGraph(captureOf(layout));
const nodesOf = (...body: Sketch[]) => graphOf(page(body)).nodes;
const rolesOf = (...body: Sketch[]) => nodesOf(...body).map((node) => node.role);
const word = (content: string, x = 0, y = 0) => text(content, [x, y, 50, 20]);

test('describes a small page, in the published shape', () => {
  const graph = graphOf(
    page([
      el('section#hero', [0, 0, 800, 300], { 'background-color': 'rgb(0, 0, 128)' }, [
        el(
          'h1',
          [20, 20, 300, 48],
          { color: 'rgb(255, 255, 255)', 'font-size': '40px', 'font-weight': '700' },
          [text('Two lines', [20, 20, 80, 24], [20, 44, 90, 24])],
        ),
      ]),
    ]),
  );
  expect(designGraphSchema.parse(graph)).toEqual(graph);
  expect(graph.nodes.map((node) => [node.id, node.parent, node.role])).toEqual([
    [0, -1, 'section'],
    [1, 0, 'heading'],
  ]);
  expect(graph.nodes[1]).toMatchObject({
    text: 'Two lines',
    lines: [
      { box: [20, 20, 80, 24], text: 'Two' },
      { box: [20, 44, 90, 24], text: 'lines' },
    ],
    color: [1, 1, 1, 1],
    background: { kind: 'solid', color: [0, 0, 128 / 255, 1] },
    font: { size: 40, weight: 700, italic: false, lineHeight: null },
  });
});

describe('nodes', () => {
  test.each<[string, Sketch]>([
    ['display: none', el('p', null, { display: 'none' }, [word('x')])],
    ['visibility: hidden', el('p', [0, 0, 99, 20], { visibility: 'hidden' }, [word('x')])],
    ['opacity: 0', el('div', [0, 0, 99, 20], { opacity: '0' }, [el('p', [0, 0, 99, 20], {}, [word('x')])])],
    ['no area', el('p', [0, 0, 99, 0], {}, [text('x', [0, 0, 0, 0])])],
    ['off the page', el('p', [-9999, 0, 99, 20], {}, [word('x', -9999)])],
    [
      'for screen readers only',
      el('span', [0, 0, 1, 1], { position: 'absolute', 'overflow-x': 'hidden', 'overflow-y': 'hidden' }, [
        word('x'),
      ]),
    ],
    [
      'clipped to nothing',
      el('span', [0, 0, 50, 20], { position: 'absolute', clip: 'rect(0px, 0px, 0px, 0px)' }, [word('x')]),
    ],
    ['unpainted wrapper', el('div', [0, 0, 99, 99])],
  ])('leave out what is not seen: %s', (_, sketch) => {
    expect(nodesOf(sketch)).toEqual([]);
  });

  test('keep what waits in a scroll container, without a clipped box', () => {
    const scrolling = { 'overflow-x': 'auto', 'overflow-y': 'auto' };
    const [, below] = nodesOf(
      el('ul', [0, 0, 100, 100], scrolling, [el('li', [0, 400, 100, 20], {}, [word('later', 0, 400)])]),
    );
    expect(below).toMatchObject({ text: 'later', box: [0, 400, 100, 20], clippedBox: null });
  });

  test.each<[GraphNode['role'], Sketch]>([
    ['link', el('a[href=/]', [0, 0, 50, 20], {}, [word('x')])],
    ['text', el('a', [0, 0, 50, 20], {}, [word('x')])],
    ['button', el('a[href=/][role=button]', [0, 0, 50, 20], {}, [word('x')])],
    ['button', el('input[type=submit]', [0, 0, 50, 20])],
    ['field', el('input[type=email]', [0, 0, 50, 20])],
    ['field', el('div[contenteditable=true]', [0, 0, 50, 20], {}, [word('x')])],
    ['heading', el('div[role=heading]', [0, 0, 50, 20], {}, [word('x')])],
    ['image', el('img', [0, 0, 200, 100])],
    ['icon', el('svg', [0, 0, 24, 24])],
    ['icon', el('i.fa', [0, 0, 16, 16], {}, [text('\uf0c9', [0, 0, 16, 16])])],
    ['drawing', el('svg[role=img]', [0, 0, 300, 200])],
    ['box', el('div', [0, 0, 99, 99], { 'box-shadow': 'rgb(0, 0, 0) 0px 1px 2px 0px' })],
    ['list-item', el('li', [0, 0, 50, 20], {}, [word('x')])],
  ])('tell their role: %s', (role, sketch) => {
    expect(rolesOf(sketch)).toEqual([role]);
  });

  test('of a drawing are the drawing itself and its texts', () => {
    const svg = el('svg', [0, 0, 300, 200], {}, [
      el('g', [0, 0, 300, 200], {}, [el('path', [0, 0, 300, 200])]),
      el('text', [0, 0, 50, 20], { fill: 'rgb(255, 0, 0)' }, [word('Axis')]),
    ]);
    expect(nodesOf(svg).map((node) => [node.role, node.text, node.color?.[0]])).toEqual([
      ['drawing', '', undefined],
      ['text', 'Axis', 1],
    ]);
  });

  test('draw only their own text', () => {
    const nodes = nodesOf(
      el('p', [0, 0, 100, 20], {}, [
        word('Hello'),
        el('b', [50, 0, 50, 20], { display: 'inline' }, [word('you', 50)]),
      ]),
    );
    expect(nodes.map((node) => node.text)).toEqual(['Hello', 'you']);
  });

  test('take the box of their text when they have none', () => {
    const [node] = nodesOf(el('div', null, { display: 'contents' }, [word('x', 30, 40)]));
    expect(node).toMatchObject({ box: [30, 40, 50, 20], clippedBox: [30, 40, 50, 20] });
  });
});

describe('relations', () => {
  /** The relations of one type, with each node by its text. */
  function related(graph: DesignGraph, type: string): [string, number | null][] {
    return graph.relations
      .filter((relation) => relation.type === type)
      .map(({ nodes, value }) => [
        nodes.map((id) => graph.nodes[id]!.text || graph.nodes[id]!.tag).join(' '),
        value,
      ]);
  }
  const item = (content: string, x: number, y: number, width = 50) =>
    el('p', [x, y, width, 20], {}, [text(content, [x, y, 50, 20])]);
  const row = (y: number, ...names: string[]) => names.map((name, i) => item(name, 20 + i * 100, y));

  test('next reads rows of a grid from left to right', () => {
    const graph = graphOf(page([...row(100, 'c', 'd'), ...row(0, 'a', 'b')]));
    expect(related(graph, 'next').map(([pair]) => pair)).toEqual(['a b', 'b c', 'c d']);
  });

  test('next reads from right to left where the page does', () => {
    const graph = graphOf(
      page([...row(0, 'b', 'a'), ...row(100, 'd', 'c')], { style: { direction: 'rtl' } }),
    );
    expect(related(graph, 'next').map(([pair]) => pair)).toEqual(['a b', 'b c', 'c d']);
  });

  test('next reads columns one after the other when the document does', () => {
    const graph = graphOf(page([item('a', 0, 0), item('b', 0, 100), item('c', 100, 0), item('d', 100, 100)]));
    expect(related(graph, 'next').map(([pair]) => pair)).toEqual(['a b', 'b c', 'c d']);
  });

  test('next passes over the boxes around what is read', () => {
    const graph = graphOf(page([el('section', [0, 0, 800, 100], {}, [item('a', 0, 0)]), item('b', 0, 200)]));
    expect(related(graph, 'next').map(([pair]) => pair)).toEqual(['a b']);
  });

  test('aligned groups siblings by shared edges within a pixel', () => {
    const graph = graphOf(page([item('a', 20, 0), item('b', 20.6, 40), item('c', 25, 80)]));
    expect(related(graph, 'aligned-left')).toEqual([['a b', 20]]);
    expect(related(graph, 'aligned-top')).toEqual([]);
  });

  test('aligned groups peers in different cards', () => {
    const card = (x: number, name: string) => el('li', [x, 0, 100, 100], {}, [item(name, x, 10)]);
    const graph = graphOf(page([el('ul', [0, 0, 300, 100], {}, [card(0, 'a'), card(120, 'b')])]));
    expect(related(graph, 'aligned-top')).toEqual([
      ['li li', 0],
      ['a b', 10],
    ]);
  });

  test('left-of and above name the nearest neighbour and the gap', () => {
    const graph = graphOf(page([...row(0, 'a', 'b', 'c'), item('d', 20, 60)]));
    expect(related(graph, 'left-of')).toEqual([
      ['a b', 50],
      ['b c', 50],
    ]);
    expect(related(graph, 'above')).toEqual([['a d', 40]]);
  });

  test('equal-gap finds rows and columns of three or more', () => {
    const even = graphOf(page(row(0, 'a', 'b', 'c')));
    const uneven = graphOf(page([item('a', 0, 0), item('b', 60, 0), item('c', 140, 0)]));
    const column = graphOf(page([item('a', 0, 0), item('b', 0, 30), item('c', 0, 60), item('d', 0, 200)]));
    expect(related(even, 'equal-gap')).toEqual([['a b c', 50]]);
    expect(related(uneven, 'equal-gap')).toEqual([]);
    expect(related(column, 'equal-gap')).toEqual([['a b c', 10]]);
  });

  test('overlaps gives the shared area, the upper node first, and no ancestors', () => {
    const graph = graphOf(
      page([
        el('section', [0, 0, 800, 100], {}, [item('below', 0, 0)]),
        el('p', [30, 10, 50, 20], { position: 'absolute' }, [text('upper', [30, 10, 50, 20])]),
      ]),
    );
    expect(related(graph, 'overlaps')).toEqual([
      ['upper below', 200],
      ['upper section', 1000],
    ]);
  });

  test('same-size means within ten per cent of area', () => {
    const graph = graphOf(page([item('a', 0, 0, 100), item('b', 0, 40, 109), item('c', 0, 80, 130)]));
    expect(related(graph, 'same-size')).toEqual([['a b', 2000]]);
  });

  test('same-style groups text by font and colour', () => {
    const red = el('p', [0, 80, 50, 20], { color: 'rgb(255, 0, 0)' }, [word('c', 0, 80)]);
    const graph = graphOf(page([item('a', 0, 0), item('b', 0, 40), red]));
    expect(related(graph, 'same-style')).toEqual([['a b', null]]);
  });

  test('label-of, caption-of and legend-of follow the code', () => {
    const graph = graphOf(
      page([
        el('fieldset', [0, 0, 400, 200], {}, [
          el('legend', [0, 0, 50, 20], {}, [word('Contact')]),
          el('label[for=mail]', [0, 30, 50, 20], {}, [word('Mail', 0, 30)]),
          el('input#mail', [60, 30, 50, 20]),
          el('label', [0, 60, 150, 20], {}, [word('Phone', 0, 60), el('select', [60, 60, 50, 20])]),
          el('p#hint', [0, 90, 50, 20], {}, [word('Note', 0, 90)]),
          el('textarea[aria-labelledby=hint]', [60, 90, 50, 20]),
        ]),
        el('figure', [0, 300, 300, 200], {}, [
          el('img', [0, 300, 300, 150]),
          el('figcaption', [0, 460, 50, 20], {}, [word('Fig. 1', 0, 460)]),
        ]),
      ]),
    );
    expect(related(graph, 'label-of').map(([pair]) => pair)).toEqual([
      'Mail input',
      'Phone select',
      'Note textarea',
    ]);
    expect(related(graph, 'caption-of')).toEqual([['Fig. 1 img', null]]);
    expect(related(graph, 'legend-of')).toEqual([['Contact fieldset', null]]);
  });
});

test('names the viewports it knows when asked for another', () => {
  expect(() => buildGraph(captureOf(page([])), 'mobile')).toThrow('no layout of viewport "mobile"');
});

test('stays linear on large, deep and crowded pages', () => {
  const crowd = Array.from({ length: 20_000 }, (_, i) =>
    el('p', [(i % 100) * 8, Math.floor(i / 100) * 3, 8, 3], { 'background-color': 'rgba(0, 0, 0, 0.1)' }, [
      text('x', [(i % 100) * 8, Math.floor(i / 100) * 3, 8, 3]),
    ]),
  );
  const pile = Array.from({ length: 5000 }, () =>
    el('div', [0, 0, 800, 600], { position: 'absolute', 'background-color': 'rgba(0, 0, 0, 0.1)' }),
  );
  let deep = word('x');
  for (let depth = 0; depth < 20_000; depth++) deep = el('div', [0, 0, 800, 600], {}, [deep]);
  for (const body of [crowd, pile, [deep]]) {
    const graph = graphOf(page(body));
    expect(graph.relations.length).toBeLessThan(30 * Math.max(10, graph.nodes.length));
  }
}, 30_000);
