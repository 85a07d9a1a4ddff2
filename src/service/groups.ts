import { mean, sampleStandardDeviation } from 'simple-statistics';
import { advantages } from '../reward/advantages.js';
import type { Recipe } from '../reward/recipes.js';
import { byChannel, channelsOf } from './result.js';
import type { AdvantageSettings, Figures, GroupResult, Result } from './schema.js';

export interface JudgedGroup {
  id: string;
  rollouts: Result[];
}

/**
 * Adds advantages and figures to groups. `grpo`, `dr-grpo` and `rloo` take the reward that the recipe makes; `gdpo` takes
 * the channels that the recipe names, behind its gate.
 */
export function compareGroups(
  groups: readonly JudgedGroup[],
  recipe: Recipe,
  settings: AdvantageSettings,
): GroupResult[] {
  const results = groups.flatMap(({ rollouts }) => rollouts);
  const of = groups.flatMap(({ rollouts }, g) => rollouts.map(() => g));
  const found =
    settings.method === 'gdpo' ? apart(results, of, recipe, settings) : whole(results, of, settings);
  let at = 0;
  return groups.map(({ id, rollouts }) => ({
    id,
    rollouts: rollouts.map((result) => {
      const advantage = found[at++] ?? null;
      return { ...result, advantage: advantage ?? 0, advantageMask: advantage === null ? 0 : 1 };
    }),
    figures: figuresOf(rollouts),
  }));
}

function whole(results: readonly Result[], groups: number[], settings: AdvantageSettings) {
  const rewards = results.map(({ valid, score }) => [valid ? score : null]);
  return advantages(rewards, { ...numbersOf(settings), method: settings.method, groups });
}

function apart(results: readonly Result[], groups: number[], recipe: Recipe, settings: AdvantageSettings) {
  const named = channelsOf(recipe);
  const weights = named.map((name) => settings.weights?.[name] ?? recipe.channels[name]?.weight ?? 0);
  // Channels that only a gate or a condition looks at weigh nothing.
  const others = [
    ...(recipe.gate ? [recipe.gate.channel] : []),
    ...settings.conditions.flatMap(({ channel, on }) => [channel, on]),
  ].filter((name) => !named.includes(name));
  const columns = [...named, ...new Set(others)];
  const rewards = results.map(({ scores, masks }) =>
    columns.map((name) => (masks[name] === 1 ? scores[name] : null)),
  );
  return advantages(rewards, {
    ...numbersOf(settings),
    method: 'gdpo',
    groups,
    weights: columns.map((_, k) => weights[k] ?? 0),
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
