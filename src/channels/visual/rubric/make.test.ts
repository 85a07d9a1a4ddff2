import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rubricSchema } from '../../../artifact/rubric.js';
import { graphOfSketch } from '../../../graph/reference/sketch.js';
import { modelsOf } from '../../../models/testing/asking.js';
import { inTurn, startModelServer, type Turn } from '../../../models/testing/server.js';
import { makeRubric } from './make.js';
import type { Proposal } from './sift.js';
import { proposals } from './testing/items.js';

const BRIEF = { prompt: 'A landing page for Harbour Roasters with three plans', facts: ['Harbour Roasters'] };
const GRAPH = graphOfSketch({
  canvas: [1280, 800],
  elements: [
    { id: 'e0', role: 'heading', text: 'Harbour Roasters', box: [80, 60, 500, 60], parent: null },
    { id: 'e1', role: 'box', text: '', box: [80, 300, 300, 200], parent: null },
    { id: 'e2', role: 'box', text: '', box: [480, 300, 300, 200], parent: null },
  ],
});
const IDS = ['e0', 'e1', 'e2'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-rubric-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const make = async (turns: [Turn, ...Turn[]], graph: typeof GRAPH | null = GRAPH) => {
  await using server = await startModelServer(inTurn(...turns));
  const model = modelsOf(server).judge!;
  const made = await makeRubric(BRIEF, { model, ...(graph && { graph }) }).catch(
    (error: unknown) => error as Error & { code: string },
  );
  return { made, asked: server.asked };
};
const say = (criteria: unknown[]): Turn => ({ say: { criteria } });
const change = (change: Partial<Proposal>, from = 5) =>
  proposals(IDS).map((item, i) => (i >= from ? { ...item, ...change } : item));

it('writes weighted items that are tied to elements, and pitfalls that count the other way round', async () => {
  const { made, asked } = await make([say(proposals(IDS))]);
  if (made instanceof Error) throw made;
  const { rubric } = made;
  expect(rubricSchema.parse(rubric)).toEqual(rubric);
  expect(rubric.criteria).toHaveLength(10);
  expect(rubric.criteria[0]).toEqual({
    name: 'item-1',
    text: 'Does the name of the roastery stand out first?',
    weight: 1,
    choices: ['no', 'partly', 'yes'],
  });
  expect(rubric.criteria[9]).toMatchObject({ weight: 0.9, choices: ['yes', 'partly', 'no'] });
  expect(rubric.about['item-1']).toMatchObject({ importance: 'essential', elements: ['e0'] });
  expect(rubric.elements.map(({ id }) => id)).toEqual(IDS);
  expect(rubric).toMatchObject({ canvas: [1280, 800], by: 'openai-compatible/m' });
  const [{ system, messages }] = asked as [(typeof asked)[number]];
  expect(system).toContain('cut off');
  expect(messages[0]!.texts.join()).toMatch(/e0: heading "Harbour Roasters" at 80,60, 500x60/);
  expect(messages[0]!.texts.join()).toMatch(/same-size: e1 e2/);
});

it('can be read by the verifiers library, which takes these keys of a criterion and no others', async () => {
  const { made } = await make([say(proposals(IDS))]);
  if (made instanceof Error) throw made;
  for (const criterion of made.rubric.criteria) {
    expect(Object.keys(criterion)).toEqual(['name', 'text', 'weight', 'choices']);
  }
});

it('takes out what a check proves, what points at nothing, and what is asked twice', async () => {
  const proposed = proposals(IDS, 12);
  const { made, asked } = await make([
    say([
      ...proposed.slice(0, 9),
      { ...proposed[9]!, text: 'Do any elements overlap?' },
      { ...proposed[10]!, elements: ['e9'] },
      { ...proposed[11]!, text: 'Does the name of the roastery stand out first ?' },
    ]),
  ]);
  if (made instanceof Error) throw made;
  expect(asked).toHaveLength(1);
  expect(made.rubric.criteria.map(({ text }) => text)).toEqual(proposed.slice(0, 9).map(({ text }) => text));
});

it('works without a graph', async () => {
  const { made } = await make([say(proposals())], null);
  expect(made).toMatchObject({ rubric: { elements: [], about: { 'item-1': { elements: [] } } } });
});

describe('what is no rubric is told to the model, and in the end an error', () => {
  it.each<[string, unknown[], RegExp]>([
    ['too few', proposals(IDS, 7), />=8 items/],
    ['too many', proposals(IDS, 18), /18 items are too many/],
    [
      'all but a few proven',
      change({ text: 'Is any text cut off?' }),
      /5 of 10 items can be used[\s\S]*cut off/,
    ],
    ['the same again and again', change({ text: 'Does it please?' }), /asks the same/],
    ['pointing at nothing', change({ elements: [] }), /names no element/],
    ['relations of one', change({ relation: 'same-size' }), /needs two elements/],
    ['nothing essential', proposals(IDS).slice(1), /no item is essential/],
    ['an importance that there is not', change({ importance: 'vital' as never }), /essential/],
  ])('%s', async (_, items, problem) => {
    const { made, asked } = await make([say(items)]);
    expect(made).toMatchObject({ code: 'KALLOS_MODEL_REPLY' });
    expect(asked).toHaveLength(3);
    expect(asked[1]!.messages.at(-1)!.texts.join()).toMatch(problem);
  });

  it('and a repaired one is taken', async () => {
    const { made, asked } = await make([say(proposals(IDS, 7)), say(proposals(IDS))]);
    expect(made).toMatchObject({ rubric: { criteria: { length: 10 } } });
    expect(asked).toHaveLength(2);
  });
});

it('asks once for a brief', async () => {
  await using server = await startModelServer(inTurn(say(proposals(IDS)), say([])));
  const made = () =>
    makeRubric(BRIEF, {
      model: modelsOf(server, { folder, price: { input: 1, output: 1 } }).judge!,
      graph: GRAPH,
    });
  const first = await made();
  const again = await made();
  expect(again).toEqual({ rubric: first.rubric, usd: 0 });
  expect(first.usd).toBeGreaterThan(0);
  expect(server.asked).toHaveLength(1);
});

it('needs a request', async () => {
  await using server = await startModelServer(inTurn(say([])));
  await expect(makeRubric({}, { model: modelsOf(server).judge! })).rejects.toMatchObject({
    code: 'KALLOS_USAGE',
  });
  expect(server.asked).toEqual([]);
});
