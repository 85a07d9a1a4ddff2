import { expect, it } from 'vitest';
import { extract } from '../../artifact/extract.js';
import { reactsToScrolling } from './reactions.js';

const page = (body: string) => extract(`<!doctype html><html><body>${body}</body></html>`);

it.each([
  '<script>x()</script>',
  '<img src="a.png" loading="lazy">',
  '<div onclick="x()">',
  '<style>p { animation-timeline: view() }</style>',
  '<iframe src="b.html"></iframe>',
])('expects %s to react', (body) => {
  expect(reactsToScrolling(page(body))).toBe(true);
});

it('knows that plain HTML and CSS do not', () => {
  expect(reactsToScrolling(page('<style>p { animation: fade 1s; position: sticky }</style><p>Hi</p>'))).toBe(
    false,
  );
});

it('looks at every file, and never trusts a page on the network', () => {
  const artifact = page('<link rel="stylesheet" href="a.css">');
  const css = new TextEncoder().encode('p { content-visibility: auto }');
  expect(reactsToScrolling({ ...artifact, files: new Map([...artifact.files, ['a.css', css]]) })).toBe(true);
  expect(reactsToScrolling({ ...artifact, url: 'http://localhost' })).toBe(true);
});
