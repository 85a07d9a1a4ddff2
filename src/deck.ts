import { judgeSlides, readSlide, type Slide } from './channels/correctness/deck/index.js';
import { unscored } from './channels/judge.js';
import { buildGraph } from './graph/build.js';
import type { Capture } from './render/capture.js';
import { applyRecipe, resolveRecipe } from './reward/recipes.js';
import type { Verdict } from './reward/verdict.js';
import { channelsFor, knowChecks, type JudgeOptions } from './score.js';

/** A slide of a deck: its verdict, and what was read off its capture, null where it showed nothing. */
export interface JudgedSlide {
  /** Name of the slide in the deck: its file. */
  name: string;
  verdict: Verdict;
  slide: Slide | null;
}

/** Reads off a slide what {@link judgeDeck} needs; the capture need not be kept. */
export function slideOf(name: string, verdict: Verdict, capture: Capture | null): JudgedSlide {
  const isSeen = capture !== null && capture.data.layouts.length > 0;
  return { name, verdict, slide: isSeen ? readSlide(name, capture, buildGraph(capture)) : null };
}

/**
 * Judges the slides of a deck beside each other: a verdict of its own, after those of the slides. It has no capture and no
 * outcome but theirs, so only correctness is judged; the other channels are judged slide by slide.
 *
 * @throws KallosError KALLOS_CONFIG for a wrong recipe or setting
 */
export async function judgeDeck(
  id: string,
  slides: readonly JudgedSlide[],
  options: JudgeOptions = {},
): Promise<Verdict> {
  const start = performance.now();
  const recipe = await resolveRecipe(options.recipe ?? 'default');
  knowChecks(options.checks ?? {});
  const asked = options.channels ?? channelsFor(recipe);
  const pages = slides.map(({ name, verdict, slide }) => ({
    name,
    status: verdict.channels.correctness.status,
    slide,
  }));
  const { result, findings } = asked.includes('correctness')
    ? await judgeSlides(pages, options.checks)
    : { result: unscored('not-run', 'not-asked'), findings: [] };
  const channels = {
    execution: unscored('not-applicable', 'judged-slide-by-slide'),
    correctness: result,
    visual: unscored('not-applicable', 'judged-slide-by-slide'),
    interaction: unscored('not-applicable', 'judged-slide-by-slide'),
  };
  const prints = new Set(slides.map(({ verdict }) => JSON.stringify(verdict.fingerprint)));
  return {
    schema: 'kallos.verdict/1',
    id,
    kind: 'slide',
    kindReason: `a deck of ${slides.length} slides`,
    outcome: 'ok',
    cause: null,
    detail: null,
    channels,
    reward: applyRecipe({ channels }, recipe),
    findings,
    capture: null,
    trace: null,
    fingerprint: prints.size === 1 ? slides[0]!.verdict.fingerprint : null,
    cost: { queueMs: 0, wallMs: Math.round(performance.now() - start), cpuMs: 0, usd: 0 },
  };
}
