import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { KallosError } from '../../../errors.js';

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
export function apply(
  model: Pick<Model, 'linear' | 'trees'>,
  measures: Measures,
): { value: number; pulls: Map<string, number> } {
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

const SHIPPED = new URL('model.json', import.meta.url);

interface ModelFile {
  model: Model;
  /** SHA-256 of the file, in hex. */
  hash: string;
}

const files = new Map<string, Promise<ModelFile>>();

/**
 * Reads a judge file, once; by default the one that Kallos ships, made by `npm run judge:fit`.
 *
 * @throws KallosError KALLOS_CONFIG when there is none, or it is no judge
 */
export function readModelFile(path: string | URL = SHIPPED): Promise<ModelFile> {
  const name = path instanceof URL ? fileURLToPath(path) : path;
  let file = files.get(name);
  if (!file) files.set(name, (file = parseFile(name)));
  return file;
}

async function parseFile(name: string): Promise<ModelFile> {
  try {
    const text = await readFile(name, 'utf8');
    const model = modelSchema.parse(JSON.parse(text));
    return { model, hash: createHash('sha256').update(text).digest('hex') };
  } catch (cause) {
    const why = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new KallosError(
      'KALLOS_CONFIG',
      `The judge ${name} cannot be used: ${why.split('\n')[0]}.`,
      'Give the path of a judge file, or one of the judges that `kallos score --help` names.',
      { cause },
    );
  }
}

/** The model that Kallos ships. */
export const readModel = async (): Promise<Model> => (await readModelFile()).model;
