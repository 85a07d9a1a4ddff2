import { expect, it } from 'vitest';
import { chooseTests } from './plan.js';
import type { Proposal } from './prompt.js';
import type { Seen, View } from './view.js';

/** Three controls, of which the first two are alike. */
const VIEW = {
  controls: [
    { node: 1, likeness: 'card', covered: false },
    { node: 2, likeness: 'card', covered: false },
    { node: 3, likeness: 'search', covered: false },
    { node: 4, likeness: 'menu', covered: true },
  ],
} as unknown as View;
const numberOf = (one: Seen) => one.node;
const proposal = (task: string, mark: number | null, importance: Proposal['importance']): Proposal => ({
  task,
  expected: 'It shows',
  importance,
  mark,
});

it('keeps the most important, and of like ones the first', () => {
  const { kept, left } = chooseTests(
    [
      proposal('Look', null, 'minor'),
      proposal('First card', 1, 'essential'),
      proposal('Second card', 2, 'essential'),
      proposal('Search', 3, 'important'),
    ],
    VIEW,
    numberOf,
    3,
  );
  expect(kept.map(({ task, weight }) => [task, weight])).toEqual([
    ['First card', 1],
    ['Search', 0.6],
    ['Second card', 1],
  ]);
  expect(left.map(({ task, why }) => [task, why])).toEqual([['Look', 'less-important']]);
});

it('leaves out what begins nowhere, and what is proposed twice', () => {
  const { kept, left } = chooseTests(
    [
      proposal('Search', 3, 'important'),
      proposal('search!', 3, 'essential'),
      proposal('Vanish', 9, 'essential'),
      proposal('Open what is covered', 4, 'essential'),
    ],
    VIEW,
    numberOf,
    5,
  );
  expect(kept.map(({ task }) => task)).toEqual(['Search']);
  expect(left.map(({ why }) => why)).toEqual(['twice', 'unknown-mark', 'unknown-mark']);
});
