import { z } from 'zod';
import { briefSchema, kindSchema } from '../artifact/schema.js';
import { channelNameSchema, severitySchema, type ChannelName } from '../channels/schema.js';
import { ERROR_CODES } from '../errors.js';
import { pictureSchema } from '../render/capture.js';
import { RECIPES, recipeSchema } from '../reward/recipes.js';
import { verdictSchema } from '../reward/verdict.js';
import { DEFAULT_DEADLINE_MS, type Limits } from './limits.js';
import { seedSchema } from './queue/queue.js';

const perChannel = <T extends z.ZodType>(value: T) =>
  z.strictObject({ execution: value, correctness: value, visual: value, interaction: value } satisfies Record<
    ChannelName,
    T
  >);

/** A recipe by its name, or spelt out. Never a path: a request reads no files. */
const recipeInputSchema = z.union([
  z.enum([...RECIPES.values()].flatMap(({ name, version }) => [name, `${name}@${version}`])),
  recipeSchema,
]);

export const errorSchema = z.strictObject({
  error: z.strictObject({ code: z.enum(ERROR_CODES), message: z.string(), help: z.string() }),
});

/** What is told of a verdict when its findings are not asked for. */
export const summarySchema = verdictSchema
  .pick({
    kind: true,
    outcome: true,
    cause: true,
    detail: true,
    reward: true,
    capture: true,
    fingerprint: true,
    cost: true,
  })
  .extend({
    channels: perChannel(
      z.strictObject({ status: z.string(), score: z.number().nullable(), reason: z.string().nullable() }),
    ),
    /** How many findings there are, by severity. */
    findings: z.record(severitySchema, z.int()),
  });

const evidenceSchema = z.strictObject({
  /** Where the capture can be read with the same token; null where nothing was rendered. */
  capture: z.string().nullable(),
  pictures: z.array(
    pictureSchema
      .pick({ viewport: true, name: true, width: true, height: true })
      .extend({ href: z.string() }),
  ),
});

/** The same keys for every artifact, whatever became of it. */
export const resultSchema = z.strictObject({
  id: z.string(),
  /** The reward by the recipe; 0 where `valid` is false. */
  score: z.number(),
  valid: z.boolean(),
  /** In [0,1]; 0 where the mask is 0. */
  scores: perChannel(z.number()),
  /** 1 where the channel was judged, or the artifact itself made judging impossible (score 0). */
  masks: perChannel(z.union([z.literal(0), z.literal(1)])),
  /** Why there is no valid score: an error's code, or "missing: visual". */
  reason: z.string().nullable(),
  /** Whether the answer was known already. */
  cached: z.boolean(),
  /** Time in the queue, which counts against nobody. */
  queueMs: z.number(),
  /** Time of the page itself. */
  wallMs: z.number(),
  verdict: z.union([summarySchema, verdictSchema]).nullable(),
  evidence: evidenceSchema,
});
export type Result = z.infer<typeof resultSchema>;

export const figuresSchema = z.strictObject({
  /** Rollouts with a valid reward, of all. */
  shareValid: z.number(),
  mean: z.number(),
  /** Sample standard deviation of the valid rewards; 0 where fewer than two are valid. */
  spread: z.number(),
  channels: perChannel(z.strictObject({ share: z.number(), mean: z.number(), spread: z.number() })),
});
export type Figures = z.infer<typeof figuresSchema>;

export const rolloutResultSchema = resultSchema.extend({
  /** Share of the group that it would win against, where the group was compared; 0 where `standingMask` is 0. */
  standing: z.number(),
  standingMask: z.union([z.literal(0), z.literal(1)]),
  /** 0 where `advantageMask` is 0. */
  advantage: z.number(),
  advantageMask: z.union([z.literal(0), z.literal(1)]),
});

export const groupResultSchema = z.strictObject({
  id: z.string(),
  rollouts: z.array(rolloutResultSchema),
  figures: figuresSchema,
});
export type GroupResult = z.infer<typeof groupResultSchema>;

