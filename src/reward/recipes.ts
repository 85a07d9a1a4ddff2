import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CHANNELS, channelNameSchema, type ChannelName, type ChannelResult } from '../channels/schema.js';
import { KallosError } from '../errors.js';
import type { Reward, Verdict } from './verdict.js';

const ingredientSchema = z.strictObject({
  /** Share of the reward, relative to the other channels that count. */
  weight: z.number().positive(),
  /** An optional channel that was not run or failed leaves the weights instead of making the reward null. */
  optional: z.boolean().default(false),
  /** A part of the channel that counts instead of its whole score: "aescoder" of interaction. Without that part it is missing. */
  part: z.string().optional(),
  /** `score` takes the channel's score as it is; `sign` makes it +1 from `passes` upwards and -1 below. */
  as: z.enum(['score', 'sign']).default('score'),
  /** Only for `sign`: the score from which the channel counts as passed. */
  passes: z.number().min(0).max(1).default(0.5),
});

/** How channels become one reward: the weighted mean of those that count, behind a gate. Data, not code. */
export const recipeSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and hyphens'),
  version: z.int().positive(),
  description: z.string().default(''),
  /** Below `min` on this channel the reward is `otherwise`, whatever the other channels say. */
  gate: z
    .strictObject({ channel: channelNameSchema, min: z.number().min(0).max(1), otherwise: z.number() })
    .nullable()
    .default(null),
  channels: z
    .partialRecord(channelNameSchema, ingredientSchema)
    .refine((channels) => Object.keys(channels).length > 0, 'at least one channel'),
});
/** A recipe with everything spelt out. */
export type Recipe = z.output<typeof recipeSchema>;
/** A recipe as a user writes it: what has a default may be left out. */
export type RecipeInput = z.input<typeof recipeSchema>;

/**
 * The score from which execution counts as passed. A page that the browser could not show has 0; what was shown keeps
 * more than half however much lint complains, so the gate closes on pages that do not work, not on untidy ones.
 */
const EXECUTION_PASSES = 0.5;
const gate = (otherwise: number) => ({ channel: 'execution', min: EXECUTION_PASSES, otherwise }) as const;

/** The recipes that come with Kallos, by name. A change of any number is a new version. */
export const RECIPES: ReadonlyMap<string, Recipe> = new Map(
  (
    [
      {
        name: 'default',
        version: 1,
        description:
          'Correctness and looks in equal parts, with a little for clean code and for what answers.',
        gate: gate(0),
        channels: {
          execution: { weight: 0.1 },
          correctness: { weight: 0.4 },
          visual: { weight: 0.4 },
          interaction: { weight: 0.1, optional: true },
        },
      },
      {
        name: 'aescoder',
        version: 1,
        description:
          'The reward of AesCoder (arXiv 2510.23272): mostly looks; -1 in all when execution fails.',
        gate: gate(-1),
        channels: {
          execution: { weight: 0.1, as: 'sign', passes: EXECUTION_PASSES },
          visual: { weight: 0.8 },
          interaction: { weight: 0.1 },
        },
      },
      {
        name: 'aescoder-agent',
        version: 1,
        description:
          'As aescoder, with interaction as AesCoder has it: three tests of an agent, a point for each that passes.',
        gate: gate(-1),
        channels: {
          execution: { weight: 0.1, as: 'sign', passes: EXECUTION_PASSES },
          visual: { weight: 0.8 },
          interaction: { weight: 0.1, part: 'aescoder' },
        },
      },
      {
        name: 'aescode',
        version: 1,
        description: 'Correctness and visual side by side, for per-channel normalisation within a group.',
        gate: gate(0),
        channels: { correctness: { weight: 0.5 }, visual: { weight: 0.5 } },
      },
      {
        name: 'provable',
        version: 1,
        description: 'Only what code and rendering prove: needs no judge.',
        gate: gate(0),
        channels: { execution: { weight: 0.2 }, correctness: { weight: 0.8 } },
      },
    ] satisfies RecipeInput[]
  ).map((recipe) => [recipe.name, recipeSchema.parse(recipe)]),
);

/** The name under which a reward cites its recipe: "default@1". */
export const citeRecipe = (recipe: Recipe): string => `${recipe.name}@${recipe.version}`;

/** The channels without which a recipe makes no reward: that of its gate, and all that it names and are not optional. */
export const requiredBy = ({ gate, channels }: Recipe): ChannelName[] =>
  CHANNELS.filter((name) => gate?.channel === name || channels[name]?.optional === false);

