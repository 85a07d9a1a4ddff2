import { describe, expect, it } from 'vitest';
import { scoreOfFacts, type Outcome } from './asked.js';
import { requiredText } from './required-text.js';
import { evaluate } from '../testing/evaluate.js';
import { layoutOf, type Element } from '../testing/capture.js';

const facts = (count: number, confidence: Outcome['confidence'], met: number): Outcome[] =>
  Array.from({ length: count }, () => ({ confidence, met }));

describe('scoreOfFacts', () => {
  it('takes everything for stated facts, and 30 % at most for guesses', () => {
    expect(scoreOfFacts(facts(4, 'certain', 1))).toBe(1);
    expect(scoreOfFacts(facts(4, 'certain', 0))).toBe(0);
    expect(scoreOfFacts(facts(4, 'likely', 0))).toBeCloseTo(0.7);
  });

  it('lets a hundred misread words take no more from a page that has what is stated', () => {
    const stated = facts(2, 'certain', 1);
    expect(scoreOfFacts([...stated, ...facts(100, 'likely', 0)])).toBeCloseTo(0.7);
  });

  it('rises with every fact that is met', () => {
    const scores = [0, 1, 2, 3].map((n) =>
      scoreOfFacts([...facts(n, 'certain', 1), ...facts(3 - n, 'certain', 0)]),
    );
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(new Set(scores).size).toBe(4);
  });

  it('halves what is not sure', () => {
    expect(scoreOfFacts([{ confidence: 'certain', met: 0, sure: false }])).toBe(0.5);
  });
});

describe('required-text', () => {
  const page = (...children: Element[]) => layoutOf({ tag: 'body', children });
  const text = (words: string): Element => ({ tag: 'p', box: [0, 0, 400, 20], children: [words] });

  it('has nothing to say where nothing is asked for', async () => {
    expect((await evaluate(requiredText, page(text('Tides')))).score).toBeNull();
  });

  it('reports what the prompt only seems to ask for as likely', async () => {
    const brief = { prompt: 'A page called Harbour Roasters.' };
    const { score, defects } = await evaluate(requiredText, page(text('Tides')), { brief });
    expect(defects).toMatchObject([
      { severity: 'warning', certainty: 'likely', measured: { where: 'nowhere' } },
    ]);
    expect(score).toBeCloseTo(0.7);
  });

  it('is less sure where a canvas may have drawn the text', async () => {
    const brief = { facts: ['Tides'] };
    const canvas: Element = { tag: 'canvas', box: [0, 0, 1280, 600] };
    const { score, defects } = await evaluate(requiredText, page(canvas), { brief });
    expect(defects).toMatchObject([{ severity: 'error', certainty: 'likely' }]);
    expect(score).toBe(0.5);
  });

  it('tells capitals apart when asked to', async () => {
    const given = { brief: { facts: ['Tides'] }, options: { matchCase: true } };
    expect((await evaluate(requiredText, page(text('TIDES')), given)).score).toBe(0);
    expect((await evaluate(requiredText, page(text('Tides')), given)).score).toBe(1);
  });

  it('finds a text that stands legibly somewhere, though it also stands where nobody can read it', async () => {
    const brief = { facts: ['Tides'] };
    const tiny: Element = { ...text('Tides'), style: { 'font-size': '2px' } };
    expect((await evaluate(requiredText, page(tiny, text('Tides')), { brief })).score).toBe(1);
    const alone = await evaluate(requiredText, page(tiny), { brief });
    expect(alone.defects).toMatchObject([{ measured: { where: 'tiny' } }]);
  });
});
