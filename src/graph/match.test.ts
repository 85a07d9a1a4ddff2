import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../render/capture.js';
import { buildGraph } from './build.js';
import { matchGraphs, type GraphMatch } from './match.js';
import type { DesignGraph } from './schema.js';
import { captureOf, el, page, text, type Sketch } from './testing/layout.js';

interface Item {
  words: string;
  box: Box;
  color: string;
  size: number;
}

const graphOf = (body: Sketch[], size: [number, number] = [800, 600]): DesignGraph =>
  buildGraph(captureOf(page(body, { size })));
const show = ({ words, box, color, size }: Item): Sketch =>
  words === ''
    ? el('img', box)
    : el('p', box, { color, 'font-size': `${size}px` }, [text(words, [box[0], box[1], box[2], 20])]);
const graph = (items: readonly Item[]) => graphOf(items.map(show));
const item = (words: string, changes: Partial<Item> = {}): Item => ({
  words,
  box: [20, 20, 200, 20],
  color: 'rgb(0, 0, 0)',
  size: 16,
  ...changes,
});

/** Three lines of text and a picture. */
const POSTER = [
  item('Harbour concert', { size: 32 }),
  item('Saturday at nine', { box: [20, 60, 160, 20] }),
  item('Tickets 12 euro', { box: [20, 100, 150, 20], color: 'rgb(160, 0, 0)' }),
  item('', { box: [400, 40, 300, 200] }),
];
/** The poster with one item changed. */
const changed = (at: number, change: Partial<Item>) =>
  POSTER.map((each, i) => (i === at ? { ...each, ...change } : each));
/** Aspects that are less than perfect. */
const fallen = ({ aspects }: GraphMatch) =>
  Object.entries(aspects).flatMap(([name, value]) => (value !== null && value < 1 - 1e-9 ? [name] : []));

describe('matchGraphs', () => {
  it('finds a page equal to itself', () => {
    const { score, missing, extra, pairs } = matchGraphs(graph(POSTER), graph(POSTER));
    expect({ score, missing, extra, pairs: pairs.length }).toEqual({
      score: 1,
      missing: [],
      extra: [],
      pairs: 4,
    });
  });

  it.each<[string, Partial<Item>, string[]]>([
    ['other words in its place', { words: 'Free entry for all' }, ['text']],
    ['a changed number', { words: 'Tickets 18 euro' }, ['text']],
    ['another colour', { color: 'rgb(0, 0, 160)' }, ['color']],
    ['another font size', { size: 20 }, ['font']],
    ['a wider box', { box: [10, 100, 170, 20] }, ['size', 'relations']],
    ['another place', { box: [500, 400, 150, 20] }, ['position', 'relations']],
  ])('lowers the right aspect for %s', (_, change, aspects) => {
    expect(fallen(matchGraphs(graph(changed(2, change)), graph(POSTER)))).toEqual(aspects);
  });

  it('tells what is missing and what is new', () => {
    const { missing, extra, aspects } = matchGraphs(
      graph([...POSTER.slice(1), item('Sold out', { box: [600, 500, 60, 20] })]),
      graph(POSTER),
    );
    expect(missing).toEqual([{ node: 0, box: [20, 20, 200, 20], text: 'Harbour concert' }]);
    expect(extra).toMatchObject([{ text: 'Sold out' }]);
    expect(aspects.presence).toBeLessThan(1);
  });

  it('gives 0 to an empty page, and nothing where there is nothing to compare', () => {
    expect(matchGraphs(graph([]), graph(POSTER)).score).toBe(0);
    expect(matchGraphs(graph([]), graph([])).score).toBeNull();
  });

  it('counts text in the colour of its ground as missing', () => {
    const { missing } = matchGraphs(graph(changed(1, { color: 'rgb(250, 250, 250)' })), graph(POSTER));
    expect(missing).toMatchObject([{ text: 'Saturday at nine' }]);
  });

  it('does not take one perfect word for half of a page', () => {
    expect(matchGraphs(graph(POSTER.slice(1, 2)), graph(POSTER)).score).toBeLessThan(0.5);
  });

  it('does not ask how a paragraph is marked up', () => {
    const plain = el('p', [20, 20, 300, 20], {}, [text('Read the whole story', [20, 20, 160, 20])]);
    const linked = el('p', [20, 20, 300, 20], {}, [
      text('Read the', [20, 20, 70, 20]),
      el('a[href=/]', [90, 20, 50, 20], { display: 'inline' }, [text('whole', [90, 20, 50, 20])]),
      text('story', [140, 20, 40, 20]),
    ]);
    expect(matchGraphs(graphOf([linked]), graphOf([plain])).aspects).toMatchObject({ presence: 1, text: 1 });
  });

  it('takes paragraphs apart by empty lines, as well as by elements', () => {
    const lines: [Box, ...Box[]] = [
      [20, 20, 90, 20],
      [20, 40, 90, 20],
      [20, 100, 90, 20],
      [20, 120, 90, 20],
    ];
    const one = el('div', [20, 20, 300, 120], {}, [text('a b c d', ...lines)]);
    const two = [
      el('p', [20, 20, 300, 40], {}, [text('a b', lines[0], lines[1]!)]),
      el('p', [20, 100, 300, 40], {}, [text('c d', lines[2]!, lines[3]!)]),
    ];
    const { pairs, missing, extra } = matchGraphs(graphOf([one]), graphOf(two));
    expect([pairs.length, missing, extra]).toEqual([2, [], []]);
  });

  it('reads a right-to-left line from the right', () => {
    const rtl = { direction: 'rtl' };
    const linked = el('p', [0, 0, 200, 20], rtl, [
      text('אחת', [150, 0, 40, 20]),
      el('a[href=/]', [100, 0, 40, 20], { ...rtl, display: 'inline' }, [text('שתיים', [100, 0, 40, 20])]),
    ]);
    const plain = el('p', [0, 0, 200, 20], rtl, [text('אחת שתיים', [100, 0, 90, 20])]);
    expect(matchGraphs(graphOf([linked]), graphOf([plain])).aspects.text).toBe(1);
  });

  it('pairs equal texts by their place', () => {
    const more = (y: number) => item('Read more', { box: [20, y, 80, 20] });
    const { pairs, missing } = matchGraphs(
      graph([more(300), more(20)]),
      graph([more(20), more(160), more(300)]),
    );
    expect(pairs.map(({ candidate, reference }) => [candidate.box[1], reference.box[1]])).toEqual([
      [20, 20],
      [300, 300],
    ]);
    expect(missing).toMatchObject([{ box: [20, 160, 80, 20] }]);
  });

  it('compares places on canvases of their own height', () => {
    const at = (y: number, height: number) =>
      graphOf([show(item('Footer', { box: [20, y, 80, 20] }))], [800, height]);
    expect(matchGraphs(at(1190, 1200), at(590, 600)).aspects.position).toBeCloseTo(1, 1);
  });

  it('pairs long lists in halves: what stands in one place with other words is reworded', () => {
    const list = (prefix: string) =>
      graph(
        Array.from({ length: 600 }, (_, i) => item(`${prefix}${i * 7919}`, { box: [20, i * 25, 90, 20] })),
      );
    const { pairs, missing } = matchGraphs(list('abc'), list('xyz'));
    expect(missing).toEqual([]);
    expect(pairs.every(({ candidate, reference }) => candidate.box[1] === reference.box[1])).toBe(true);
  });
});

