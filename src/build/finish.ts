/** What `npm run build` does after the compiler: fonts, JSON Schemas, the built-in lock and the judge's model. */
import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildFonts } from './fonts.js';
import { writeSchemas } from './schemas.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
await buildFonts(`${root}dist/fonts`);
await writeSchemas(`${root}schemas`);
for (const file of ['render/offline/builtin.lock.json', 'channels/visual/embedded/model.json']) {
  await copyFile(`${root}src/${file}`, `${root}dist/${file}`);
}
