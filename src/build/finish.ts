/** What `npm run build` does after the compiler: fonts, JSON Schemas and the built-in lock. */
import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildFonts } from './fonts.js';
import { writeSchemas } from './schemas.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
await buildFonts(`${root}dist/fonts`);
await writeSchemas(`${root}schemas`);
await copyFile(`${root}src/render/offline/builtin.lock.json`, `${root}dist/render/offline/builtin.lock.json`);
