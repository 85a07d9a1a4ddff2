import { describe, expect, it } from 'vitest';
import type { Pixels } from '../check.js';
import { layoutOf, type Element } from '../testing/capture.js';
import { illegible } from './legibility.js';
import { sceneOf } from './scene.js';

const white: Pixels = { width: 1280, height: 960, data: new Uint8Array(1280 * 960 * 3).fill(255) };
/** The same with strokes in it, black on every fifth column. */
const lined: Pixels = {
  ...white,
  data: white.data.map((part, i) => (Math.floor(i / 3) % 5 === 0 ? 0 : part)),
};
const nothing: ReadonlySet<string> = new Set();

function why(style: Record<string, string>, { gone = nothing, over = [] as Element[], pixels = lined } = {}) {
  const words: Element = { tag: 'h1', box: [20, 20, 400, 40], style, children: ['Harbour Roasters'] };
  const layout = layoutOf({ tag: 'body', box: [0, 0, 1280, 960], children: [words, ...over] });
  return illegible(layout, sceneOf(layout).lines[0]!, pixels, gone);
}

const inWhite = { color: 'rgb(255, 255, 255)', '-webkit-text-fill-color': 'rgb(255, 255, 255)' };

describe('illegible', () => {
  it('lets pass what can be read', () => {
    expect(why({})).toBeNull();
  });

  it('tells text of a few pixels, also where a transform makes it so', () => {
    expect(why({ 'font-size': '2px' })).toBe('tiny');
    expect(why({ transform: 'matrix(0.1, 0, 0, 0.1, 0, 0)' })).toBe('tiny');
  });

  it('tells text in the colour of the picture behind it, unless that picture could not be offered', () => {
    const picture = { ...inWhite, 'background-image': 'url("https://img.example/pier.jpg")' };
    expect(why(picture, { pixels: white })).toBe('invisible');
    const gone = new Set(['https://img.example/pier.jpg']);
    expect(why(picture, { pixels: white, gone })).toBeNull();
  });

  it('tells text of which nothing is in the picture, whatever took it away', () => {
    expect(why({ filter: 'invert(1)' })).toBeNull();
    expect(why({ filter: 'brightness(10)' }, { pixels: white })).toBe('invisible');
    expect(why({ 'mask-image': 'linear-gradient(rgba(0, 0, 0, 0))' }, { pixels: white })).toBe('invisible');
    expect(why({ 'clip-path': 'polygon(0px 0px)' }, { pixels: white })).toBe('invisible');
  });

  it('says nothing of text beyond the picture', () => {
    const cut = { width: 1280, height: 40, data: white.data.subarray(0, 1280 * 40 * 3) };
    expect(why({}, { pixels: cut })).toBeNull();
  });

  it('tells text below an opaque box that the picture does not show either', () => {
    const cover: Element = {
      tag: 'div',
      box: [0, 0, 600, 100],
      style: {
        position: 'absolute',
        'background-color': 'rgb(255, 255, 255)',
      },
    };
    expect(why({}, { over: [cover], pixels: white })).toBe('covered');
  });
});
