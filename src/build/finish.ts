/** What `npm run build` does after the compiler: fonts and JSON Schemas. */
import { fileURLToPath } from 'node:url';
import { buildFonts } from './fonts.js';
import { writeSchemas } from './schemas.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
await buildFonts(`${root}dist/fonts`);
await writeSchemas(`${root}schemas`);