export const advantageSchema = z
  .strictObject({
    method: z.enum(['grpo', 'dr-grpo', 'rloo', 'gdpo']).default('gdpo'),
    /** Weights by channel, for `gdpo`; those of the recipe unless given. */
    weights: z.partialRecord(channelNameSchema, z.number().min(0).max(1000)).optional(),
    conditions: z
      .array(
        z.strictObject({ channel: channelNameSchema, on: channelNameSchema, min: z.number().min(0).max(1) }),
      )
      .max(8)
      .default([]),
    /** Weight of the standing in a group that was compared, as one more channel of `gdpo`. */
    standing: z.number().min(0).max(1000).default(0),
    stdFloor: z.number().min(0).max(1).optional(),
    epsilon: z.number().positive().max(1).optional(),
    whiten: z.boolean().optional(),
    whitenEpsilon: z.number().positive().max(1).optional(),
  })
  .refine(
    ({ method, weights, conditions, standing }) =>
      method === 'gdpo' || (!weights && conditions.length === 0 && standing === 0),
    {
      error:
        'weights, conditions and standing are for the method "gdpo": the others take the reward as a whole',
    },
  );
export type AdvantageSettings = z.output<typeof advantageSchema>;

const idSchema = z.union([z.string().min(1).max(200), z.int().transform(String)]);

/** Bodies of requests, as far as the limits allow. */
export function requestSchemas({ items, pageChars, deadlineMs }: Limits) {
  const text = z.string().max(pageChars);
  const itemSchema = z
    .strictObject({
      id: idSchema,
      prompt: text.optional(),
      /** A model's reply, with the code in it. */
      response: text.optional(),
      /** A page or drawing, taken as it is. */
      html: text.min(1).optional(),
      kind: kindSchema.optional(),
      brief: briefSchema.optional(),
    })
    .refine(({ response, html }) => (response === undefined) !== (html === undefined), {
      error: 'one of "response" and "html" is needed, and not both',
    });
  const common = {
    recipe: recipeInputSchema.optional(),
    /** The training run that asks; runs are served in turn. */
    run: z.string().min(1).max(100).default('default'),
    /** Feeds the random numbers, dates and ids of pages; the service's own unless given. One a run: no policy learns ours. */
    seed: seedSchema.optional(),
    /** What is finished by then is answered; the rest is not valid. */
    deadlineMs: z.int().min(1).max(deadlineMs).default(DEFAULT_DEADLINE_MS),
  };
  const told = {
    /** Whether verdicts come with their findings and parts. */
    verdict: z.enum(['summary', 'full']).default('summary'),
  };
  const rolloutSchema = z.strictObject({ id: idSchema, response: text });
  return {
    item: itemSchema,
    score: z.strictObject({ items: z.array(itemSchema).min(1).max(items), ...common, ...told }),
    groups: z
      .strictObject({
        groups: z
          .array(
            z.strictObject({
              id: idSchema,
              prompt: text.optional(),
              kind: kindSchema.optional(),
              brief: briefSchema.optional(),
              rollouts: z.array(rolloutSchema).min(1).max(items),
            }),
          )
          .min(1)
          .max(items)
          .refine((groups) => groups.reduce((sum, { rollouts }) => sum + rollouts.length, 0) <= items, {
            error: `at most ${items} rollouts in all`,
          }),
        advantage: advantageSchema.prefault({}),
        /** Whether the rollouts of each group are compared with one another, by a judge that sees two at a time. */
        compare: z.boolean().default(false),
        ...common,
        ...told,
      })
      .refine(({ advantage, compare }) => compare || advantage.standing === 0, {
        error: 'a weight for the standing needs "compare": true',
      }),
    render: z.strictObject({
      items: z.array(itemSchema).min(1).max(items),
      run: common.run,
      seed: common.seed,
      deadlineMs: common.deadlineMs,
    }),
  };
}
export type RequestSchemas = ReturnType<typeof requestSchemas>;
export type RequestItem = z.output<RequestSchemas['item']>;
