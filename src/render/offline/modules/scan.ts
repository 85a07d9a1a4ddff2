import { posix } from 'node:path';
import { init, parse } from 'es-module-lexer';
import * as esbuild from 'esbuild';
import { z } from 'zod';
import type { PackageSource } from '../schema.js';
import { bundle, type ImportKind } from './build.js';
import { writeFlags, type Flags } from './flags.js';
import { isScript, resolveFrom, type Inside } from './inside.js';
import { commonNames } from './names.js';

/** Part of every key of what was built: raised whenever the same input gives other bytes. */
export const FORMAT = `kallos.modules/1 esbuild ${esbuild.version}`;

const importSchema = z.object({
  specifier: z.string(),
  kind: z.enum(['import', 'dynamic', 'require']),
  /** The file it means; null when it leads out of the package. */
  file: z.string().nullable(),
});

const scanSchema = z.object({
  entry: z.string(),
  /** Every file that the entry reaches by static imports and `require` inside the package. */
  files: z.record(
    z.string(),
    z.object({
      format: z.enum(['esm', 'cjs', 'data']),
      imports: z.array(importSchema),
      /** Names that it exports itself, from wherever it has them. */
      names: z.array(z.string()),
      /** Specifiers of modules all of whose names it passes on: `export * from 'x'`. */
      stars: z.array(z.string()),
    }),
  ),
  /** Globals of Node that are used without looking first whether they are there. */
  free: z.array(z.string()),
  /** True when development and production builds differ. */
  modal: z.boolean(),
  /** True when some import isn't the exact path of a file, so that only a bundler finds it. */
  loose: z.boolean(),
});

/** What one file of a package reaches inside that package. */
export type Scan = z.infer<typeof scanSchema>;

/** More files than this are one request each too many, even where they'd run as they are. */
const MOST_PUBLISHED = 8;
const IN_PACKAGE = 'file-of-package:';
const FREE = ['process', 'global', 'Buffer', '__dirname', '__filename'];

/** Reads what a file reaches inside its package, by bundling it with everything else left out. */
export async function scan(
  inside: Inside,
  entry: string,
  mode: Flags,
  packages: PackageSource,
): Promise<Scan> {
  const { name, version } = inside.stored;
  const key = JSON.stringify([FORMAT, 'scan', `${name}@${version}`, entry, writeFlags(mode)]);
  const body = await packages.built(key, async () =>
    new TextEncoder().encode(JSON.stringify(await look(inside, entry))),
  );
  return scanSchema.parse(JSON.parse(new TextDecoder().decode(body)));
}

async function look(inside: Inside, entry: string): Promise<Scan> {
  await init();
  const imports = new Map<string, z.infer<typeof importSchema>[]>();
  const texts = new Map<string, string>();
  let modal = JSON.stringify(inside.manifest.exports ?? '').includes('"development"');
  let loose = false;

  const note = (importer: string, specifier: string, kind: ImportKind, file: string | null) => {
    const noted = imports.get(importer) ?? [];
    imports.set(importer, noted);
    if (!noted.some((one) => one.specifier === specifier && one.kind === kind))
      noted.push({ specifier, kind, file });
  };
  const { outputs, metafile } = await bundle({
    stored: inside.stored,
    entries: { entry: { file: entry } },
    define: Object.fromEntries(FREE.map((name) => [name, `__free_${name}`])),
    async lead(importer, specifier, kind) {
      const found = isOwn(inside, specifier)
        ? { other: specifier }
        : await resolveFrom(inside, importer, specifier);
      const file = found && 'file' in found ? found.file : null;
      const relative = specifier.startsWith('.');
      if (!relative || file === null || posix.join(posix.dirname(importer), specifier) !== file) loose = true;
      note(importer, specifier, kind, file);
      if (found && 'empty' in found) return { file: '' };
      return file === null || kind === 'dynamic' ? { url: specifier } : { file };
    },
    onSource(file, text) {
      texts.set(file, text);
      if (text.includes('process.env.NODE_ENV')) modal = true;
    },
  });

  const code = outputs.get('entry') ?? '';
  const formats = Object.entries(metafile.inputs)
    .filter(([key]) => key.startsWith(IN_PACKAGE))
    .map(([key, { format }]) => [key.slice(IN_PACKAGE.length), format] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const commonEntry = formats.some(([path, format]) => path === entry && format !== 'esm');
  const files: Scan['files'] = {};
  for (const [path, bundled] of formats) {
    const text = texts.get(path);
    const format = text === undefined || !isScript(path) ? 'data' : (bundled ?? 'cjs');
    // Names inside a CommonJS bundle are its own affair.
    const unnamed = { names: [], stars: [] };
    const exported =
      format === 'esm'
        ? moduleNames(text ?? '')
        : format === 'cjs' && (path === entry || !commonEntry)
          ? await commonNames(inside, path)
          : unnamed;
    files[path] = { format, imports: imports.get(path) ?? [], ...exported };
  }
  return {
    entry,
    files,
    free: FREE.filter((name) => code.includes(`__free_${name}`) && !code.includes(`typeof __free_${name}`)),
    modal,
    loose,
  };
}

/** A package's import of itself by name leads out like any other, and back in by its own entry. */
export const isOwn = ({ manifest }: Inside, specifier: string) =>
  specifier === manifest.name || specifier.startsWith(`${manifest.name}/`);

/** True when browsers load the files as they are published: modules only, that import each other by their exact paths and nothing else. */
export function runsAsPublished({ files, free, loose }: Scan): boolean {
  return (
    !loose &&
    free.length === 0 &&
    Object.keys(files).length <= MOST_PUBLISHED &&
    Object.values(files).every(({ format }) => format === 'esm')
  );
}

/** Every name that a file exports, those of other packages left out. */
export function namesOf({ files }: Scan, file: string): string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const follow = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const { names: own = [], imports = [], stars = [] } = files[path] ?? {};
    for (const name of own) if (path === file || name !== 'default') names.add(name);
    for (const one of imports) if (one.file !== null && stars.includes(one.specifier)) follow(one.file);
  };
  follow(file);
  return [...names].sort();
}

function moduleNames(text: string): { names: string[]; stars: string[] } {
  const [, exports] = parse(text);
  const names = exports.flatMap((one) => (one.type === 'reexport-all' || one.typeOnly ? [] : [one.name]));
  const stars = exports.flatMap((one) => (one.type === 'reexport-all' && !one.typeOnly ? [one.from] : []));
  return { names, stars };
}
