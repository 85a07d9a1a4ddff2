import { z } from 'zod';

/** `certain`: the brief says it in so many words. `likely`: it was read out of a prompt, and the reading may be wrong. */
export const confidenceSchema = z.enum(['certain', 'likely']);
export type Confidence = z.infer<typeof confidenceSchema>;

/** What every fact carries: how sure it is, and the words it was read from. */
const origin = { confidence: confidenceSchema, quote: z.string() };

/**
 * One thing that a brief asks for and that can be looked up in what was drawn. The shape is the same whoever reads the
 * brief: its structured part, {@link extractFacts}, or a model.
 */
export const factSchema = z.discriminatedUnion('type', [
  /** A text that must appear verbatim. */
  z.strictObject({ type: z.literal('text'), text: z.string().min(1), ...origin }),
  /** A number that must appear, with its sign of currency, percent or magnitude: "$49", "99.9%", "3.4M", "2019-2024". */
  z.strictObject({ type: z.literal('number'), text: z.string().min(1), ...origin }),
  /** How many of a named thing there must be; `what` in the singular: "pricing card". */
  z.strictObject({
    type: z.literal('count'),
    what: z.string().min(1),
    count: z.int().positive(),
    ...origin,
  }),
  /** A part of the page: a name of `SECTIONS`, or the words of a brief. */
  z.strictObject({ type: z.literal('section'), section: z.string().min(1), ...origin }),
  /** The language of the text, as a BCP 47 tag. */
  z.strictObject({ type: z.literal('language'), language: z.string().min(1), ...origin }),
  /** The canvas: its ratio (width / height), and its size in CSS px where one was named. */
  z.strictObject({
    type: z.literal('canvas'),
    size: z.tuple([z.int().positive(), z.int().positive()]).nullable(),
    ratio: z.number().positive(),
    ...origin,
  }),
]);
export type Fact = z.infer<typeof factSchema>;
export type FactType = Fact['type'];
export type FactOf<Type extends FactType> = Extract<Fact, { type: Type }>;
