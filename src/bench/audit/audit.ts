import type { Measures } from '../../channels/visual/embedded/model.js';
import { KallosError } from '../../errors.js';
import { pearson, spearman, type Agreement } from '../agreement.js';
import { bootstrap, type Figure } from '../bootstrap.js';
import type { Choice, RatedSet, Vote } from '../ratings/read.js';
import { isConnected, strengths } from '../ratings/strengths.js';
import { floorScores, FLOORS, type FloorName } from './floors.js';
import { orderBias, retest, scaleOf, type OrderBias, type Retest, type Scale } from './habits.js';
import { agreementWith, aheadOf, voteAccuracy, type Ratings } from './ratings.js';

/** What a judge said of a thing, and what is known of the thing itself. */
export interface JudgedThing {
  /** In the judge's own unit, the middle of several; null where it was not asked, or had nothing to say. */
  score: number | null;
  /** Range of the scores of a thing that was judged several times; null where it was judged once. */
  range: number | null;
  /** What the floors need; null where there is no picture to measure. */
  facts: Measures | null;
  /** Height of the picture over its width; null without one. */
  length: number | null;
}

/** What a judge said of a pair, with the left picture shown first and, where it was asked so too, with the right one. */
export interface JudgedPair {
  leftFirst: Choice;
  rightFirst: Choice | null;
}

export interface Floor extends Agreement {
  /** What it is made of. */
  of: string;
  n: number;
  /** By how much the judge agrees more: Pearson's, or pair accuracy where people chose between two. */
  ahead: Figure | null;
}

/** How far a judge can be trusted, by one rated set. */
export interface Audit extends Agreement {
  schema: 'kallos.audit/1';
  /** Which judge. */
  judge: string;
  /** Things that were rated and judged. */
  n: number;
  ratings: { kind: 'scores' | 'pairs'; pairs: number | null; ties: number | null; comparable: boolean };
  floors: Record<FloorName, Floor | null>;
  /** Null where nothing was judged twice. */
  retest: Retest | null;
  /** Null unless the judge compared two at a time. */
  orderBias: OrderBias | null;
  /** Null for a judge that only compares. */
  scale: Scale | null;
  /** Spearman's correlation with the height of the picture over its width; null where hardly any differ. */
  length: { judge: Figure | null; people: Figure | null } | null;
  /** Names of what has no file. */
  missing: string[];
  failed: { name: string; reason: string }[];
  /** Seconds that the judge took for one thing or pair, on average; null where it was not asked here. */
  seconds: number | null;
  /** One for each thing that was judged. */
  things: { name: string; rating: number; score: number }[];
}

export interface AuditInput {
  set: RatedSet;
  judge: string;
  /** One for each thing of the set; null for what is missing or failed. */
  judged: readonly (JudgedThing | null)[];
  /** One for each vote, for a judge that compares; null where it did not answer. */
  compared?: readonly (JudgedPair | null)[];
  missing: string[];
  failed: { name: string; reason: string }[];
  seconds: number | null;
}

/** Fewer say nothing. */
const LEAST = 5;

/**
 * Holds what a judge said against what people said.
 *
 * @throws KallosError KALLOS_RATINGS when fewer than five things, or pairs, were both rated and judged
 */
export function audit(input: AuditInput): Audit {
  const { set, compared } = input;
  const pairwise = compared !== undefined;
  const kept = set.things.flatMap((_, i) => {
    const thing = input.judged[i];
    return thing && (pairwise || thing.score !== null) ? [{ i, thing }] : [];
  });
  const place = new Map(kept.map(({ i }, at) => [i, at]));
  const ratings = ratingsOf(set, place);
  if (kept.length < LEAST || (ratings.votes && ratings.votes.length < LEAST)) {
    throw new KallosError(
      'KALLOS_RATINGS',
      `Only ${kept.length} pictures were both rated and judged.`,
      'At least five are needed, and some fifty for figures that mean something.',
    );
  }
  const things = kept.map(({ thing }) => thing);
  const scores = pairwise ? null : things.map(({ score }) => score!);
  const own = scores ? agreementWith(ratings, scores) : comparedAgreement(set, compared!);
  return {
    schema: 'kallos.audit/1',
    judge: input.judge,
    n: kept.length,
    ...own,
    floors: floorsOf(things, ratings, scores),
    ratings: {
      kind: set.kind,
      pairs: ratings.votes?.length ?? null,
      ties: ratings.votes?.reduce((sum, { ties }) => sum + ties, 0) ?? null,
      comparable: ratings.comparable,
    },
    retest: scores && retest(things, scores),
    orderBias: pairwise ? orderBias(compared.filter((pair) => pair !== null)) : null,
    scale: scores && scaleOf(scores),
    length: lengthOf(things, scores, ratings),
    missing: input.missing,
    failed: input.failed,
    seconds: input.seconds,
    things: scores
      ? kept.map(({ i }, at) => ({
          name: set.things[i]!.name,
          rating: ratings.values[at]!,
          score: scores[at]!,
        }))
      : [],
  };
}

