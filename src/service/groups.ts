import { mean, sampleStandardDeviation } from 'simple-statistics';
import type { Brief } from '../artifact/schema.js';
import type { ChannelName } from '../channels/schema.js';
import type { Capture } from '../render/index.js';
import { advantages } from '../reward/advantages.js';
import type { Recipe } from '../reward/recipes.js';
import { byChannel, channelsOf } from './result.js';
import type { AdvantageSettings, Figures, GroupResult, Result } from './schema.js';

/**
 * Compares the rollouts of one brief with one another: for each capture the share of the others that it would win against,
 * null where it was not compared.
 */
export type CompareGroup = (
  captures: readonly Capture[],
  brief: Brief,
  signal: AbortSignal,
) => Promise<(number | null)[]>;

export interface JudgedGroup {
  id: string;
  rollouts: Result[];
  /** How each rollout stands among the others; null where it was not compared. */
  standings: readonly (number | null)[];
}

/** Scores of one rollout after another, in one column for each channel. */
type Matrix = (number | null)[][];

/**
 * Adds advantages and figures to groups. `grpo`, `dr-grpo` and `rloo` take the reward that the recipe makes; `gdpo` takes
 * the channels that the recipe names, behind its gate, and the standing in the group where that has a weight.
 */
export function compareGroups(
  groups: readonly JudgedGroup[],
  recipe: Recipe,
  settings: AdvantageSettings,
): GroupResult[] {
  const results = groups.flatMap(({ rollouts }) => rollouts);
  const standings = groups.flatMap((group) => group.standings);
  const of = groups.flatMap(({ rollouts }, g) => rollouts.map(() => g));
  const found =
    settings.method === 'gdpo'
      ? apart(results, standings, of, recipe, settings)
      : whole(results, of, settings);
  let at = 0;
  return groups.map(({ id, rollouts }) => ({
    id,
    rollouts: rollouts.map((result) => {
      const standing = standings[at] ?? null;
      const advantage = found[at++] ?? null;
      return {
        ...result,
        standing: standing ?? 0,
        standingMask: standing === null ? 0 : 1,
        advantage: advantage ?? 0,
        advantageMask: advantage === null ? 0 : 1,
      };
    }),
    figures: figuresOf(rollouts),
  }));
}

function whole(results: readonly Result[], groups: number[], settings: AdvantageSettings) {
  const rewards: Matrix = results.map(({ valid, score }) => [valid ? score : null]);
  return advantages(rewards, { ...numbersOf(settings), method: settings.method, groups });
}

function apart(
  results: readonly Result[],
  standings: readonly (number | null)[],
  groups: number[],
  recipe: Recipe,
  settings: AdvantageSettings,
) {
  const given = Object.keys(settings.weights ?? {}) as ChannelName[];
  const named = [...new Set([...channelsOf(recipe), ...given])];
  const weights = named.map((name) => settings.weights?.[name] ?? recipe.channels[name]?.weight ?? 0);
  // Channels that only a gate or a condition looks at weigh nothing.
  const others = [
    ...(recipe.gate ? [recipe.gate.channel] : []),
    ...settings.conditions.flatMap(({ channel, on }) => [channel, on]),
  ].filter((name) => !named.includes(name));
  const columns = [...named, ...new Set(others)];
  const rewards: Matrix = results.map(({ scores, masks }, i) => [
    ...columns.map((name) => (masks[name] === 1 ? scores[name] : null)),
    standings[i] ?? null,
  ]);
  return advantages(rewards, {
    ...numbersOf(settings),
    method: 'gdpo',
    groups,
    weights: [...columns.map((_, k) => weights[k] ?? 0), settings.standing],
    gate: recipe.gate && { channel: columns.indexOf(recipe.gate.channel), min: recipe.gate.min },
    conditions: settings.conditions.map(({ channel, on, min }) => ({
      channel: columns.indexOf(channel),
      on: columns.indexOf(on),
      min,
    })),
  });
}

function numbersOf({ stdFloor, epsilon, whiten, whitenEpsilon }: AdvantageSettings) {
  return {
    ...(stdFloor !== undefined && { stdFloor }),
    ...(epsilon !== undefined && { epsilon }),
    ...(whiten !== undefined && { whiten }),
    ...(whitenEpsilon !== undefined && { whitenEpsilon }),
  };
}

function figuresOf(rollouts: readonly Result[]): Figures {
  const describe = (values: number[]) => ({
    share: values.length / rollouts.length,
    mean: values.length > 0 ? mean(values) : 0,
    spread: values.length > 1 ? sampleStandardDeviation(values) : 0,
  });
  const { share, ...rewards } = describe(rollouts.filter(({ valid }) => valid).map(({ score }) => score));
  return {
    shareValid: share,
    ...rewards,
    channels: byChannel((name) =>
      describe(rollouts.filter(({ masks }) => masks[name] === 1).map(({ scores }) => scores[name])),
    ),
  };
}
