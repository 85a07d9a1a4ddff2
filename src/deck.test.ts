import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadInputs } from './artifact/load.js';
import { judgeDeck, slideOf, type JudgedSlide } from './deck.js';
import { createRenderer, type Renderer } from './render/index.js';
import { verdictSchema, type Verdict } from './reward/verdict.js';
import { judgeCapture } from './score.js';

const EXAMPLES = fileURLToPath(new URL('../examples/decks/', import.meta.url));

let renderer: Renderer;
beforeAll(async () => {
  renderer = await createRenderer({ profile: 'reward', concurrency: 2 });
});
afterAll(() => renderer.close());

async function slidesOf(folder: string): Promise<JudgedSlide[]> {
  const slides: JudgedSlide[] = [];
  for await (const item of loadInputs([`${EXAMPLES}${folder}`], { kind: 'slide' })) {
    if ('error' in item) throw item.error;
    const capture = await renderer.render(item.artifact, item.brief);
    const verdict = await judgeCapture(capture, {}, { channels: ['correctness'], id: item.id });
    slides.push(slideOf(item.artifact.entry, verdict, capture));
  }
  return slides;
}

const judge = (slides: readonly JudgedSlide[]) => judgeDeck('deck', slides, { recipe: 'provable' });
const saying = ({ findings }: Verdict, check: string) =>
  findings.filter((finding) => finding.check === check).map(({ message }) => message);

describe('a deck', () => {
  let good: JudgedSlide[];
  let rushed: JudgedSlide[];
  beforeAll(async () => {
    good = await slidesOf('tide-tables');
    rushed = await slidesOf('rushed-launch');
  });

  it('that was made with care has nothing to find, and a verdict of the published shape', async () => {
    const verdict = await judge(good);
    expect(verdict.findings.map(({ message }) => message)).toEqual([]);
    expect(verdictSchema.parse(verdict)).toMatchObject({
      kind: 'slide',
      kindReason: 'a deck of 5 slides',
      capture: null,
      channels: { correctness: { status: 'scored', score: 1 }, execution: { status: 'not-applicable' } },
      reward: { value: 1, valid: true },
    });
  });

  it('of slides that are right each for itself can be wrong as a whole', async () => {
    expect(rushed.map(({ verdict }) => verdict.channels.correctness.score)).toEqual([1, 1, 1, 1, 1]);
    const verdict = await judge(rushed);
    expect(verdict.channels.correctness.score).toBeLessThan(0.6);
    expect(saying(verdict, 'deck-repeats')).toEqual([
      'Slide 4 (4-reach.html) says the same as slide 2 (2-reach.html).',
    ]);
    expect(saying(verdict, 'deck-numbering')).toEqual([
      'Slide 4 (4-reach.html) is numbered 5; by the slides around it it is 4.',
      'Slide 5 (5-plan.html) counts 6 slides in all; the others count 5.',
    ]);
    for (const check of ['deck-titles', 'deck-margins', 'deck-type']) {
      for (const message of saying(verdict, check)) expect(message).toMatch(/^Slide 3 \(3-costs\.html\) /);
      expect(saying(verdict, check).length).toBeGreaterThan(0);
    }
    expect(saying(verdict, 'deck-palette').map((message) => message.slice(0, 7))).toEqual([
      'Slide 5',
      'Slide 3',
    ]);
  });

  it('names the element and the line on the slide', async () => {
    const { findings } = await judge(rushed);
    const { source, selector, box } = findings.find(({ check }) => check === 'deck-titles')!;
    const lines = (await readFile(`${EXAMPLES}rushed-launch/${source!.file}`, 'utf8')).split('\n');
    expect(lines[source!.line - 1]).toContain('<h2>What a locker costs us</h2>');
    expect(selector).toBe('h2');
    expect(box).not.toBeNull();
  });

  it('is put in order as people count: page 2 comes before page 10', async () => {
    const renamed = good.map((one, i) => {
      const name = ['page_1', 'page_2', 'page_9', 'page_10', 'page_11'][i]!;
      return { ...one, name, slide: one.slide && { ...one.slide, name } };
    });
    const verdict = await judge([...renamed].sort((a, b) => (a.name < b.name ? -1 : 1)));
    expect(verdict.findings).toEqual([]);
  });

  it('cannot be judged where one of its slides could not, through our fault', async () => {
    const [first, ...rest] = good;
    const { channels } = first!.verdict;
    const correctness = { ...channels.correctness, status: 'failed' as const, score: null };
    const failed = {
      ...first!,
      verdict: { ...first!.verdict, channels: { ...channels, correctness } },
      slide: null,
    };
    expect(await judge([failed, ...rest])).toMatchObject({
      channels: { correctness: { status: 'failed', score: null, reason: 'slides-failed: 1-opening.html' } },
      reward: { value: null, valid: false },
    });
  });

  it('leaves the checks to the settings', async () => {
    const { channels, findings } = await judgeDeck('deck', rushed, {
      checks: { 'deck-repeats': 'off', 'deck-titles': ['advisory', { slack: 0.1 }] },
    });
    expect(channels.correctness.parts).not.toHaveProperty('deck-repeats');
    expect(findings.filter(({ check }) => check === 'deck-titles')).toEqual([]);
  });
});