/**
 * The ratings of some things of a set, renumbered.
 *
 * @param place the new number of each thing that is kept, in order
 */
export function ratingsOf(set: RatedSet, place: ReadonlyMap<number, number>): Ratings {
  if (set.kind === 'scores') {
    return { values: [...place.keys()].map((i) => set.ratings[i]!), votes: null, comparable: true };
  }
  const votes = set.votes.flatMap((vote): Vote[] => {
    const [left, right] = [place.get(vote.left), place.get(vote.right)];
    return left === undefined || right === undefined ? [] : [{ ...vote, left, right }];
  });
  return { values: strengths(place.size, votes), votes, comparable: isConnected(place.size, votes) };
}

function comparedAgreement(set: RatedSet, compared: readonly (JudgedPair | null)[]): Agreement {
  const votes = set.kind === 'pairs' ? set.votes : [];
  const answered = votes.flatMap((vote, i) => {
    const pair = compared[i];
    return pair ? [{ vote, choice: agreed(pair) }] : [];
  });
  const pairAccuracy = voteAccuracy(
    set.things.length,
    answered.map(({ vote }) => vote),
    answered.map(({ choice }) => choice),
  );
  return { pearson: null, spearman: null, kendall: null, pairAccuracy };
}

/** Where the two orders do not agree, the judge prefers nothing. */
const agreed = ({ leftFirst, rightFirst }: JudgedPair): Choice =>
  rightFirst === null || leftFirst === rightFirst ? leftFirst : 'tie';

function floorsOf(
  things: readonly JudgedThing[],
  ratings: Ratings,
  scores: readonly number[] | null,
): Audit['floors'] {
  const measured = things.flatMap(({ facts }, i) => (facts ? [{ i, facts }] : []));
  const place = new Map(measured.map(({ i }, at) => [i, at]));
  const own: Ratings = {
    values: measured.map(({ i }) => ratings.values[i]!),
    votes:
      ratings.votes?.flatMap((vote) => {
        const [left, right] = [place.get(vote.left), place.get(vote.right)];
        return left === undefined || right === undefined ? [] : [{ ...vote, left, right }];
      }) ?? null,
    comparable: ratings.comparable,
  };
  const floor = (name: FloorName): Floor | null => {
    if (measured.length < 2 * LEAST) return null;
    const rival = floorScores(
      name,
      measured.map(({ facts }) => facts),
      own.values,
    );
    const ahead =
      scores &&
      aheadOf(
        own,
        measured.map(({ i }) => scores[i]!),
        rival,
        pearson,
      );
    return { of: FLOORS[name], n: measured.length, ...agreementWith(own, rival), ahead };
  };
  return {
    bytes: floor('bytes'),
    fiveSizes: floor('fiveSizes'),
    colourComplexity: floor('colourComplexity'),
  };
}

function lengthOf(
  things: readonly JudgedThing[],
  scores: readonly number[] | null,
  { values, comparable }: Ratings,
): Audit['length'] {
  const known = things.flatMap(({ length }, i) => (length === null ? [] : [{ i, length }]));
  const lengths = known.map(({ length }) => length);
  if (new Set(lengths.map((length) => length.toFixed(2))).size < LEAST) return null;
  const figure = (of: readonly number[]) =>
    bootstrap(known.length, (members) =>
      spearman(
        members.map((at) => lengths[at]!),
        members.map((at) => of[known[at]!.i]!),
      ),
    );
  return { judge: scores && figure(scores), people: comparable ? figure(values) : null };
}
