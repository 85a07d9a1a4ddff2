import { describe, expect, it } from 'vitest';
import type { Rgba } from '../../graph/schema.js';
import type { Pixels } from '../check.js';
import { groundOf, isFlat, piecesOf, showsInk, showsInkOver, spotsOf } from './line-pixels.js';

const WHITE: Rgba = [1, 1, 1, 1];
const BLACK: Rgba = [0, 0, 0, 1];

/** A picture of 200 x 20 px; every fifth column is ink of the colour given. */
function striped(ink: number, ground: (x: number) => number): Pixels {
  const [width, height] = [200, 20];
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const x = i % width;
    data.fill(x % 5 === 0 ? ink : ground(x), i * 3, i * 3 + 3);
  }
  return { width, height, data };
}

describe('pixels of a line', () => {
  it('finds the ground between the letters', () => {
    const pixels = striped(0, () => 204);
    expect(groundOf(pixels, [0, 0, 200, 20])).toEqual([0.8, 0.8, 0.8, 1]);
  });

  it('sees where along the line the ground changes', () => {
    const pieces = piecesOf(
      striped(255, (x) => (x < 100 ? 0 : 230)),
      [0, 0, 200, 20],
      WHITE,
    );
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces[0]!.ratio).toBeCloseTo(21, 0);
    expect(pieces.at(-1)!.ratio).toBeLessThan(1.5);
  });

  it('sees a letter or two that the ground swallows, and no spots between words', () => {
    const spots = spotsOf(
      striped(255, (x) => (x >= 90 && x < 105 ? 250 : 20)),
      [0, 0, 200, 20],
      WHITE,
    );
    expect(spots.length).toBeGreaterThan(10);
    expect(spots.filter(({ ratio }) => ratio < 1.2).length).toBe(1);
    expect(spots.filter(({ ratio }) => ratio > 15).length).toBe(spots.length - 1);
    expect(
      spotsOf(
        striped(20, () => 20),
        [0, 0, 200, 20],
        WHITE,
      ),
    ).toEqual([]);
  });

  it('says nothing about text whose colour is not in the picture, or that lies outside of it', () => {
    const pixels = striped(255, () => 255);
    expect(showsInk(pixels, [0, 0, 200, 20], BLACK)).toBe(false);
    expect(piecesOf(pixels, [0, 0, 200, 20], BLACK)).toEqual([]);
    expect(piecesOf(pixels, [0, 500, 200, 20], BLACK)).toEqual([]);
  });

  it('does not take a cover of nearly the colour of the letters for them', () => {
    const line: [number, number, number, number] = [0, 0, 200, 20];
    const grey: Rgba = [0.2, 0.2, 0.2, 1];
    const cover: Rgba = [0.3, 0.3, 0.3, 1];
    const covered = striped(77, () => 77);
    expect(showsInk(covered, line, grey)).toBe(true);
    expect(showsInkOver(covered, line, grey, cover)).toBe(false);
    expect(
      showsInkOver(
        striped(51, () => 255),
        line,
        grey,
        cover,
      ),
    ).toBe(true);
  });

  it('tells letters from a cover of their very colour by the ground between them', () => {
    const line: [number, number, number, number] = [0, 0, 200, 20];
    expect(
      showsInkOver(
        striped(0, () => 0),
        line,
        BLACK,
        BLACK,
      ),
    ).toBe(false);
    expect(
      showsInkOver(
        striped(0, () => 255),
        line,
        BLACK,
        BLACK,
      ),
    ).toBe(true);
  });

  it('knows ground without letters, also where its colour changes along the line', () => {
    const line: [number, number, number, number] = [0, 0, 200, 20];
    const ground = (x: number) => 100 + x / 2;
    const bare = striped(0, ground);
    bare.data.forEach((_, i) => (bare.data[i] = ground(Math.floor(i / 3) % 200)));
    expect(isFlat(bare, line, 1.2)).toBe(true);
    expect(isFlat(striped(0, ground), line, 1.2)).toBe(false);
  });

  it('does not call flat what lies beyond the picture', () => {
    const bare = striped(255, () => 255);
    expect(isFlat(bare, [0, 0, 200, 20], 1.2)).toBe(true);
    expect(isFlat(bare, [0, 10, 200, 20], 1.2)).toBe(false);
  });
});
