import { z } from 'zod';

/** Answers to a question about a good thing, worst to best, as every list of choices is. */
export const GOOD_CHOICES = ['no', 'partly', 'yes'] as const;
/** The same about a pitfall: that it is not there is best. */
export const PITFALL_CHOICES = ['yes', 'partly', 'no'] as const;

/** How much an item matters, and the weight that says so ("Rubrics as Rewards", arXiv 2507.17746). */
export const IMPORTANCE = { essential: 1, important: 0.7, optional: 0.3, pitfall: 0.9 } as const;
export const importanceSchema = z.enum(['essential', 'important', 'optional', 'pitfall']);

/**
 * One item: exactly the keys that the rubric judge of the verifiers library reads, which refuses others. `target` is
 * taken too, for files that need not be read there.
 */
export const criterionSchema = z.strictObject({
  name: z.string().min(1).max(80),
  /** A question that the picture alone answers. */
  text: z.string().min(1),
  /** Share of the score, not below 0. */
  weight: z.number().nonnegative().default(1),
  /** The answers allowed, from worst (0) to best (1), evenly spaced in between. */
  choices: z
    .array(z.string().min(1))
    .min(2)
    .refine((choices) => new Set(choices).size === choices.length, 'the choices must differ')
    .default(['no', 'yes']),
  /** The part of the design that it is about, in words. */
  target: z.string().min(1).optional(),
});
export type Criterion = z.infer<typeof criterionSchema>;

/** What an item is tied to. */
export const aboutSchema = z.strictObject({
  importance: importanceSchema,
  /** The part of the design that it is about, in words: "the three price cards". */
  target: z.string().min(1),
  /** Ids of `elements`; empty when there was no design to point at. */
  elements: z.array(z.string()).default([]),
  /** A relation among these elements, as design graphs name them: "same-size". */
  relation: z.string().min(1).nullable().default(null),
});
export type About = z.infer<typeof aboutSchema>;

/** An element of the design that a rubric was made from. */
export const rubricElementSchema = z.strictObject({
  id: z.string().min(1),
  /** A role, as design graphs name them: "heading". */
  role: z.string().min(1),
  text: z.string(),
  /** x, y, width, height in px of the canvas. */
  box: z.tuple([z.number(), z.number(), z.number().positive(), z.number().positive()]),
});

/** A Visual Graph Rubric: questions about one brief, tied to elements and relations of a design graph. */
export const rubricSchema = z
  .strictObject({
    schema: z.literal('kallos.rubric/1').optional(),
    criteria: z.array(criterionSchema).min(1).max(64),
    /** By the names of the criteria; what is written by hand may leave it out. */
    about: z.record(z.string(), aboutSchema).default({}),
    /** Width and height in px of the design that `elements` come from. */
    canvas: z.tuple([z.number().positive(), z.number().positive()]).optional(),
    elements: z.array(rubricElementSchema).default([]),
    /** "sha256:…" of the brief that it was made for. */
    brief: z.string().optional(),
    /** The model that wrote it. */
    by: z.string().optional(),
  })
  .superRefine(({ criteria, about, elements, canvas }, context) => {
    const wrong = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path });
    const names = criteria.map(({ name }) => name);
    names.forEach((name, i) => {
      if (names.indexOf(name) < i) wrong(`"${name}" is there twice`, 'criteria', i, 'name');
    });
    if (criteria.every(({ weight }) => weight === 0)) wrong('every weight is 0', 'criteria');
    const ids = new Set(elements.map(({ id }) => id));
    if (ids.size < elements.length) wrong('two elements have one id', 'elements');
    if (elements.length > 0 && !canvas) wrong('elements need the size of their canvas', 'canvas');
    for (const [name, { elements: named }] of Object.entries(about)) {
      if (!names.includes(name)) wrong('there is no such criterion', 'about', name);
      const unknown = named.find((id) => !ids.has(id));
      if (unknown !== undefined) wrong(`there is no element "${unknown}"`, 'about', name, 'elements');
    }
  });
export type Rubric = z.infer<typeof rubricSchema>;
