import { describe, expect, it } from 'vitest';
import type { Pixels } from '../check.js';
import { layoutOf, type Element } from '../testing/capture.js';
import { illegible } from './legibility.js';
import { sceneOf } from './scene.js';

const white: Pixels = { width: 1280, height: 960, data: new Uint8Array(1280 * 960 * 3).fill(255) };
const nothing: ReadonlySet<string> = new Set();

function why(style: Record<string, string>, gone = nothing, over: Element[] = []) {
  const words: Element = { tag: 'h1', box: [20, 20, 400, 40], style, children: ['Harbour Roasters'] };
  const layout = layoutOf({ tag: 'body', box: [0, 0, 1280, 960], children: [words, ...over] });
  return illegible(layout, sceneOf(layout).lines[0]!, white, gone);
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
    expect(why(picture)).toBe('invisible');
    expect(why(picture, new Set(['https://img.example/pier.jpg']))).toBeNull();
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
    expect(why({}, nothing, [cover])).toBe('covered');
  });
});
