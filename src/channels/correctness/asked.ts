import { factsOf } from '../../artifact/facts/extract.js';
import type { Confidence, FactOf, FactType } from '../../artifact/facts/schema.js';
import type { Brief } from '../../artifact/schema.js';
import type { Severity } from '../schema.js';
import { scoreByShare } from './scale.js';

/** The facts of some types that a brief asks for. */
export function asked<Type extends FactType>(brief: Brief, ...types: readonly Type[]): FactOf<Type>[] {
  return factsOf(brief).filter((fact): fact is FactOf<Type> =>
    (types as readonly FactType[]).includes(fact.type),
  );
}

/** How grave it is when a fact is not met, and how sure. */
export interface Gravity {
  severity: Severity;
  certainty: Confidence;
}

/**
 * How a missed fact is reported: one that the brief states as an error, one that was only read out of a prompt as a
 * warning that is likely.
 *
 * @param sure whether the check can prove that the fact is missed; else it is likely, whoever asked for it
 */
export function gravity(confidence: Confidence, sure = true): Gravity {
  if (confidence === 'likely') return { severity: 'warning', certainty: 'likely' };
  return { severity: 'error', certainty: sure ? 'certain' : 'likely' };
}

/** A fact and how far it was met: 1 fully, 0 not at all. */
export interface Outcome {
  confidence: Confidence;
  met: number;
  /** See {@link gravity}. */
  sure?: boolean;
}

/**
 * Score of a check over facts: the share that is not met, on the scale of all checks, certain and likely facts apart:
 *
 *     score = product over the levels of byShare(missed of the level, facts of that confidence)
 *
 * A stated fact is an error, one read out of a prompt a likely warning: all guesses missed take 30 % of the check
 * together, all of the brief's own words take everything. A page that meets what is stated can't lose more by a hundred
 * misread words.
 */
export function scoreOfFacts(outcomes: readonly Outcome[]): number {
  const levels = [
    { confidence: 'certain', sure: true },
    { confidence: 'certain', sure: false },
    { confidence: 'likely', sure: false },
  ] as const;
  return levels.reduce((product, { confidence, sure }) => {
    const group = outcomes.filter((outcome) => outcome.confidence === confidence);
    const missed = group
      .filter((outcome) => confidence === 'likely' || (outcome.sure ?? true) === sure)
      .reduce((sum, { met }) => sum + 1 - met, 0);
    const { severity, certainty } = gravity(confidence, sure);
    return product * scoreByShare(missed, group.length, severity, certainty);
  }, 1);
}