describe('for any page', () => {
  /** Items on a grid, each with words of its own; every fifth is a picture. */
  const pages = fc
    .uniqueArray(fc.stringMatching(/^[a-z]{3,9} [a-z]{3,9}$/), { minLength: 2, maxLength: 12 })
    .chain((names) =>
      fc.tuple(
        ...names.map((words, i) =>
          fc.record({
            words: fc.constant(i % 5 === 4 ? '' : words),
            box: fc
              .tuple(fc.integer({ min: 40, max: 180 }), fc.integer({ min: 20, max: 60 }))
              .map(([width, height]): Box => [
                20 + (i % 4) * 195,
                20 + Math.floor(i / 4) * 100,
                width,
                height,
              ]),
            color: fc.constantFrom('rgb(0, 0, 0)', 'rgb(90, 90, 90)', 'rgb(0, 0, 200)'),
            size: fc.constantFrom(12, 16, 24),
          }),
        ),
      ),
    );

  it('a graph is equal to itself in every aspect', () => {
    fc.assert(
      fc.property(pages, (items) => {
        // Twice the same words, too.
        const match = matchGraphs(graph([...items, items[0]!]), graph([...items, items[0]!]));
        expect(fallen(match)).toEqual([]);
        expect(match.score).toBe(1);
      }),
    );
  });

  it('presence and score do not hang on which page is the reference, and every aspect is in [0,1]', () => {
    fc.assert(
      fc.property(pages, pages, (a, b) => {
        const there = matchGraphs(graph(a), graph(b));
        const back = matchGraphs(graph(b), graph(a));
        expect(there.aspects.presence).toBeCloseTo(back.aspects.presence!);
        expect(there.score).toBeCloseTo(back.score!);
        for (const value of Object.values<number | null>({ ...there.aspects, score: there.score })) {
          if (value === null) continue;
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  const damages: [string, (item: Item) => Item | null, string[]][] = [
    ['removing', () => null, ['presence']],
    [
      'moving',
      (item) => ({ ...item, box: [item.box[0] + 3, 420, item.box[2], item.box[3]] }),
      ['position', 'relations'],
    ],
    ['recolouring', (item) => ({ ...item, color: 'rgb(250, 120, 0)' }), ['color', 'relations']],
    ['shrinking the font of', (item) => ({ ...item, size: item.size / 2 }), ['font', 'relations']],
  ];
  it.each(damages)('%s one text lowers its aspect and no other but relations', (_, damage, aspects) => {
    fc.assert(
      fc.property(pages, (items) => {
        const worse = items.flatMap((each, i) => (i === 0 ? (damage(each) ?? []) : [each]));
        const match = matchGraphs(graph(worse), graph(items));
        const found = fallen(match);
        expect(found).toContain(aspects[0]);
        expect(aspects).toEqual(expect.arrayContaining(found));
        expect(match.score).toBeLessThan(1);
      }),
    );
  });
});
