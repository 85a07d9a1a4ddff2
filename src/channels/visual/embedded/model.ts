import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A leaf, or a question: is a measure below a value? `value` at a question is the mean of what lies under it. */
export interface Tree {
  value: number;
  split?: { measure: string; at: number; below: Tree; above: Tree } | undefined;
}

const treeSchema: z.ZodType<Tree> = z.lazy(() =>
  z.strictObject({
    value: z.number(),
    split: z
      .strictObject({ measure: z.string(), at: z.number(), below: treeSchema, above: treeSchema })
      .optional(),
  }),
);

/**
 * A fitted combination of measures. The score on its inner scale, where the rated pages have mean 0 and deviation 1, is a
 * weighted sum of standardised measures (what people's votes say) plus shallow trees (what damage says).
 */
export const modelSchema = z.strictObject({
  schema: z.literal('kallos.judge/1'),
  /** The sets of votes and pages that it was fitted on. */
  fittedOn: z.array(z.string()),
  linear: z.record(
    z.string(),
    z.strictObject({ mean: z.number(), deviation: z.number(), weight: z.number() }),
  ),
  trees: z.array(treeSchema),
  /** Half width, on the inner scale, that covered 80% of the rated pages when they were left out of the fit. */
  halfWidth: z.number().positive(),
});
export type Model = z.infer<typeof modelSchema>;

/** Standardised measures are cut here: a straight line fitted on pages knows nothing about what is no page. */
export const CUT = 3;

export type Measures = Readonly<Record<string, number>>;

/** The inner score and what each measure adds to it, compared with a rated page of average measures. */
export function apply(model: Model, measures: Measures): { value: number; pulls: Map<string, number> } {
  const pulls = new Map<string, number>();
  const add = (id: string, by: number) => pulls.set(id, (pulls.get(id) ?? 0) + by);
  for (const [id, { mean, deviation, weight }] of Object.entries(model.linear)) {
    add(id, weight * standardised(measures[id]!, mean, deviation));
  }
  let value = 0;
  for (const tree of model.trees) {
    value += tree.value;
    let at = tree;
    while (at.split) {
      const next = measures[at.split.measure]! < at.split.at ? at.split.below : at.split.above;
      add(at.split.measure, next.value - at.value);
      at = next;
    }
  }
  for (const pull of pulls.values()) value += pull;
  return { value, pulls };
}

export function standardised(value: number, mean: number, deviation: number): number {
  return Math.max(-CUT, Math.min(CUT, (value - mean) / deviation));
}

let shipped: Promise<Model> | undefined;

/** The model that Kallos ships, made by `npm run judge:fit`; read once. */
export function readModel(): Promise<Model> {
  return (shipped ??= readFile(new URL('model.json', import.meta.url), 'utf8').then((text) =>
    modelSchema.parse(JSON.parse(text)),
  ));
}
