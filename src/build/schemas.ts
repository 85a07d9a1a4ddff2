import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { rubricSchema } from '../artifact/rubric.js';
import { briefSchema } from '../artifact/schema.js';
import { traceDataSchema } from '../channels/interaction/trace.js';
import { baselineSchema } from '../channels/suppress.js';
import { configSchema } from '../config.js';
import { designGraphSchema } from '../graph/schema.js';
import { captureDataSchema } from '../render/capture.js';
import { recipeSchema } from '../reward/recipes.js';
import { verdictSchema } from '../reward/verdict.js';

/** What people write is described as they may write it, what Kallos writes as it stands in the file. */
const WRITTEN_BY_PEOPLE = {
  brief: briefSchema,
  baseline: baselineSchema,
  config: configSchema,
  recipe: recipeSchema,
  rubric: rubricSchema,
};
const WRITTEN_BY_KALLOS = {
  verdict: verdictSchema,
  capture: captureDataSchema,
  graph: designGraphSchema,
  trace: traceDataSchema,
};

/** The published JSON Schemas (draft 2020-12) as text by file name. */
export function jsonSchemas(): Map<string, string> {
  const files = new Map<string, string>();
  const add = (io: 'input' | 'output') => (entry: [name: string, schema: z.ZodType]) => {
    const [name, schema] = entry;
    const { $schema, ...rest } = z.toJSONSchema(schema, { io });
    files.set(`${name}.json`, `${JSON.stringify({ $schema, title: `Kallos ${name}`, ...rest }, null, 2)}\n`);
  };
  Object.entries(WRITTEN_BY_PEOPLE).forEach(add('input'));
  Object.entries(WRITTEN_BY_KALLOS).forEach(add('output'));
  return files;
}

/** Writes the JSON Schemas into `folder`. */
export async function writeSchemas(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of jsonSchemas()) await writeFile(join(folder, name), text);
}
