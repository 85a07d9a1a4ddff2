import { expect, it } from 'vitest';
import { parsePage } from './markup.js';

it('tells where elements stand and what the parser repaired', () => {
  const { document, errors } = parsePage('<!doctype html>\n<p id="a" id="a">Hi');
  expect(errors.map(({ code, startLine }) => [code, startLine])).toEqual([['duplicate-attribute', 2]]);
  expect(document.childNodes.map(({ nodeName }) => nodeName)).toEqual(['#documentType', 'html']);
});

it('reads the same code once, and forgets what was read long ago', () => {
  const first = parsePage('<p>one');
  expect(parsePage('<p>one')).toBe(first);
  for (const name of 'abcd') parsePage(`<p>${name}`);
  expect(parsePage('<p>one')).not.toBe(first);
});
