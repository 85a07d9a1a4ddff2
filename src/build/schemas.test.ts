import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { jsonSchemas } from './schemas.js';

describe('the published JSON Schemas', () => {
  it.each([...jsonSchemas()])('%s is current (npm run build writes it)', async (name, text) => {
    const published = await readFile(new URL(`../../schemas/${name}`, import.meta.url), 'utf8');
    expect(published).toBe(text);
  });

  it('accept and refuse what the schemas in code do', () => {
    const validate = new Ajv2020({ strict: false }).compile(
      JSON.parse(jsonSchemas().get('config.json')!) as object,
    );
    expect(validate({ recipe: 'default', seed: 7 })).toBe(true);
    expect(validate({ recipee: 'default' })).toBe(false);
  });
});
