import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { KallosError } from '../../../errors.js';
import { taken, type Curve } from './curves.js';
import { surprises, type Expectation } from './oddness.js';

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

const curveSchema: z.ZodType<Curve> = z.strictObject({
  knots: z.array(z.number()),
  reach: z.number(),
  below: z.array(z.number().nonnegative()),
  above: z.array(z.number().nonnegative()),
  usual: z.number(),
});

const expectationSchema: z.ZodType<Expectation> = z.strictObject({
  measures: z.array(z.string()),
  mean: z.array(z.number()),
  deviation: z.array(z.number().positive()),
  precision: z.array(z.array(z.number())),
});

/**
 * A fitted combination of measures. The score on its inner scale, where the rated pages have mean 0 and deviation 1, is a
 * weighted sum of standardised measures of the picture (what people's votes say) plus two parts that know damage to pictures:
 * shallow trees, and what is odd about it. Where there is a design graph it counts half, and what the graph's measures take is
 * added (what damage to pages says).
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
  oddness: z
    .strictObject({
      expected: expectationSchema,
      /** What is taken for how far a measure is from what the others make one expect. */
      curves: z.record(z.string(), curveSchema),
    })
    .optional(),
  layout: z.strictObject({
    /** By measure of the graph. */
    curves: z.record(z.string(), curveSchema),
    /** By how much the curves take more than usual from undamaged pages that the fit has not seen; about 0. */
    unseen: z.number(),
    /** What the picture counts beside the graph. */
    picture: z.number().positive(),
  }),
  /** Inner score of an average page of today, which gets .5, of the picture alone. */
  centre: z.number(),
  /** Half width, on the inner scale, that covered 80% of the rated pages when they were left out of the fit. */
  halfWidth: z.number().positive(),
});
export type Model = z.infer<typeof modelSchema>;

/** Standardised measures are cut here: a straight line fitted on pages knows nothing about what is no page. */
export const CUT = 3;

export type Measures = Readonly<Record<string, number>>;

/** What the parts of a model make of a page. */
export interface Reading {
  /** The inner score. */
  value: number;
  /** What each measure adds to it, compared with a rated page of average measures. */
  pulls: Map<string, number>;
}

/** The inner score of a picture, and what each measure adds to it. */
export function apply(model: Pick<Model, 'linear' | 'trees' | 'oddness'>, measures: Measures): Reading {
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
  if (model.oddness) {
    const odd = surprises(model.oddness.expected, measures);
    for (const [id, curve] of Object.entries(model.oddness.curves))
      add(id, taken(curve, odd[id]!) - curve.usual);
  }
  for (const pull of pulls.values()) value += pull;
  return { value, pulls };
}

/**
 * The score in two steps, from 0 for an average page of today: what the picture says and, where there is a graph, what it takes.
 */
export function judge(model: Model, picture: Measures, layout: Partial<Measures> | null): Reading {
  const { value, pulls } = apply(model, picture);
  const seen = value - model.centre;
  if (!layout) return { value: seen, pulls };
  const { curves, unseen, picture: share } = model.layout;
  const all = new Map([...pulls].map(([id, pull]) => [id, pull * share]));
  let sum = share * seen - unseen;
  for (const [id, curve] of Object.entries(curves)) {
    const measured = layout[id];
    if (measured === undefined) continue;
    const by = taken(curve, measured) - curve.usual;
    all.set(id, by);
    sum += by;
  }
  return { value: sum, pulls: all };
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
