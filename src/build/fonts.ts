import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decompress } from 'wawoff2';
import { type FontManifest, fontManifestSchema } from '../render/fonts/manifest.js';
import { mergeSlices } from './merge.js';
import { readCmap, readSfnt, renameFamily, type Tables, table, writeSfnt } from './sfnt.js';
import { type Source, SOURCES } from './sources.js';

type Face = Omit<FontManifest['fonts'][number], 'bytes' | 'sha256' | 'characters'> & {
  make: () => Promise<Buffer>;
};

/**
 * Writes the bundled fonts and their manifest into `folder`, unless they are there already, made from the same packages
 * by the same code. Returns whether anything was built.
 */
export async function buildFonts(folder: string): Promise<boolean> {
  const inputs = await hashOfInputs();
  if (await isCurrent(folder, inputs)) return false;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });

  const fonts: FontManifest['fonts'] = [];
  const characters = new Set<number>();
  for (const source of SOURCES) {
    for (const { make, ...face } of await facesOf(source)) {
      const data = await make();
      const cmap = readCmap(table(readSfnt(data), 'cmap'));
      for (const code of cmap.keys()) characters.add(code);
      await writeFile(join(folder, face.file), data);
      const sha256 = createHash('sha256').update(data).digest('hex');
      fonts.push({ ...face, bytes: data.length, sha256, characters: cmap.size });
    }
  }
  const manifest: FontManifest = { inputs, fonts, coverage: runs(characters) };
  await writeFile(join(folder, 'fonts.json'), `${JSON.stringify(manifest)}\n`);
  return true;
}

async function facesOf(source: Source): Promise<Face[]> {
  const folder = packageFolder(source.package);
  return source.kind === 'faces' ? staticFaces(source, folder) : [await variableFace(source, folder)];
}

/** These packages keep every face in a folder named after it, such as `600SemiBold_Italic`. */
async function staticFaces(source: Source & { kind: 'faces' }, folder: string): Promise<Face[]> {
  const faces: Face[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const weight = Number.parseInt(name, 10);
    if (!source.weights.includes(weight)) continue;
    const style = name.endsWith('_Italic') ? 'italic' : 'normal';
    const file = (await readdir(join(folder, name))).find((entry) => entry.endsWith('.ttf'));
    if (file === undefined) throw new Error(`${source.package}/${name} holds no TrueType file.`);
    const make = async () => {
      const data = await readFile(join(folder, name, file));
      return source.without === undefined ? data : writeSfnt(omit(readSfnt(data), source.without));
    };
    faces.push({ family: source.family, style, weight, file, make });
  }
  const missing = source.weights.filter((weight) => !faces.some((face) => face.weight === weight));
  if (missing.length > 0) throw new Error(`${source.package} has no weight ${missing.join(', ')}.`);
  return faces;
}

async function variableFace(source: Source & { kind: 'slices' }, folder: string): Promise<Face> {
  const prefix = `${basename(source.package)}-`;
  const suffix = '-wght-normal.woff2';
  const wanted = (await readdir(join(folder, 'files')))
    .filter((file) => file.endsWith(suffix))
    .filter((file) => source.slice === undefined || file === `${prefix}${source.slice}${suffix}`)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (wanted.length === 0) throw new Error(`${source.package} has no slice ${source.slice ?? 'at all'}.`);
  const make = async () => {
    const slices: Tables[] = [];
    for (const file of wanted) {
      slices.push(readSfnt(Buffer.from(await decompress(await readFile(join(folder, 'files', file))))));
    }
    const font = slices.length === 1 ? slices[0]! : mergeSlices(slices);
    return writeSfnt(renameFamily(font, source.family));
  };
  const file = `${source.family.replaceAll(' ', '')}-Variable.ttf`;
  return { family: source.family, style: 'normal', weight: [100, 900], file, make };
}

function omit(tables: Tables, tags: readonly string[]): Tables {
  return new Map([...tables].filter(([tag]) => !tags.includes(tag)));
}

/** First and last code point of every run, ascending. */
function runs(characters: ReadonlySet<number>): number[] {
  const flat: number[] = [];
  for (const code of [...characters].sort((a, b) => a - b)) {
    if (flat.at(-1) === code - 1) flat[flat.length - 1] = code;
    else flat.push(code, code);
  }
  return flat;
}

async function isCurrent(folder: string, inputs: string): Promise<boolean> {
  const file = join(folder, 'fonts.json');
  if (!existsSync(file)) return false;
  const manifest = fontManifestSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!manifest.success || manifest.data.inputs !== inputs) return false;
  for (const font of manifest.data.fonts) {
    const path = join(folder, font.file);
    if (!existsSync(path) || (await stat(path)).size !== font.bytes) return false;
  }
  return true;
}

/** Package versions stand for their contents: the lock file pins both. */
async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(SOURCES));
  for (const source of SOURCES) hash.update(await packageVersion(source.package));
  hash.update(await packageVersion('wawoff2'));
  const here = dirname(fileURLToPath(import.meta.url));
  const extension = import.meta.url.slice(-3);
  for (const part of ['fonts', 'merge', 'sfnt', 'vertical']) {
    hash.update(await readFile(join(here, `${part}${extension}`)));
  }
  return hash.digest('hex');
}

async function packageVersion(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder(name), 'package.json'), 'utf8')) as {
    version: string;
  };
  return `${name}@${version}`;
}

function packageFolder(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
