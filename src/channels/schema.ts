import { z } from 'zod';
import { boxSchema, sourceSchema } from '../render/capture.js';

export const channelNameSchema = z.enum(['execution', 'correctness', 'visual', 'interaction']);
export type ChannelName = z.infer<typeof channelNameSchema>;
export const CHANNELS = channelNameSchema.options;

export const severitySchema = z.enum(['error', 'warning', 'advisory']);
export type Severity = z.infer<typeof severitySchema>;

/** A measured or needed value: `{value: 2.1, unit: 'ratio'}`, `{min: 4.5}`. Free in form, flat in shape. */
export const measureSchema = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()]));

/** One defect: where it is, what was measured, what is needed, and what to do. */
export const findingSchema = z.strictObject({
  check: z.string(),
  channel: channelNameSchema,
  severity: severitySchema,
  certainty: z.enum(['certain', 'likely']),
  message: z.string(),
  viewport: z.string().nullable(),
  /** A CSS selector that matches the element alone; " >>> " crosses into a shadow root or a frame. */
  selector: z.string().nullable(),
  box: boxSchema.nullable(),
  source: sourceSchema.nullable(),
  measured: measureSchema.nullable(),
  expected: measureSchema.nullable(),
  suggestion: z.string(),
  /** A machine-applicable change, when there is just one right one. */
  fix: z.strictObject({ file: z.string(), line: z.int(), replace: z.string(), with: z.string() }).nullable(),
  /** "sha256:…": the same as long as the defect is, whatever else on the page moves. */
  fingerprint: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

export const partSchema = z.strictObject({
  status: z.enum(['scored', 'not-applicable', 'failed']),
  score: z.number().min(0).max(1).nullable(),
  /** In [0,1]: how much of the channel this part can take away; 0 for what a judge cannot tell. */
  weight: z.number().min(0).max(1),
  reason: z.string().nullable(),
});
export type Part = z.infer<typeof partSchema>;

/** What a judge says beside its score. */
export const opinionSchema = z.strictObject({
  /** Which judge it was, as in the verdict's fingerprint. */
  judge: z.string(),
  /** Where the score lies, in [0,1]: of a fitted judge its 80% interval, of repeated samples the lowest and the highest. */
  interval: z.tuple([z.number().min(0).max(1), z.number().min(0).max(1)]).nullable(),
  /** What moved the score most, the strongest first; above 0 it made the score better. The scale is the judge's own. */
  pulls: z.array(z.strictObject({ measure: z.string(), value: z.number(), pull: z.number() })),
  /** What the judge said in words, once a sample. A model wrote it after looking at the page: data, as the page is. */
  reasons: z.array(z.string()),
});
export type Opinion = z.infer<typeof opinionSchema>;

/** One channel's result. `score` is null unless `status` is "scored"; every other status has a coded reason. */
export const channelResultSchema = z.strictObject({
  status: z.enum(['scored', 'not-applicable', 'not-run', 'gated', 'failed']),
  score: z.number().min(0).max(1).nullable(),
  reason: z.string().nullable(),
  parts: z.record(z.string(), partSchema),
  /** Of repeated judgements: the range they span. */
  spread: z.number().nullable(),
  /** Only where a judge looked. */
  opinion: opinionSchema.optional(),
});
export type ChannelResult = z.infer<typeof channelResultSchema>;

/** What a channel hands to the verdict. */
export interface Judgement {
  result: ChannelResult;
  findings: Finding[];
  /** The judge that was asked, for the fingerprint, and what it cost in US dollars (null: not known). */
  judged?: { by: string; usd: number | null };
}
