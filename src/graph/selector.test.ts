import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Layout } from '../render/capture.js';
import { cssEscape, selectorOf } from './selector.js';
import { el, find, frameDocument, page, shadow, text, type Sketch } from './testing/layout.js';

const selector = (layout: Layout, what: string) => selectorOf(layout, find(layout, what));

test.each<[string, Sketch[], string]>([
  ['an id', [el('p#lead', null, {}, [text('x', [0, 0, 9, 9])])], '#lead'],
  ['a tag that occurs once', [el('p', null), el('h1', null, {}, [text('x', [0, 0, 9, 9])])], 'h1'],
  ['a class', [el('p', null), el('p.lead', null, {}, [text('x', [0, 0, 9, 9])])], 'p.lead'],
  [
    'a position below the nearest name',
    [el('nav#menu', null, {}, [el('a', null), el('a', null, {}, [text('x', [0, 0, 9, 9])])]), el('a', null)],
    '#menu > a:nth-of-type(2)',
  ],
  [
    'a class among its siblings',
    [
      el('li.on', null),
      el('ul', null, {}, [el('li', null), el('li.on', null, {}, [text('x', [0, 0, 9, 9])])]),
    ],
    'ul > li.on',
  ],
  [
    'a pseudo-element',
    [el('h1', null, {}, [el('::before', null, {}, [text('x', [0, 0, 9, 9])])])],
    'h1::before',
  ],
  [
    'a shadow root',
    [el('x-card', null, {}, [shadow([el('b', null), el('b', null, {}, [text('x', [0, 0, 9, 9])])])])],
    'x-card >>> :host > b:nth-of-type(2)',
  ],
  [
    'a frame',
    [
      el('iframe', null, {}, [
        frameDocument([0, 0, 9, 9], [el('html', null, {}, [el('p', null, {}, [text('x', [0, 0, 9, 9])])])]),
      ]),
    ],
    'iframe >>> p',
  ],
])('names an element by %s', (_, body, expected) => {
  expect(selector(page(body), 'x')).toBe(expected);
});

test.each([
  ['an id that occurs twice', 'p#twin', [el('p#twin', null)], 'body > p:nth-of-type(2)'],
  ['an id that a tool made up', 'p#css-1q2w3e', [el('p', null)], 'body > p:nth-of-type(2)'],
])('does not rely on %s', (_, sketch, before, expected) => {
  expect(selector(page([...before, el(sketch, null, {}, [text('x', [0, 0, 9, 9])])]), 'x')).toBe(expected);
});

test('escapes what CSS would read otherwise', () => {
  expect(cssEscape('a:b')).toBe('a\\:b');
  expect(cssEscape('1st')).toBe('\\31 st');
  expect(cssEscape('-2')).toBe('-\\32 ');
  expect(cssEscape('-')).toBe('\\-');
  expect(cssEscape('größe')).toBe('größe');
});

test('survives nesting deeper than calls can go', () => {
  let sketch = el('div', null, {}, [text('x', [0, 0, 9, 9])]);
  for (let depth = 0; depth < 20_000; depth++) sketch = el('div', null, {}, [sketch]);
  expect(selector(page([sketch]), 'x')).toMatch(/^body > div( > div)+$/);
});

/** Any document: each element hangs below one that came before it, or the body. */
const documents = fc
  .array(
    fc.record({
      tag: fc.constantFrom('div', 'p', 'span'),
      id: fc.constantFrom('', '', '#a', '#b'),
      classes: fc.constantFrom('', '.x', '.y', '.x.y'),
      below: fc.nat(),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((records) => {
    const roots: Sketch[] = [];
    const all: Sketch[] = [];
    for (const { tag, id, classes, below } of records) {
      const sketch = el(`${tag}${id}${classes}`, null);
      (all[(below % (all.length + 1)) - 1]?.children ?? roots).push(sketch);
      all.push(sketch);
    }
    return roots;
  });

test('matches one element alone, whatever the document', () => {
  fc.assert(
    fc.property(documents, (body) => {
      const layout = page(body);
      layout.nodes.forEach((node, i) => {
        if (node.type === 'element') expect(matches(layout, selectorOf(layout, i))).toEqual([i]);
      });
    }),
  );
});

/** Elements that a selector of the forms above matches. */
function matches(layout: Layout, selector: string): number[] {
  const steps = selector.split(' > ');
  const fits = (index: number, step: string): boolean => {
    const node = layout.nodes[index]!;
    const [, tag = '', id, classes = '', nth] =
      /^([\w]*)(?:#(\w+))?((?:\.\w+)*)(?::nth-of-type\((\d+)\))?$/.exec(step)!;
    const twins = layout.nodes.flatMap((other, i) =>
      other.parent === node.parent && other.name === node.name ? [i] : [],
    );
    const own = node.attributes?.class?.split(' ') ?? [];
    return (
      node.type === 'element' &&
      (tag === '' || node.name === tag) &&
      (id === undefined || node.attributes?.id === id) &&
      classes
        .split('.')
        .slice(1)
        .every((name) => own.includes(name)) &&
      (nth === undefined || twins[Number(nth) - 1] === index)
    );
  };
  return layout.nodes.flatMap((_, i) => {
    let at = i;
    for (const step of steps.toReversed()) {
      if (at < 0 || !fits(at, step)) return [];
      at = layout.nodes[at]!.parent;
    }
    return [i];
  });
}
