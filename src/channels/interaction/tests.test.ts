import { describe, expect, it } from 'vitest';
import { judgeTests } from './judge.js';
import { aescoderScore, resultOf } from './tests.js';
import { control, evidence, probe, traceOf } from './testing/trace.js';
import type { Evidence, Probe, Step, Test } from './trace.js';

const ANSWERED = evidence({ textsAppeared: ['Added'] });
const step = (probe: number | null, saw: Step['saw'] = 'as-expected'): Step => ({
  do: 'click',
  control: 0,
  what: null,
  thought: '',
  became: 'done',
  probe,
  saw,
});
const test = (said: Test['said'], steps: Step[] = [step(0)], more: Partial<Test> = {}): Test => ({
  task: 'Add a lamp',
  expected: 'One lamp is in the basket',
  by: 'given',
  weight: 1,
  ended: 'finished',
  detail: null,
  said,
  reason: 'The basket shows one.',
  steps,
  ...more,
});
/** Judges tests whose actions had this evidence. */
const judged = (tests: Test[], ...found: (Evidence | Probe)[]) =>
  judgeTests(
    traceOf(
      [control()],
      found.map((one) => ('asks' in one ? one : probe(0, one))),
      { tests },
    ),
  );

describe('a test', () => {
  it.each<[string, Test, Evidence, string, boolean]>([
    ['passes when the agent says so and the page answered', test('yes'), ANSWERED, 'yes', false],
    ['fails when the agent saw what was not there', test('yes'), evidence(), 'no', true],
    [
      'fails when it did not look, and nothing was there',
      test('partly', [step(0, 'unclear')]),
      evidence(),
      'no',
      true,
    ],
    ['passes when nothing was to happen', test('yes', [step(0, 'nothing')]), evidence(), 'yes', false],
    ['fails when the agent says so, whatever happened', test('no'), ANSWERED, 'no', false],
    ['is the agent’s where nothing was done', test('yes', [step(null, null)]), evidence(), 'yes', false],
    ['is no pass by what only a script sees', test('yes'), evidence({ storage: ['local seen'] }), 'no', true],
    ['is no pass by a page that is gone', test('yes'), evidence({ shown: [30, 0] }), 'no', true],
  ])('%s', (_, given, found, verdict, overruled) => {
    expect(judged([given], found)[0]).toMatchObject({ verdict, overruled });
  });

  it('hangs on the last action, not on those before', () => {
    const steps = [step(0), step(1)];
    expect(judged([test('yes', steps)], evidence(), ANSWERED)[0]!.verdict).toBe('yes');
    expect(judged([test('yes', steps)], ANSWERED, evidence())[0]!.verdict).toBe('no');
  });

  it('waits for no server that is not there', () => {
    const asks = evidence({ requests: ['fetch https://www.example.com/api'] });
    expect(judged([test('yes')], asks)[0]).toMatchObject({ verdict: 'yes', disagreements: [] });
  });

  it('is not decided where it cannot be found out', () => {
    expect(judged([test('unclear')], ANSWERED)[0]).toMatchObject({ verdict: null });
  });

  it('is not decided by an agent that did not finish', () => {
    const lost = test(null, [step(0)], { ended: 'lost', detail: 'there is no number 99 now' });
    expect(judged([lost], ANSWERED)[0]).toMatchObject({
      verdict: null,
      why: 'lost: there is no number 99 now',
    });
  });
});

it('tells where agent and evidence disagree, on both sides', () => {
  const steps = [step(0, 'as-expected'), step(1, 'nothing'), step(2, 'unclear'), step(2, 'otherwise')];
  const [one] = judged([test('no', steps)], evidence(), ANSWERED, ANSWERED);
  expect(one!.disagreements.map(({ step, saw, answer }) => [step, saw, answer])).toEqual([
    [0, 'as-expected', 'nothing'],
    [1, 'nothing', 'as-expected'],
  ]);
});

describe('the score', () => {
  const tests = judged(
    [
      test('yes', [step(0)], { weight: 1 }),
      test('partly', [step(0)], { weight: 0.6 }),
      test(null, [], { weight: 1, ended: 'waiting' }),
      test('no', [step(0)], { weight: 0.3 }),
      test('yes', [step(0)], { weight: 0.3 }),
    ],
    ANSWERED,
  );

  it('is the weighted share of expected answers among what was decided', () => {
    const { status, score, reason, parts } = resultOf(tests);
    expect({ status, reason }).toEqual({ status: 'scored', reason: 'undecided: 1 of 5 tests' });
    expect(score).toBeCloseTo((1 + 0.3 + 0.3) / (1 + 0.6 + 0.3 + 0.3));
    expect(parts['test-3']).toMatchObject({ status: 'failed', score: null, weight: 0 });
  });

  it('has AesCoder’s beside it: the first three that were decided, a point each', () => {
    expect(aescoderScore(tests)).toBe(1);
    expect(resultOf(tests).parts['aescoder']).toMatchObject({ score: 1 / 3, weight: 0 });
    expect(aescoderScore(judged([test(null, [], { ended: 'lost' })]))).toBeNull();
  });
});
