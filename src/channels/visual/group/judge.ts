import type { Brief } from '../../../artifact/schema.js';
import { KallosError, toKallosError } from '../../../errors.js';
import { buildGraph } from '../../../graph/build.js';
import type { TextModel } from '../../../models/models.js';
import type { Capture } from '../../../render/capture.js';
import { withheld } from '../../withheld.js';
import { judgedPicture } from '../picture.js';
import { comparePictures, type Comparison } from './compare.js';
import { nextRound, roundsFor, type Outcome } from './pairing.js';
import { standings, type Standing } from './standing.js';

export interface GroupOptions {
  model: TextModel;
  /** Who meets whom among equals; 1 by default. */
  seed?: number;
  signal?: AbortSignal;
}

/** One comparison, with what led to it. */
export interface JudgedPair extends Outcome {
  /** What the model said with `a` shown first, then with `b` shown first; null when it did not answer. */
  replies: Comparison['replies'] | null;
  /** Why there is no winner: code and message. */
  error: string | null;
}

/** How the model is swayed by which picture comes first, over all comparisons that were answered in both orders. */
export interface OrderBias {
  comparisons: number;
  /** Comparisons in which the two orders preferred different designs. They count as ties. */
  disagreed: number;
  /** Share of preferences for the picture shown first; .5 without bias, null when nothing was preferred. */
  first: number | null;
}

export interface GroupJudgement {
  /** One for each capture, in their order. What has no picture to show was not compared: its score is null. */
  rollouts: Standing[];
  pairs: JudgedPair[];
  orderBias: OrderBias;
  /** US dollars; null when they are not known. */
  usd: number | null;
}

/** Errors that concern every pair alike: going on would repeat them. */
const FATAL = ['KALLOS_CONFIG', 'KALLOS_MODEL_KEY'];

/**
 * Ranks the rollouts of one brief by comparing few pairs of their pictures: Swiss rounds, each pair in both orders. Text
 * that certainly speaks to a judge is covered. A comparison that fails leaves the statistics and is no loss.
 *
 * @param captures of one brief; those that show nothing, or were rendered without a file of their own, are not compared
 * @throws KallosError KALLOS_MODEL_KEY when the model lacks its key
 * @throws the signal's reason, once it fires
 */
export async function judgeGroup(
  captures: readonly Capture[],
  brief: Brief,
  { model, seed = 1, signal }: GroupOptions,
): Promise<GroupJudgement> {
  const pictures = await Promise.all(captures.map(pictureOf));
  const shown = pictures.flatMap((picture, rollout) => (picture ? { rollout, picture } : []));
  const pairs: (JudgedPair & { usd: number | null })[] = [];
  for (let round = 0; round < roundsFor(shown.length); round++) {
    const next = nextRound(shown.length, pairs, seed);
    if (next.length === 0) break;
    pairs.push(...(await Promise.all(next.map(([a, b]) => judge(a, b)))));
  }
  const table = standings(shown.length, pairs);
  const placeOf = new Map(shown.map(({ rollout }, place) => [rollout, place]));
  return {
    rollouts: captures.map((_, rollout) => {
      const place = placeOf.get(rollout);
      return place === undefined ? { score: null, wins: 0, ties: 0, losses: 0, missing: 0 } : table[place]!;
    }),
    pairs: pairs.map(({ a, b, winner, replies, error }) => ({
      a: shown[a]!.rollout,
      b: shown[b]!.rollout,
      winner,
      replies,
      error,
    })),
    orderBias: orderBias(pairs),
    usd: pairs.reduce<number | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0),
  };

  async function judge(a: number, b: number): Promise<JudgedPair & { usd: number | null }> {
    try {
      const [left, right] = [shown[a]!.picture, shown[b]!.picture];
      return { a, b, error: null, ...(await comparePictures(left, right, brief, model, signal)) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof KallosError && FATAL.includes(error.code)) throw error;
      const { code, message } = toKallosError(error);
      return { a, b, winner: null, replies: null, error: `${code}: ${message}`, usd: null };
    }
  }
}

/** What is shown of a rollout; null for what is not to be compared. */
async function pictureOf(capture: Capture): Promise<Uint8Array | null> {
  const { outcome, cause, layouts } = capture.data;
  const viewport = layouts[0]?.viewport;
  if (viewport === undefined || cause === 'infra' || (outcome !== 'ok' && outcome !== 'truncated'))
    return null;
  if (withheld(capture.data).length > 0) return null;
  const picture = await judgedPicture(capture, viewport, buildGraph(capture, viewport));
  return picture && picture.png();
}

/** Of comparisons for which somebody was asked. */
export function orderBias(pairs: readonly Pick<JudgedPair, 'replies'>[]): OrderBias {
  const answered = pairs.flatMap(({ replies }) => (replies && replies[0] !== replies[1] ? [replies] : []));
  const said = answered.flat().map(({ better }) => better);
  const preferred = said.filter((better) => better !== 'tie');
  return {
    comparisons: answered.length,
    disagreed: answered.filter(([forth, back]) => forth.better !== 'tie' && forth.better === back.better)
      .length,
    first:
      preferred.length === 0 ? null : said.filter((better) => better === 'first').length / preferred.length,
  };
}
