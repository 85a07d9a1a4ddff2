// Measures are kept under a hash of the code that made them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, URL } from 'node:url';

const EMBEDDED = new URL('../../src/channels/visual/embedded/', import.meta.url);

/**
 * @param {string[]} folders of the embedded judge
 * @param {string[]} scripts of this folder
 */
export function hashOfCode(folders, scripts) {
  const hash = createHash('sha256');
  for (const name of folders) {
    const folder = fileURLToPath(new URL(`${name}/`, EMBEDDED));
    const isCode = (file) => file.endsWith('.ts') && !file.endsWith('.test.ts');
    for (const file of readdirSync(folder).filter(isCode).sort())
      hash.update(readFileSync(join(folder, file)));
  }
  for (const script of scripts) hash.update(readFileSync(fileURLToPath(new URL(script, import.meta.url))));
  return hash.digest('hex').slice(0, 16);
}
