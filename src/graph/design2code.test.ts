import { describe, expect, it } from 'vitest';
import type { Box } from '../render/capture.js';
import { buildGraph } from './build.js';
import { design2code } from './design2code.js';
import { ratcliff } from './match/ratcliff.js';
import { captureOf, el, page, text, type Sketch } from './testing/layout.js';

const graphOf = (...body: Sketch[]) => buildGraph(captureOf(page(body)));
const line = (words: string, box: Box, color = 'rgb(0, 0, 0)') => el('p', box, { color }, [text(words, box)]);
const TITLE = line('Harbour concert', [0, 0, 200, 40]);
const DATE = line('Saturday at nine', [0, 60, 200, 20]);

describe('ratcliff', () => {
  // The numbers are those of Python's difflib.
  it.each<[string, string, number]>([
    ['abcd', 'bcde', 0.75],
    ['private thread', 'volatile thread', 0.7586206896551724],
    ['sign up', 'subscribe now', 0.3],
    ['', 'a', 0],
  ])('of %j and %j', (a, b, ratio) => {
    expect(ratcliff(a, b)).toBe(ratio);
  });

  it('leaves frequent characters out of long texts, which makes it depend on the order', () => {
    const a =
      'the harbour is open from nine to five on every day but sunday, and the ferry leaves at ten past each hour. ';
    const b =
      'the harbour was closed on sunday; on every other day the ferry leaves at ten past the hour, from nine to five. ';
    expect(ratcliff(a.repeat(3), b.repeat(3))).toBe(0.2018348623853211);
    expect(ratcliff(b.repeat(3), a.repeat(3))).toBe(0.14067278287461774);
  });
});

describe('design2code', () => {
  it('gives 1 to equal pages, and says why there is no CLIP', () => {
    expect(design2code(graphOf(TITLE, DATE), graphOf(TITLE, DATE))).toEqual({
      blockMatch: 1,
      text: 1,
      position: 1,
      color: 1,
      clip: null,
      reasons: { clip: 'needs-model' },
    });
  });

  it('counts the area of what is not matched', () => {
    const { blockMatch, text } = design2code(graphOf(TITLE), graphOf(TITLE, DATE));
    expect(blockMatch).toBeCloseTo((2 * 8000) / (2 * 8000 + 4000));
    expect(text).toBe(1);
  });

  it('takes the larger shift as a share of the canvas', () => {
    const moved = line('Harbour concert', [80, 300, 200, 40]);
    expect(design2code(graphOf(moved), graphOf(TITLE)).position).toBeCloseTo(1 - 300 / 600);
  });

  it('measures colour by CIEDE2000', () => {
    const white = line('Harbour concert', [0, 0, 200, 40], 'rgb(255, 255, 255)');
    expect(design2code(graphOf(white), graphOf(TITLE)).color).toBeCloseTo(0);
  });

  it('merges neighbours where that makes texts alike', () => {
    const whole = line('Harbour concert Saturday at nine', [0, 0, 200, 80]);
    expect(design2code(graphOf(TITLE, DATE), graphOf(whole))).toMatchObject({ blockMatch: 1, text: 1 });
  });

  it('joins emphasis to the text around it', () => {
    const around = (inner: Sketch) =>
      el('p', [0, 0, 300, 20], {}, [text('Read', [0, 0, 40, 20]), inner, text('story', [100, 0, 40, 20])]);
    const strong = around(
      el('strong', [45, 0, 50, 20], { display: 'inline' }, [text('whole', [45, 0, 50, 20])]),
    );
    expect(design2code(graphOf(strong), graphOf(line('Read whole story', [0, 0, 140, 20])))).toMatchObject({
      blockMatch: 1,
      text: 1,
    });
  });

  it('gives 0 where nothing matches', () => {
    const other = line('Xyz 123', [0, 0, 200, 40]);
    expect(design2code(graphOf(other), graphOf(TITLE))).toMatchObject({
      blockMatch: 0,
      text: 0,
      position: 0,
    });
    expect(design2code(graphOf(), graphOf(TITLE))).toMatchObject({ blockMatch: 0, color: 0 });
  });

  it('does not begin on pages with so many texts that merging would take minutes', () => {
    const many = graphOf(...Array.from({ length: 301 }, (_, i) => line(`Line ${i}`, [0, i, 90, 20])));
    expect(design2code(many, graphOf(TITLE))).toMatchObject({
      blockMatch: null,
      reasons: { text: 'too-many-blocks' },
    });
  });
});
