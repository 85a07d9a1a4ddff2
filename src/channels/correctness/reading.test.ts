import { describe, expect, it } from 'vitest';
import { placesOf, readingOf } from './reading.js';

const found = (pieces: string[], wanted: string, matchCase = false) =>
  placesOf(readingOf(pieces, matchCase), wanted, matchCase).map(({ first, last }) => [first, last]);

describe('placesOf', () => {
  it.each([
    [['HARBOUR', 'Roasters'], 'Harbour Roasters', [[0, 1]]],
    [['$', '49', '/month'], '$49', [[0, 1]]],
    [['It’s “slow” – really…'], 'It\'s "slow" - really...', [[0, 0]]],
    [['1200 farms'], '1,200 farms', [[0, 0]]],
    [['1 200 farms'], '1,200 farms', [[0, 0]]],
    [['Ｈａｒｂｏｕｒ'], 'harbour', [[0, 0]]],
    [['欢迎来到海边咖啡店'], '海边咖啡', [[0, 0]]],
    [['2019–2024'], '2019-2024', [[0, 0]]],
    [['soft\u00ADware'], 'software', [[0, 0]]],
    [
      ['tide', 'and', 'tide'],
      'tide',
      [
        [0, 0],
        [2, 2],
      ],
    ],
  ])('finds in %j: %s', (pieces, wanted, places) => {
    expect(found(pieces, wanted)).toEqual(places);
  });

  it.each([
    [['start'], 'art'],
    [['$499'], '$49'],
    [['1490'], '490'],
    [['$49.99'], '$49'],
    [['0.49'], '49'],
    [['Harbor'], 'Harbour'],
    [['anything'], ''],
    [[], 'Harbour'],
  ])('does not find in %j: %s', (pieces, wanted) => {
    expect(found(pieces, wanted)).toEqual([]);
  });

  it('heeds capitals when asked to', () => {
    expect(found(['HARBOUR'], 'Harbour', true)).toEqual([]);
    expect(found(['Harbour'], 'Harbour', true)).toEqual([[0, 0]]);
  });
});
