import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../catalog.js';
import { PROVEN, provenBy } from './proven.js';

const BRIEF = {
  facts: ['Harbour Roasters', '$49'],
  sections: ['hero', 'contact form'],
  counts: [{ what: 'pricing card', count: 3 }],
};

it('knows every check of execution and correctness, and no other', () => {
  const checks = CATALOG.filter(
    ({ channel, meta }) =>
      (channel === 'execution' || channel === 'correctness') && !meta.id.startsWith('deck-'),
  );
  expect(PROVEN.flatMap(({ checks: ids }) => ids).sort()).toEqual(checks.map(({ meta }) => meta.id).sort());
});

describe('what a check proves is not asked of a judge', () => {
  it.each([
    'Does the body text have sufficient contrast against its background?',
    'Is the contrast ratio at least 4.5:1?',
    'Is any text cut off at the edge of its card?',
    'Do any elements overlap?',
    'Is the text "Harbour Roasters" visible?',
    'Does the page include the price $49?',
    'Is there a contact form?',
    'Are there exactly three pricing cards?',
    'Is the body text at least 16px?',
    'Are the cards evenly spaced?',
    'Are all cards left-aligned to the same edge?',
    'Is there any lorem ipsum?',
    'Is the logo stretched?',
    'Does the menu respond when hovered?',
    'Does the layout work on mobile?',
    'Is the HTML semantic?',
    'Is #0b4f6c used as the accent?',
    'Is the page written in German?',
  ])('%s', (text) => {
    expect(provenBy(text, BRIEF)).not.toBeNull();
  });
});

describe('what only a judge can tell is kept', () => {
  it.each([
    'Does the name "Harbour Roasters" stand out first?',
    'Do the three plans read as one group of equals?',
    'Is the pricing card in the middle more prominent than its neighbours?',
    'Does the hero look inviting?',
    'Do the colours suggest coffee and the sea?',
    'Does the contrast between headline and body lead the eye?',
    'Is there a clear focal point?',
    'Do the labels belong visibly to their values?',
  ])('%s', (text) => {
    expect(provenBy(text, BRIEF)).toBeNull();
  });
});