/**
 * Makes one reward of a verdict's channels. In this order:
 * 1. The gate: its channel failed or not run makes the reward null (`missing` names it); scored below `min` or gated, the
 *    reward is `otherwise`.
 * 2. A channel that is `not-applicable` leaves the weights. One that `failed` or was `not-run` leaves them when the
 *    recipe marks it optional, else it makes the reward null. One that is `gated` counts with the lowest score: it could
 *    not be judged through the artifact's own fault, and no artifact may gain by that.
 * 3. The weighted mean of what remains, in [0,1] ([-1,1] with `sign`). Where nothing remains there is no reward.
 */
export function applyRecipe(verdict: Pick<Verdict, 'channels'>, recipe: Recipe): Reward {
  const cite = citeRecipe(recipe);
  const none = (missing: ChannelName[]): Reward => ({ recipe: cite, value: null, valid: false, missing });
  const given = (value: number): Reward => ({ recipe: cite, value, valid: true, missing: [] });

  if (recipe.gate) {
    const judged = verdict.channels[recipe.gate.channel];
    if (lacks(judged)) return none([recipe.gate.channel]);
    const score = scoreOf(judged);
    if (score !== null && score < recipe.gate.min) return given(recipe.gate.otherwise);
  }

  const missing = namedBy(recipe, verdict)
    .filter(({ judged, optional, part }) => lacks(judged, part) && !optional)
    .map(({ name }) => name);
  if (missing.length > 0) return none(missing);

  const counted = countedBy(recipe, verdict);
  const sum = counted.reduce((total, { weight, value }) => total + weight * value, 0);
  return counted.length > 0
    ? given(sum / weightOf(counted))
    : none(namedBy(recipe, verdict).map(({ name }) => name));
}

/**
 * What each channel that counts brings to the weighted mean; their sum is the reward where no gate closes and none is
 * missing.
 */
export function contributions(
  verdict: Pick<Verdict, 'channels'>,
  recipe: Recipe,
): Partial<Record<ChannelName, number>> {
  const counted = countedBy(recipe, verdict);
  return Object.fromEntries(
    counted.map(({ name, weight, value }) => [name, (weight * value) / weightOf(counted)]),
  );
}

const namedBy = (recipe: Recipe, verdict: Pick<Verdict, 'channels'>) =>
  CHANNELS.flatMap((name) => {
    const ingredient = recipe.channels[name];
    return ingredient ? [{ name, ...ingredient, judged: verdict.channels[name] }] : [];
  });

const countedBy = (recipe: Recipe, verdict: Pick<Verdict, 'channels'>) =>
  namedBy(recipe, verdict).flatMap(({ name, weight, as, passes, part, judged }) => {
    const score = scoreOf(judged, part);
    if (score === null) return [];
    return [{ name, weight, value: as === 'sign' ? (score >= passes ? 1 : -1) : score }];
  });

const weightOf = (counted: readonly { weight: number }[]) =>
  counted.reduce((sum, { weight }) => sum + weight, 0);
const lacks = (channel: ChannelResult, part?: string) =>
  channel.status === 'failed' ||
  channel.status === 'not-run' ||
  (channel.status === 'scored' && scoreOf(channel, part) === null);
const scoreOf = ({ status, score, parts }: ChannelResult, part?: string) => {
  if (status === 'gated') return 0;
  return part === undefined || status !== 'scored' ? score : (parts[part]?.score ?? null);
};

/**
 * Finds a recipe: by name ("default", "default@1"), by the path of a JSON file, or given as an object.
 *
 * @throws KallosError KALLOS_CONFIG when there is no such recipe or it is malformed.
 */
export async function resolveRecipe(recipe: string | RecipeInput): Promise<Recipe> {
  if (typeof recipe !== 'string') return parseRecipe(recipe, 'The recipe');
  if (recipe.endsWith('.json')) return parseRecipe(await readJson(recipe), recipe);
  const known = [...RECIPES.values()].find((each) => recipe === each.name || recipe === citeRecipe(each));
  if (known) return known;
  throw new KallosError(
    'KALLOS_CONFIG',
    `There is no recipe "${recipe}".`,
    `Use one of ${[...RECIPES.values()].map(citeRecipe).join(', ')}, or the path of a JSON file.`,
  );
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new KallosError(
      'KALLOS_CONFIG',
      `The recipe ${path} cannot be read: ${(cause as Error).message}.`,
      'Give the path of a JSON file that holds a recipe object.',
      { cause },
    );
  }
}

function parseRecipe(recipe: unknown, where: string): Recipe {
  const parsed = recipeSchema.safeParse(recipe);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new KallosError(
    'KALLOS_CONFIG',
    `${where} is not a recipe: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}.`,
    'A recipe has a name, a version, a gate or null, and channels with weights (see the schema "recipe").',
  );
}
