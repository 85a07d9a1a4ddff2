import { z } from 'zod';
import { briefSchema, kindSchema } from '../../../artifact/schema.js';
import { findingSchema, type ChannelName } from '../../../channels/schema.js';

/** What a policy does: it answers with the whole page, the first time and each time it repairs it. */
export const actionSchema = z.strictObject({
  response: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

export const resetSchema = z.object({
  /** Feeds the random numbers, dates and ids of the episode's pages, in place of the service's seed. */
  seed: z.int().nullish(),
  episode_id: z.string().max(200).nullish(),
  prompt: z.string().default(''),
  kind: kindSchema.optional(),
  brief: briefSchema.optional(),
  /** Answers that an episode has at most. */
  max_turns: z.int().min(1).max(50).default(3),
});
export type Reset = z.output<typeof resetSchema>;

const channels = <T extends z.ZodType>(value: T) =>
  z.strictObject({ execution: value, correctness: value, visual: value, interaction: value } satisfies Record<
    ChannelName,
    T
  >);

/** What a policy sees: what is wrong with its page, and how the page looks. */
export const observationSchema = z.strictObject({
  prompt: z.string(),
  turn: z.int(),
  turns_left: z.int(),
  outcome: z.string().nullable(),
  detail: z.string().nullable(),
  scores: channels(z.number()),
  masks: channels(z.union([z.literal(0), z.literal(1)])),
  valid: z.boolean(),
  findings: z.array(
    findingSchema.pick({
      check: true,
      severity: true,
      message: true,
      selector: true,
      source: true,
      suggestion: true,
    }),
  ),
  /** The page as a JPEG, at most 1024 px wide and 2048 px high; null where there is nothing to see. */
  picture: z.strictObject({ media_type: z.literal('image/jpeg'), data: z.base64() }).nullable(),
});
export type Observation = z.infer<typeof observationSchema>;

export const stateSchema = z.strictObject({
  episode_id: z.string(),
  step_count: z.int(),
  max_turns: z.int(),
});

export interface Step {
  observation: Observation;
  /** Null where the page was not judged. */
  reward: number | null;
  done: boolean;
}
