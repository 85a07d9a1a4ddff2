import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRubric } from './read.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-rubric-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (content: unknown) => {
  const file = join(folder, 'rubric.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readRubric(file);
};
const ITEM = { name: 'first', text: 'Does the title stand out?' };
const ABOUT = { importance: 'essential', target: 'the title', elements: ['e1'] };
const ELEMENT = { id: 'e1', role: 'heading', text: '', box: [0, 0, 10, 10] };

it('reads a rubric of the shape that the verifiers library reads', async () => {
  const rubric = await read({
    criteria: [ITEM, { ...ITEM, name: 'b', weight: 0.3, choices: ['no', 'so', 'yes'] }],
  });
  expect(rubric.criteria).toEqual([
    { ...ITEM, weight: 1, choices: ['no', 'yes'] },
    { ...ITEM, name: 'b', weight: 0.3, choices: ['no', 'so', 'yes'] },
  ]);
});

it('takes a target in words in a criterion', async () => {
  expect((await read({ criteria: [{ ...ITEM, target: 'the title' }] })).criteria[0]!.target).toBe(
    'the title',
  );
});

describe('what was broken by hand is named', () => {
  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{"criteria": [', /is no JSON/],
    ['no items', { criteria: [] }, /criteria/],
    ['an unknown key', { criteria: [ITEM], critera: [] }, /critera/],
    ['two items of one name', { criteria: [ITEM, ITEM] }, /"first" is there twice/],
    ['a negative weight', { criteria: [{ ...ITEM, weight: -1 }] }, /weight/],
    ['weights of 0', { criteria: [{ ...ITEM, weight: 0 }] }, /every weight is 0/],
    ['one choice', { criteria: [{ ...ITEM, choices: ['yes'] }] }, /choices/],
    ['equal choices', { criteria: [{ ...ITEM, choices: ['yes', 'yes'] }] }, /must differ/],
    ['a target of nobody', { criteria: [ITEM], about: { second: ABOUT } }, /no such criterion/],
    ['an element that there is not', { criteria: [ITEM], about: { first: ABOUT } }, /no element "e1"/],
    ['elements without a canvas', { criteria: [ITEM], elements: [ELEMENT] }, /canvas/],
    [
      'a role that there is not',
      { criteria: [ITEM], canvas: [100, 100], elements: [{ ...ELEMENT, role: 'hero' }] },
      /role "hero"/,
    ],
  ])('%s', async (_, content, problem) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'KALLOS_RUBRIC',
      message: expect.stringMatching(problem) as string,
    });
  });

  it('and so is a file that is not there', async () => {
    await expect(readRubric(join(folder, 'none.json'))).rejects.toMatchObject({
      code: 'KALLOS_INPUT_MISSING',
    });
  });
});
