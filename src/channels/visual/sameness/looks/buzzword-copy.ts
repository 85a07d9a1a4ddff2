import type { Look } from '../look.js';

/**
 * Words that could stand on any product's page, in their stems. Written for this check; each says nothing that a reader
 * could test.
 */
const BUZZ: readonly RegExp[] = [
  'seamless(?:ly)?',
  'effortless(?:ly)?',
  'elevate(?:s|d)? (?:your|the|every)',
  'empower(?:s|ed|ing)?',
  'unleash(?:es|ed|ing)?',
  'unlock(?:s|ed|ing)? (?:your|the|new|full|a|more|insights?|growth)',
  'supercharge(?:s|d)?',
  'revolutioni[sz](?:e|es|ed|ing)',
  'transform(?:s|ing)? (?:your|the way|how)',
  'cutting[- ]edge',
  'next[- ]gen(?:eration)?',
  'state[- ]of[- ]the[- ]art',
  'world[- ]class',
  'game[- ]chang(?:er|ing)',
  '(?:lightning|blazing)(?:ly)?[- ]fast',
  'to the next level',
  'harness(?:es|ing)? the power',
  'reimagin(?:e|ed|ing)',
  'the future of \\p{L}+',
  'innovative solutions?',
  'all[- ]in[- ]one',
  'trusted by (?:thousands|millions|teams|leading|over|the)',
  'built for (?:the modern|modern|scale|tomorrow|teams)',
  'powered by ai',
  'ai[- ]powered',
  'at scale',
  'actionable insights?',
  'streamline(?:s|d)? (?:your|the)',
  'ready to (?:get started|transform|elevate|take|level up|begin)',
  'everything you need to',
  'without the (?:hassle|headache|complexity)',
  'crafted (?:with care|with love|for)',
  'bring(?:s|ing)? your (?:ideas?|vision) to life',
  '(?:beautifully|thoughtfully) (?:designed|crafted)',
  'in (?:just )?(?:seconds|minutes)',
].map((stem) => new RegExp(`(?<![\\p{L}\\p{N}])${stem}(?![\\p{L}\\p{N}])`, 'giu'));

/** Different ones of the list, and one in so many words at least. */
const LEAST = { different: 4, words: 120 };

/** Copy made of words that any product could claim. */
export const buzzwordCopy: Look = {
  id: 'buzzword-copy',
  title: 'Buzzword copy',
  description:
    'At least four different phrases that any product could claim (“seamless”, “elevate your”, “all-in-one”, “trusted by thousands”, …), and one in every 120 words. English only.',
  remedy: 'Say what it does, for whom, with a number or an example that only this subject has.',
  suggestion: 'Say it in words that only fit this subject.',
  stock: 0.3,
  sightings: ({ graph }) => {
    const said = graph.nodes.flatMap((node) => {
      const words = BUZZ.flatMap((form, i) => [...node.text.matchAll(form)].map(([word]) => ({ i, word })));
      return words.length > 0 ? [{ node, words }] : [];
    });
    const all = said.flatMap(({ words }) => words);
    const different = new Set(all.map(({ i }) => i)).size;
    const total = graph.nodes.reduce((sum, { text }) => sum + (text.match(/\p{L}+/gu)?.length ?? 0), 0);
    if (different < LEAST.different || total / all.length > LEAST.words) return [];
    return said.map(({ node, words }) => ({
      element: node.element,
      box: node.box,
      message: `Any product could say “${words.map(({ word }) => word).join('”, “')}”.`,
      measured: { phrases: all.length, words: total },
    }));
  },
};
