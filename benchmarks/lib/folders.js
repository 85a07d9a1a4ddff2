import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';

/**
 * A folder of the data sets: in $KALLOS_DATA, else beside the checkout.
 * @param {string} name
 */
export function dataFolder(name) {
  const base = process.env.KALLOS_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
  const folder = join(base, name);
  if (!existsSync(folder))
    throw new Error(`There is no ${folder}: name a folder of pages with --pages, or set KALLOS_DATA.`);
  return folder;
}
