import { expect, test } from 'vitest';
import { safeJson, safeLine, safeText, shorten } from './safe.js';

const ESC = '\u001b';

test.each([
  ['an ANSI colour', `${ESC}[31mred`, '\\u{1b}[31mred'],
  ['a title change', `${ESC}]0;owned\u0007`, '\\u{1b}]0;owned\\u{7}'],
  ['the C1 form of an escape', '\u009b2J', '\\u{9b}2J'],
  ['a backspace over the text before', 'safe\b\b\b\bevil', 'safe\\u{8}\\u{8}\\u{8}\\u{8}evil'],
  ['a bidirectional override', 'file\u202egpj.exe', 'file\\u{202e}gpj.exe'],
  ['isolates and marks', '\u2066a\u2069\u200eb\u061c', '\\u{2066}a\\u{2069}\\u{200e}b\\u{61c}'],
  ['zero-width text', 'a\u200bb\ufeff', 'a\\u{200b}b\\u{feff}'],
  ['invisible tag characters', 'hi\u{e0041}', 'hi\\u{e0041}'],
  ['half a surrogate pair', 'x\ud83d', 'x\\u{d83d}'],
])('shows %s as a code', (_, hostile, shown) => {
  expect(safeLine(hostile)).toBe(shown);
});

test('keeps one line one line', () => {
  expect(safeLine('one\r\ntwo\u2028three\tfour\n')).toBe('one two three four');
});

test('leaves scripts, joiners and emoji as they are', () => {
  const text = 'שלום — می‌خواهم — 茶 — 👩‍🌾';
  expect(safeLine(text)).toBe(text);
});

test('keeps the lines of code', () => {
  expect(safeText('a\r\n\tb\u0000')).toBe('a\n\tb\\u{0}');
});

test('escapes in JSON without changing what it says', () => {
  const value = { text: `line\u2028, c1 \u0085, bidi \u202e, tag \u{e0041}, esc ${ESC}` };
  const json = safeJson(JSON.stringify(value, null, 1));
  expect(json).not.toMatch(/[\u0080-\u009f\u2028\u202e\u{e0041}]/u);
  expect(JSON.parse(json)).toEqual(value);
});

test('never cuts a character in two', () => {
  expect(shorten('ab👩cd', 4)).toBe('ab…');
  expect(shorten('abcd', 4)).toBe('abcd');
});
