import { expect, it } from 'vitest';
import { wordsOfBrief } from './words.js';

const BRIEF = {
  prompt: 'A landing page for "Harbour Roasters", a coffee shop, with a plan for $49 a month.',
  facts: ['Freshly roasted since 1998'],
};

it.each<[read: string, words: string]>([
  ['Harbour Roasters', 'Harbour Roasters'],
  ['HARBOUR ROASTERS', 'Harbour Roasters'],
  ['Habour Roastars', 'Harbour Roasters'],
  ['Freshly rosted since 1989', 'Freshly roasted since 1998'],
  ['$49', '$49'],
  ['$94', ''],
  ['Best beans in town', ''],
  ['', ''],
])('takes %j for %j', (read, words) => {
  expect(wordsOfBrief(read, BRIEF)).toBe(words);
});

it('has no words without a brief', () => {
  expect(wordsOfBrief('Harbour Roasters', {})).toBe('');
});
