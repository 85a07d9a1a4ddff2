import { afterAll, beforeAll, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { control, evidence, probe, traceOf } from '../channels/interaction/testing/trace.js';
import type { Test } from '../channels/interaction/trace.js';
import { settingsFor } from '../models/testing/asking.js';
import { exitOf, readAgent, toldTests } from './agent.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kallos-agent-'));
});
afterAll(() => rm(folder, { recursive: true }));

const models = settingsFor({ baseURL: 'http://127.0.0.1:9/v1' });
const file = async (content: unknown) => {
  const path = join(folder, 'tests.json');
  await writeFile(path, JSON.stringify(content));
  return path;
};
const CASE = { task: 'Search for a ferry', expected_result: 'Only that ferry is listed' };

it('reads a list of tests, or a row of WebGen-Bench', async () => {
  const { tests } = await readAgent({ models }, await file([CASE]));
  expect(tests).toEqual([CASE]);
  const row = {
    id: '1',
    instruction: 'A list of ferries',
    ui_instruct: [{ ...CASE, task_category: { primary_category: 'Functional Testing' } }],
  };
  expect((await readAgent({ models }, await file(row))).tests).toEqual([CASE]);
});

it('says what is missing', async () => {
  await expect(readAgent({ models: { ...models, judge: null } }, undefined)).rejects.toMatchObject({
    code: 'KALLOS_CONFIG',
  });
  await expect(readAgent({ models }, await file([]))).rejects.toMatchObject({ code: 'KALLOS_USAGE' });
  await expect(readAgent({ models }, join(folder, 'none.json'))).rejects.toMatchObject({
    code: 'KALLOS_USAGE',
  });
});

it('prints what the agent saw beside what differs', () => {
  const test: Test = {
    task: 'Buy',
    expected: 'A form',
    by: 'given',
    weight: 1,
    ended: 'finished',
    detail: null,
    said: 'yes',
    reason: 'It works.',
    steps: [
      { do: 'click', control: 0, what: null, thought: '', became: 'done', probe: 0, saw: 'as-expected' },
    ],
  };
  const trace = (...tests: Test[]) => traceOf([control({ name: 'Buy' })], [probe(0, evidence())], { tests });
  expect(toldTests('shop.html', trace(test))).toBe(
    [
      'shop.html: 1 of 1 tests carried out, score 0.000, AesCoder 0 of 3, 0.0 s, $0.0000',
      '  no (overruled)  Buy',
      '      1. click button “Buy”: nothing, nothing changed; the agent saw: as-expected (they disagree)',
      '      nothing changed, though the agent said “yes”',
      '',
    ].join('\n'),
  );
  expect(exitOf(trace(test))).toBe(1);
  const lost: Test = { ...test, ended: 'lost', said: null, detail: 'there is no number 9 now' };
  expect(exitOf(trace(lost))).toBe(2);
  expect(exitOf(trace({ ...test, said: 'yes', steps: [] }))).toBe(0);
});
