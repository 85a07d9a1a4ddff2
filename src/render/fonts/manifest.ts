import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { KallosError } from '../../errors.js';

/** What `npm run build` writes beside the bundled fonts, as fonts.json. */
export const fontManifestSchema = z.strictObject({
  /** Hash of all that the fonts were made from; an equal one means that nothing has to be built. */
  inputs: z.string(),
  fonts: z.array(
    z.strictObject({
      family: z.string(),
      style: z.enum(['normal', 'italic']),
      /** CSS weight, or the range of a variable font. */
      weight: z.union([z.int(), z.tuple([z.int(), z.int()])]),
      file: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      /** Characters of its character map. */
      characters: z.int(),
    }),
  ),
  /** The characters of all fonts together: first and last code point of each run, ascending. */
  coverage: z.array(z.int()),
});
export type FontManifest = z.infer<typeof fontManifestSchema>;

/** The folder of the bundled fonts, the same from the sources and from the built package. */
export const fontsFolder = fileURLToPath(new URL('../../../dist/fonts/', import.meta.url));

let loaded: FontManifest | undefined;

/** The manifest of the bundled fonts, read once. Throws KALLOS_INTERNAL when they were not built. */
export function fontManifest(): FontManifest {
  return (loaded ??= read());
}

function read(): FontManifest {
  const file = join(fontsFolder, 'fonts.json');
  if (!existsSync(file)) {
    throw new KallosError(
      'KALLOS_INTERNAL',
      'The bundled fonts are missing.',
      'Run `npm run build` in the Kallos folder, or install the package again.',
    );
  }
  return fontManifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
