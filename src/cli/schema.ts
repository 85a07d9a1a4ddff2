import type { Command } from 'commander';
import { KallosError } from '../errors.js';

/** The published shapes by name, loaded when asked for. */
const SCHEMAS = {
  verdict: async () => (await import('../reward/verdict.js')).verdictSchema,
  capture: async () => (await import('../render/capture.js')).captureDataSchema,
  graph: async () => (await import('../graph/schema.js')).designGraphSchema,
  trace: async () => (await import('../channels/interaction/trace.js')).traceDataSchema,
  brief: async () => (await import('../artifact/schema.js')).briefSchema,
  rubric: async () => (await import('../artifact/rubric.js')).rubricSchema,
  recipe: async () => (await import('../reward/recipes.js')).recipeSchema,
  config: async () => (await import('../config.js')).configSchema,
};

export function defineSchema(program: Command): void {
  const names = Object.keys(SCHEMAS);
  program
    .command('schema')
    .description(`print the JSON Schema of a ${names.join(', ')}`)
    .argument('<name>')
    .action(async (name: string) => {
      if (!(name in SCHEMAS)) {
        throw new KallosError(
          'KALLOS_USAGE',
          `There is no schema "${name}".`,
          `Use one of ${names.join(', ')}.`,
        );
      }
      const { z } = await import('zod');
      const schema = await SCHEMAS[name as keyof typeof SCHEMAS]();
      process.stdout.write(`${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), null, 2)}\n`);
    });
}
