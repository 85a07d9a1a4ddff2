import { describe, expect, it } from 'vitest';
import { control, evidence } from '../testing/trace.js';
import { contradiction } from './promises.js';

const changed = (before: string, after: string) => evidence({ retold: [[before, after]] });

describe('contradiction', () => {
  it('compares the direction of a word with that of every number that changed', () => {
    const fewer = control({ name: 'Fewer guests' });
    expect(contradiction(fewer, changed('2 guests', '1 guests'))).toBeNull();
    expect(contradiction(fewer, changed('2 guests', '3 guests'))).toBe('“2 guests” became “3 guests”');
    expect(contradiction(control({ name: 'Zoom in' }), changed('1,200 m', '900 m'))).not.toBeNull();
    // What is left of a budget grows when less is spent: one number that goes the right way is enough.
    const both = evidence({
      retold: [
        ['3', '2'],
        ['left: 7', 'left: 8'],
      ],
    });
    expect(contradiction(fewer, both)).toBeNull();
  });

  it('says nothing of words that speak of no number', () => {
    expect(contradiction(control({ name: 'Show more' }), changed('5 of 9', '3 of 9'))).toBeNull();
    expect(contradiction(control({ name: 'Add to bag' }), changed('5 left', '4 left'))).toBeNull();
  });

  it('reads prices in the order that was chosen', () => {
    const sort = control({ kind: 'sort', name: 'Sort' });
    const sorted = (said: string, prices: string[]) =>
      contradiction(sort, evidence({ ownValue: ['Featured', said], reorderedPrices: [prices] }));
    expect(sorted('Price: low to high', ['€ 3', '€ 3', '€ 11.50'])).toBeNull();
    expect(sorted('Price: high to low', ['€ 3', '€ 3', '€ 11.50'])).toContain('€ 3, € 3, € 11.50');
    expect(sorted('Cheapest first', ['$1,100', '$900'])).not.toBeNull();
    expect(sorted('Newest', ['€ 9', '€ 3', '€ 11.50'])).toBeNull();
  });

  it('misses the page of a tab, not the button of the one before', () => {
    const tab = control({ kind: 'tab', name: 'Paste' });
    const gone = (...textsVanished: string[]) => contradiction(tab, evidence({ textsVanished }));
    expect(gone('Sow the peas when the blackthorn is in flower.')).not.toBeNull();
    expect(gone('Load')).toBeNull();
  });

  it('expects the mark of the chosen one where it was clicked', () => {
    const marked = evidence({ marked: 'another' });
    expect(contradiction(control({ name: 'Chapter 3' }), marked)).not.toBeNull();
    expect(contradiction(control({ name: 'Chapter 3' }), evidence({ marked: 'control' }))).toBeNull();
    expect(contradiction(control({ name: 'Next' }), marked)).toBeNull();
  });
});
