import { agreement, type Agreement } from '../agreement.js';
import { bootstrap, type Figure } from '../bootstrap.js';
import type { Choice, Vote } from '../ratings/read.js';

/** What a judge is held against: a rating a thing, and the votes that they come from where people chose between two. */
export interface Ratings {
  values: readonly number[];
  /** Null where people gave scores. */
  votes: readonly Vote[] | null;
  /** False where votes leave groups apart: then ratings can't be compared, and only pair accuracy is defined. */
  comparable: boolean;
}

/** Agreement of one score a thing with ratings. Where people voted, pair accuracy is that of the votes themselves. */
export function agreementWith({ values, votes, comparable }: Ratings, scores: readonly number[]): Agreement {
  const all = agreement(scores, values);
  const figures = comparable ? all : { ...all, pearson: null, spearman: null, kendall: null };
  if (!votes) return figures;
  return {
    ...figures,
    pairAccuracy: voteAccuracy(
      values.length,
      votes,
      votes.map((vote) => choiceOf(scores[vote.left]!, scores[vote.right]!)),
    ),
  };
}

const choiceOf = (left: number, right: number): Choice =>
  left > right ? 'left' : left < right ? 'right' : 'tie';

/**
 * Share of people's choices that a judge shares. A choice that it leaves open is half right; ties of people do not count. The
 * interval is over the pictures, not the pairs, since pairs that share a picture are not independent: a pair counts as often
 * as both of its pictures were drawn (the pigeonhole bootstrap, Owen 2007).
 *
 * @param count how many pictures there are
 */
export function voteAccuracy(
  count: number,
  votes: readonly Vote[],
  choices: readonly Choice[],
): Figure | null {
  return bootstrap(count, (members) => accuracyOver(votes, choices, timesDrawn(count, members)));
}

function timesDrawn(count: number, members: readonly number[]): Uint32Array {
  const times = new Uint32Array(count);
  for (const i of members) times[i]!++;
  return times;
}

function accuracyOver(votes: readonly Vote[], choices: readonly Choice[], times: Uint32Array): number | null {
  let [right, all] = [0, 0];
  votes.forEach((vote, i) => {
    const { leftWins, rightWins } = vote;
    const choice = choices[i]!;
    const drawn = times[vote.left]! * times[vote.right]!;
    all += drawn * (leftWins + rightWins);
    right +=
      drawn * (choice === 'left' ? leftWins : choice === 'right' ? rightWins : (leftWins + rightWins) / 2);
  });
  return all === 0 ? null : right / all;
}

/**
 * By how much a judge agrees more than a rival, in the measure that the ratings define (Pearson's, else pair accuracy), with an
 * interval: both are measured on the same draws.
 */
export function aheadOf(
  { values, votes, comparable }: Ratings,
  scores: readonly number[],
  rival: readonly number[],
  measure: (a: number[], b: number[]) => number | null,
): Figure | null {
  if (votes) {
    const own = votes.map(({ left, right }) => choiceOf(scores[left]!, scores[right]!));
    const other = votes.map(({ left, right }) => choiceOf(rival[left]!, rival[right]!));
    return bootstrap(values.length, (members) => {
      const times = timesDrawn(values.length, members);
      return difference(accuracyOver(votes, own, times), accuracyOver(votes, other, times));
    });
  }
  if (!comparable) return null;
  return bootstrap(values.length, (members) => {
    const of = (list: readonly number[]) => members.map((i) => list[i]!);
    return difference(measure(of(scores), of(values)), measure(of(rival), of(values)));
  });
}

const difference = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);
