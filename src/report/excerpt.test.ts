import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.js';

const code = (text: string) => new Map([['page.html', Buffer.from(text)]]);
const at = (line: number, column = 1) => ({ file: 'page.html', line, column });

test('quotes two lines on either side, without the common indent', () => {
  const excerpt = excerptOf(code('a\n  b\n  c\n    d\n  e\n  f\n'), at(4));
  expect(excerpt?.lines).toEqual([
    { number: 2, text: 'b', marked: false },
    { number: 3, text: 'c', marked: false },
    { number: 4, text: '  d', marked: true },
    { number: 5, text: 'e', marked: false },
    { number: 6, text: 'f', marked: false },
  ]);
});

test('cuts a minified line around the column', () => {
  const line = `${'x'.repeat(5000)}<p>here</p>${'y'.repeat(5000)}`;
  const text = excerptOf(code(line), at(1, 5001))?.lines[0]?.text ?? '';
  expect(text).toContain('<p>here</p>');
  expect(text.length).toBeLessThan(200);
});

test('is null for a file or a line that is not there', () => {
  expect(excerptOf(code('one'), at(2))).toBeNull();
  expect(excerptOf(new Map(), at(1))).toBeNull();
});
