import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECK_DOCS, checkDocs } from './docs.js';

describe('docs/checks', () => {
  it('is what `npm run docs` writes', async () => {
    const pages = await checkDocs();
    expect((await readdir(CHECK_DOCS)).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages) expect(await readFile(join(CHECK_DOCS, name), 'utf8'), name).toBe(text);
  });
});
