import { AESCODER } from '../channels/interaction/tests.js';
import { CHANNELS, type ChannelName } from '../channels/schema.js';
import { KallosError } from '../errors.js';
import { citeRecipe, requiredBy, type Recipe } from '../reward/recipes.js';
import { channelsFor } from '../score.js';

/** What a service can judge. */
export interface Judged {
  /** The channels that it was told to judge; undefined where that is left to the recipe. */
  channels: readonly ChannelName[] | undefined;
  hasAgent: boolean;
}

/**
 * The channels that a service judges for a recipe: those that it was told, or else what the recipe wants.
 * @throws KallosError KALLOS_CONFIG for a recipe of which no artifact would ever get a reward
 */
export function channelsToJudge(recipe: Recipe, { channels, hasAgent }: Judged): readonly ChannelName[] {
  const judged = channels ?? channelsFor(recipe);
  const required = requiredBy(recipe);
  const missing = required.filter((name) => !judged.includes(name));
  if (missing.length > 0) {
    const all = CHANNELS.filter((name) => [...judged, ...missing].includes(name)).join(',');
    throw new KallosError(
      'KALLOS_CONFIG',
      `The recipe ${citeRecipe(recipe)} makes no reward without ${missing.join(' and ')}, which this service does not judge.`,
      `Start it with --channels ${all}, or without --channels; or choose another recipe.`,
    );
  }
  if (required.includes('interaction') && recipe.channels.interaction?.part === AESCODER && !hasAgent) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `The recipe ${citeRecipe(recipe)} makes no reward without an agent, and this service has none.`,
      'Choose the recipe aescoder, which takes what the explorer finds; or call serve() with an agent.',
    );
  }
  return judged;
}
