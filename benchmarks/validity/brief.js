import { wordsOf } from './page.js';
import { randomFrom } from '../../dist/bench/bootstrap.js';
import { seedOf, shuffled } from './random.js';

/** Facts of each sort in a brief: enough that one of them is a small share. */
const NUMBERS = 8;
const WORDS = 10;
const SLIDE = [1280, 720];

/**
 * A brief that the page itself answers: texts and numbers that it shows once, its language, and the canvas of a slide. What the
 * channel denies the original is left out.
 *
 * @param {import('./page.js').Page} page gets `facts`, the texts with their elements, and `brief`
 * @param {import('./store.js').Store} store
 */
export async function giveBrief(page, store) {
  const { artifact, capture } = page;
  const random = randomFrom(seedOf(artifact.id));
  const whole = page.texts.map((text) => wordsOf(text).toLowerCase());
  const isSingle = ({ text }) => whole.filter((words) => words.includes(text.toLowerCase())).length === 1;
  const leaves = shuffled(page.leaves, random)
    .map((leaf) => ({ ...leaf, text: wordsOf(leaf) }))
    .filter(({ text }) => text.length >= 3 && text.length <= 60 && /[\p{L}\d]{2}/u.test(text))
    .filter(isSingle);
  const numbers = leaves.filter(({ text }) => /\d/.test(text)).slice(0, NUMBERS);
  const words = leaves.filter(({ text }) => !/\d/.test(text) && /\p{L}{3}/u.test(text)).slice(0, WORDS);
  page.facts = shuffled([...numbers, ...words], random);
  const asked = {
    facts: page.facts.map(({ text }) => text),
    ...(capture.data.language && { language: capture.data.language }),
    ...(artifact.kind === 'slide' && { canvas: SLIDE }),
  };
  const { channels, findings } = await store.verdict(capture, asked);
  const denied = findings
    .filter(({ check }) => check === 'required-text')
    .map(({ expected }) => expected.text);
  page.facts = page.facts.filter(({ text }) => !denied.includes(text));
  const isMet = (check) => channels.correctness.parts[check]?.score === 1;
  page.brief = {
    facts: page.facts.map(({ text }) => text),
    ...(asked.language && isMet('language') && { language: asked.language }),
    ...(asked.canvas && isMet('canvas') && { canvas: asked.canvas }),
  };
}
