import { describe, expect, it } from 'vitest';
import type { Box } from '../capture.js';
import { drawnText } from './lines.js';
import type { TextBox } from './columns.js';

/** Boxes as the browser gives them: the place of `words` in `source` one after another, and where each is drawn. */
function boxesOf(source: string, words: [string, Box][]): TextBox[] {
  let from = 0;
  return words.map(([word, box]) => {
    const start = source.indexOf(word, from);
    from = start + word.length;
    return { box, start, length: word.length };
  });
}
const linesOf = ({ text, lines }: ReturnType<typeof drawnText>) =>
  lines.map(({ start, length }) => text.slice(start, start + length));

describe('drawnText', () => {
  it('leaves out what is collapsed', () => {
    const source = '\n    Pay \n  now\n  ';
    const drawn = drawnText(
      source,
      boxesOf(source, [
        ['Pay ', [0, 0, 40, 20]],
        ['now', [40, 0, 40, 20]],
      ]),
    );
    expect(drawn).toEqual({ text: 'Pay now', lines: [{ box: [0, 0, 80, 20], start: 0, length: 7 }] });
  });

  it('draws a collapsed line break as a space, and a kept one not at all', () => {
    const source = 'one\ntwo';
    const boxes: TextBox[] = [
      { box: [0, 0, 40, 20], start: 0, length: 4 },
      { box: [40, 0, 40, 20], start: 4, length: 3 },
    ];
    expect(drawnText(source, boxes).text).toBe('one two');
    boxes[1]!.box = [0, 20, 40, 20];
    const kept = drawnText(source, boxes, { 'white-space-collapse': 'preserve' });
    expect(kept.text).toBe('one\ntwo');
    expect(linesOf(kept)).toEqual(['one', 'two']);
  });

  it('joins lines by the space at which they were broken', () => {
    const source = 'one two three';
    const drawn = drawnText(
      source,
      boxesOf(source, [
        ['one two', [0, 0, 70, 20]],
        ['three', [0, 20, 50, 20]],
      ]),
    );
    expect(drawn.text).toBe('one two three');
    expect(linesOf(drawn)).toEqual(['one two', 'three']);
  });

  it('tells lines apart that are squeezed into each other', () => {
    const drawn = drawnText('one two three', [
      { box: [0, 0, 70, 20], start: 0, length: 7 },
      { box: [0, 9, 50, 20], start: 8, length: 5 },
    ]);
    expect(linesOf(drawn)).toEqual(['one two', 'three']);
  });

  it('joins the parts of a word that was broken without a space', () => {
    const drawn = drawnText('antidisestablishment', [
      { box: [0, 0, 80, 20], start: 0, length: 8 },
      { box: [0, 20, 120, 20], start: 8, length: 12 },
    ]);
    expect(drawn.text).toBe('antidisestablishment');
    expect(linesOf(drawn)).toEqual(['antidise', 'stablishment']);
  });

  it('reads text that runs both ways in the order of reading, not of drawing', () => {
    // Drawn from the left: the Latin word, then the Hebrew one that comes first.
    const drawn = drawnText('שלום CSS', [
      { box: [0, 0, 40, 20], start: 5, length: 3 },
      { box: [40, 0, 60, 20], start: 0, length: 5 },
    ]);
    expect(drawn).toEqual({ text: 'שלום CSS', lines: [{ box: [0, 0, 100, 20], start: 0, length: 8 }] });
  });

  it('tells columns apart that stand at the same height', () => {
    const drawn = drawnText('left right', [
      { box: [0, 0, 100, 20], start: 0, length: 4 },
      { box: [300, 0, 100, 20], start: 5, length: 5 },
    ]);
    expect(linesOf(drawn)).toEqual(['left', 'right']);
  });

  it('takes the lines of vertical text as they stand side by side', () => {
    const drawn = drawnText(
      '縦書き',
      [
        { box: [100, 0, 20, 60], start: 0, length: 2 },
        { box: [80, 0, 20, 30], start: 2, length: 1 },
      ],
      { 'writing-mode': 'vertical-rl' },
    );
    expect(drawn.lines.map(({ box }) => box)).toEqual([
      [100, 0, 20, 60],
      [80, 0, 20, 30],
    ]);
  });

  it('is empty where nothing but space is drawn', () => {
    expect(drawnText('  ', [{ box: [0, 0, 4, 20], start: 0, length: 1 }])).toEqual({ text: '', lines: [] });
    expect(drawnText('text of an element that is not drawn', [])).toEqual({ text: '', lines: [] });
  });
});
