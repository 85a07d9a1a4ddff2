import { z } from 'zod';
import { kindSchema } from '../artifact/schema.js';
import { channelNameSchema, channelResultSchema, findingSchema } from '../channels/schema.js';
import { outcomeSchema, renderFingerprintSchema } from '../render/capture.js';

export const rewardSchema = z.strictObject({
  /** "name@version" of the recipe. */
  recipe: z.string(),
  /** Null whenever `valid` is false. */
  value: z.number().nullable(),
  valid: z.boolean(),
  /** Channels that the recipe needs and did not get. */
  missing: z.array(channelNameSchema),
});
export type Reward = z.infer<typeof rewardSchema>;

/** Everything Kallos says about one artifact. `cost` and `id` are not part of its identity. */
export const verdictSchema = z.strictObject({
  schema: z.literal('kallos.verdict/1'),
  id: z.string(),
  kind: kindSchema,
  kindReason: z.string(),
  outcome: outcomeSchema,
  cause: z.enum(['artifact', 'infra']).nullable(),
  /** One sentence on an outcome other than "ok". */
  detail: z.string().nullable(),
  channels: z.record(channelNameSchema, channelResultSchema),
  reward: rewardSchema,
  findings: z.array(findingSchema),
  capture: z.string().nullable(),
  trace: z.string().nullable(),
  fingerprint: renderFingerprintSchema.extend({ judge: z.string() }).nullable(),
  cost: z.strictObject({
    queueMs: z.number(),
    wallMs: z.number(),
    cpuMs: z.number(),
    /** What models were paid; null where no price is configured, or a model failed on the way. */
    usd: z.number().nullable(),
  }),
});
export type Verdict = z.infer<typeof verdictSchema>;
