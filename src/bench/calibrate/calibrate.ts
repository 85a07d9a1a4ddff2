import { folds, standardise } from '../../channels/visual/embedded/learn.js';
import { apply, type Measures, type Model } from '../../channels/visual/embedded/model.js';
import { KallosError } from '../../errors.js';
import { pearson, type Agreement } from '../agreement.js';
import { agreementWith, aheadOf, type Ratings } from '../audit/ratings.js';
import type { Figure } from '../bootstrap.js';
import { caught, type Damaged } from './damage.js';
import { changed, changeFor } from './fit.js';
import { vectorOf, wishesOfScores, wishesOfVotes } from './rows.js';

export interface Calibration {
  /** The refitted model. */
  model: Model;
  n: number;
  /** Agreement of the built-in model, and of refitted ones on pictures that they have not seen. */
  before: Agreement;
  after: Agreement;
  /** Gain of the refit: in Pearson's correlation, or in pair accuracy where the user chose between two. */
  gain: Figure | null;
  /** Share of damaged copies that score less than their originals. */
  damage: { before: number; after: number };
  /** How much of what the votes ask for was kept, in [0,1]: less than 1 where all of it would have let damage pass. */
  kept: number;
}

/** Fewer can't be told from chance. */
export const LEAST_PICTURES = 20;
const FOLDS = 5;
/** What of the asked change is tried, until damage is caught as before. */
const SHARES = [1, 0.7, 0.5, 0.35, 0.25, 0.15, 0];
/** By how much less damage may be caught. */
const SLACK = 0.02;

/**
 * Refits a model to what a user prefers: its weights move as far as cross-validation says, what knows damage stays, and
 * the move is cut back until damaged copies of the user's own pictures are caught as before (a model refitted on votes alone
 * prefers blur). The gain is measured on pictures left out of the fit, five folds, in which everything is settled anew.
 *
 * @param measures of the rated pictures
 * @param damaged of some of them
 * @throws KallosError KALLOS_RATINGS for fewer than twenty pictures, or when nobody preferred anything
 */
export function calibrate(
  model: Model,
  measures: readonly Measures[],
  ratings: Ratings,
  damaged: readonly Damaged[],
): Calibration {
  if (measures.length < LEAST_PICTURES) {
    throw new KallosError(
      'KALLOS_RATINGS',
      `${measures.length} rated pictures are too few to refit a judge on.`,
      `Rate at least ${LEAST_PICTURES}; some hundred make a difference that can be shown.`,
    );
  }
  if (ratings.values.every((value) => value === ratings.values[0])) {
    throw new KallosError(
      'KALLOS_RATINGS',
      'Every picture is rated alike: there is no preference to learn.',
      'Use more of the scale.',
    );
  }
  const before = caught(model, damaged);
  const refit = (away: ReadonlySet<number>) => {
    const change = changeOf(model, measures, ratings, away);
    const share = SHARES.find((each) => caught(changed(model, change, each), damaged) >= before - SLACK)!;
    return { model: changed(model, change, share), share };
  };
  const value = (of: Model, i: number) => apply(of, measures[i]!).value;
  const old = measures.map((_, i) => value(model, i));
  const out = new Array<number>(measures.length);
  for (const fold of folds(measures.length, FOLDS)) {
    const { model: without } = refit(fold);
    for (const i of fold) out[i] = value(without, i);
  }
  const { model: final, share } = refit(new Set());
  return {
    model: {
      ...final,
      fittedOn: [...model.fittedOn, 'votes of a user'],
      halfWidth: halfWidth(out, ratings.values),
    },
    n: measures.length,
    before: agreementWith(ratings, old),
    after: agreementWith(ratings, out),
    gain: aheadOf(ratings, out, old, pearson),
    damage: { before, after: caught(final, damaged) },
    kept: share,
  };
}

function changeOf(
  model: Model,
  measures: readonly Measures[],
  { values, votes }: Ratings,
  away: ReadonlySet<number>,
): number[] {
  const kept = measures.map((_, i) => i).filter((i) => !away.has(i));
  const place = new Map(kept.map((i, at) => [i, at]));
  const vectors = kept.map((i) => vectorOf(measures[i]!, model.linear));
  const wishes = votes
    ? wishesOfVotes(
        vectors,
        votes.flatMap((vote) => {
          const [left, right] = [place.get(vote.left), place.get(vote.right)];
          return left === undefined || right === undefined ? [] : [{ ...vote, left, right }];
        }),
      )
    : wishesOfScores(
        vectors,
        kept.map((i) => values[i]!),
      );
  return changeFor(wishes, model.linear, kept.length);
}

/** Half the width of the interval that holds 80% of the pictures, of what out-of-fold scores miss. */
function halfWidth(scores: readonly number[], ratings: readonly number[]): number {
  const wanted = standardise(ratings);
  const misses = standardise(scores).map((score, i) => Math.abs(score - wanted[i]!));
  misses.sort((a, b) => a - b);
  return Number(misses[Math.ceil(misses.length * 0.8) - 1]!.toFixed(3));
}
