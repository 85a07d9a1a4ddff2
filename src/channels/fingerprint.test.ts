import { describe, expect, it } from 'vitest';
import { fingerprints, identityOf, identityOfMessage } from './fingerprint.js';
import { layoutOf, type Element } from './testing/capture.js';

/** Identity of the first element with this tag. */
const identity = (root: Element, tag: string) => {
  const layout = layoutOf(root);
  return identityOf(
    layout,
    layout.nodes.findIndex(({ name }) => name === tag),
  );
};
const heading = (changes: Partial<Element> = {}): Element => ({
  tag: 'h2',
  children: ['Prices'],
  ...changes,
});

describe('identityOf', () => {
  const before = identity({ tag: 'main', children: [heading()] }, 'h2');

  it('survives a move on the page, a new wrapper, new siblings and new style', () => {
    const moved = heading({ box: [600, 900, 80, 30], attributes: { class: 'large' } });
    const wrapped: Element = {
      tag: 'main',
      children: [
        { tag: 'p', children: ['New.'] },
        { tag: 'div', children: [moved] },
      ],
    };
    expect(identity(wrapped, 'h2')).toBe(before);
  });

  it('changes with the text or with what the element points to', () => {
    expect(identity(heading({ children: ['Rates'] }), 'h2')).not.toBe(before);
    const image = (src: string): Element => ({ tag: 'img', attributes: { src } });
    expect(identity(image('a.png'), 'img')).not.toBe(identity(image('b.png'), 'img'));
  });

  it('tells silent elements by their class and by the nearest ancestor that says something', () => {
    const bar = (section: string): Element => ({
      tag: 'section',
      attributes: { id: section },
      children: [{ tag: 'i', attributes: { class: 'bar' } }],
    });
    expect(identity(bar('north'), 'i')).not.toBe(identity(bar('south'), 'i'));
  });
});

describe('fingerprints', () => {
  it('keeps equal defects apart, and gives the same for the same', () => {
    const [first, second] = fingerprints('font-size', ['a', 'a']);
    expect(first).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(second).not.toBe(first);
    expect(fingerprints('font-size', ['b', 'a', 'a']).slice(1)).toEqual([first, second]);
  });

  it('belongs to one check', () => {
    expect(fingerprints('font-size', ['a'])).not.toEqual(fingerprints('text-contrast', ['a']));
  });
});

describe('identityOfMessage', () => {
  it('does not hang on lines and measures', () => {
    expect(identityOfMessage('Unclosed <p> of line 12.', 'a.html')).toBe(
      identityOfMessage('Unclosed <p> of line 14.', 'a.html'),
    );
    expect(identityOfMessage('Unclosed <p>.', 'a.html')).not.toBe(
      identityOfMessage('Unclosed <p>.', 'b.html'),
    );
  });
});
