import { posix } from 'node:path';
import { exports as exported, imports as imported } from 'resolve.exports';
import type { PackageManifest, StoredPackage } from '../schema.js';
import type { Flags } from './flags.js';

/** A package opened for resolving inside it. */
export interface Inside {
  stored: StoredPackage;
  manifest: PackageManifest;
  /** Names tried in `exports` and `imports` maps, besides `import`, `browser` and `default`. */
  conditions: readonly string[];
}

/** What a specifier means inside of its package: a file, nothing at all (`browser: {x: false}`), or another specifier. */
export type Found = { file: string } | { empty: true } | { other: string } | null;

const ENDINGS = ['', '.mjs', '.js', '.cjs', '.json', '.ts', '.tsx', '.jsx'];
const decoder = new TextDecoder();

export async function openInside(stored: StoredPackage, { dev, conditions }: Flags): Promise<Inside> {
  return {
    stored,
    manifest: await stored.manifest(),
    conditions: ['module', dev ? 'development' : 'production', ...conditions],
  };
}

/**
 * The file that a subpath ('' for the main module) of the package means for a browser. Packages are entered as by `import`, by whatever
 * means they are asked for, so that a package has one entry and not two. What an `exports` map hides is found by its path.
 */
export async function fileOf(inside: Inside, subpath: string): Promise<Found> {
  const { manifest } = inside;
  if (manifest.exports !== undefined) {
    const target = mapped(inside, subpath);
    const file = target && (await existing(inside, target));
    if (file) return browserFile(inside, file);
  }
  if (subpath === '') return mainFile(inside, '', manifest);
  const file = await existing(inside, subpath);
  return file ? browserFile(inside, file) : null;
}

/** What a specifier in `importer` means: "./x", "#internal", or a bare one that the package replaces for browsers. */
export async function resolveFrom(inside: Inside, importer: string, specifier: string): Promise<Found> {
  const { manifest } = inside;
  if (specifier.startsWith('#')) {
    const [target] = attempt(() => imported(manifest, specifier, optionsOf(inside))) ?? [];
    if (target === undefined) return null;
    return target.startsWith('./') ? fileAt(inside, target) : { other: target };
  }
  if (/^\.{0,2}(\/|$)/.test(specifier)) return fileAt(inside, posix.join(posix.dirname(importer), specifier));
  const replaced = browserMap(manifest)[specifier];
  if (replaced === false) return { empty: true };
  if (replaced === undefined) return { other: specifier };
  return replaced.startsWith('.') ? fileAt(inside, replaced) : { other: replaced };
}

/** Files of the package that an `exports` map offers beside the main one, as patterns of paths; null when it has no such map. */
export function offered(inside: Inside): RegExp[] | null {
  const { exports } = inside.manifest;
  if (exports === undefined) return null;
  const keys = typeof exports === 'object' && exports !== null ? Object.keys(exports) : [];
  return keys
    .filter((key) => key.startsWith('./') && key !== './package.json')
    .flatMap((key) => {
      const [target] = attempt(() => exported(inside.manifest, key, optionsOf(inside))) ?? [];
      if (target === undefined) return [];
      const parts = posix
        .normalize(target)
        .split('*')
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
      return [new RegExp(`^${parts.join('.*')}$`)];
    });
}

function mapped(inside: Inside, subpath: string): string | undefined {
  const entry = subpath === '' ? '.' : `./${subpath}`;
  return (attempt(() => exported(inside.manifest, entry, optionsOf(inside))) ??
    attempt(() => exported(inside.manifest, entry, { ...optionsOf(inside), require: true })))?.[0];
}

const optionsOf = ({ conditions }: Inside) => ({ browser: true, conditions });

/** `resolve.exports` throws where a map has no entry. */
function attempt(look: () => unknown): string[] | null {
  try {
    const found = look();
    return Array.isArray(found) ? found.map(String) : null;
  } catch {
    return null;
  }
}

async function fileAt(inside: Inside, path: string): Promise<Found> {
  const file = await existing(inside, path);
  return file ? browserFile(inside, file) : null;
}

function browserFile({ manifest }: Inside, file: string): Found {
  const map = browserMap(manifest);
  const replaced = map[`./${file}`] ?? map[file] ?? map[`./${file.replace(/\.js$/, '')}`];
  if (replaced === false) return { empty: true };
  return {
    file: typeof replaced === 'string' && replaced.startsWith('.') ? posix.normalize(replaced) : file,
  };
}

const browserMap = ({ browser }: PackageManifest): Record<string, string | false> =>
  typeof browser === 'object' ? browser : {};

/** A path with the endings that a bundler tries, or the main file of a folder. */
async function existing(inside: Inside, asked: string, nestedFolders = true): Promise<string | null> {
  const { stored } = inside;
  const path = posix.normalize(asked).replace(/\/$/, '');
  if (path.startsWith('..') || path.startsWith('/')) return null;
  const ending = ENDINGS.find((one) => path !== '.' && stored.has(`${path}${one}`));
  if (ending !== undefined) return `${path}${ending}`;
  // "./x.js" in TypeScript sources means "./x.ts".
  const source = path.replace(/\.js$/, '.ts');
  if (stored.has(source)) return source;
  const nested = posix.join(path, 'package.json');
  if (nestedFolders && path !== '.' && stored.has(nested)) {
    const found = await mainFile(inside, path, parsed(await stored.read(nested)), false);
    if (found && 'file' in found) return found.file;
  }
  const index = posix.join(path, 'index');
  const indexEnding = ENDINGS.slice(1).find((one) => stored.has(`${index}${one}`));
  return indexEnding === undefined ? null : `${index}${indexEnding}`;
}

async function mainFile(
  inside: Inside,
  folder: string,
  manifest: Partial<PackageManifest>,
  nestedFolders = true,
): Promise<Found> {
  const { browser, module, main } = manifest;
  const forBrowsers = typeof browser === 'string' ? browser : undefined;
  // A bundle for script tags in `browser` is worth less than a module.
  const fields = forBrowsers?.endsWith('.mjs') ? [forBrowsers, module, main] : [module, forBrowsers, main];
  for (const field of [...fields, './index']) {
    if (typeof field !== 'string') continue;
    const file = await existing(inside, posix.join(folder, field), nestedFolders);
    if (file && file !== posix.join(folder, 'package.json')) return browserFile(inside, file);
  }
  return null;
}

function parsed(body: Uint8Array): Partial<PackageManifest> {
  try {
    const value: unknown = JSON.parse(decoder.decode(body));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const isScript = (path: string): boolean =>
  /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path) || posix.extname(path) === '';
