import { posix } from 'node:path';
import type { PackageManifest } from '../schema.js';

/** The file of a package that answers, and whether it is to be minified because the CDN would do so. */
export interface Picked {
  path: string;
  minify: boolean;
}

/** Chooses among a package's files; null when none is meant. */
export type Pick = (paths: readonly string[], manifest: PackageManifest) => Picked | null;

const asIs = (path: string): Picked => ({ path, minify: false });

/** "a.min.js" -> "a.js"; null for other names. */
export function unminified(path: string): string | null {
  return /\.min\.(?:js|mjs|css)$/.test(path) ? path.replace(/\.min(?=\.\w+$)/, '') : null;
}

const minified = (path: string) => path.replace(/(?:\.min)?(?=\.(?:js|css)$)/, '.min');

/**
 * The file that jsDelivr sends: the one named; minified from its source where only that is published; without a path what `jsdelivr`,
 * `browser` or `main` of package.json name, in that order, minified too.
 */
export function pickJsdelivr(path: string): Pick {
  return (paths, manifest) => {
    const has = new Set(paths);
    if (path === '') {
      const entry = entryFile(has, manifest.jsdelivr, manifest.browser, manifest.main);
      if (entry === null || !/\.(?:js|css)$/.test(entry)) return entry === null ? null : asIs(entry);
      return has.has(minified(entry)) ? asIs(minified(entry)) : { path: entry, minify: true };
    }
    return has.has(path) ? asIs(path) : minifiable(has, path);
  };
}

/** The file that unpkg sends: the one named, with its ending left out, or a folder's index; without a path what `unpkg` or `main` name. */
export function pickUnpkg(path: string): Pick {
  return (paths, manifest) => {
    const has = new Set(paths);
    const file = path === '' ? entryFile(has, manifest.unpkg, manifest.main) : resolved(has, path);
    return file === null ? null : asIs(file);
  };
}

/** Exactly the files named, the first that the package has; else the first that can be minified to one of them. */
export function pickExactly(...candidates: string[]): Pick {
  return (paths) => {
    const has = new Set(paths);
    const exact = candidates.find((path) => has.has(path));
    if (exact !== undefined) return asIs(exact);
    return candidates.map((path) => minifiable(has, path)).find((picked) => picked !== null) ?? null;
  };
}

/**
 * The file that a CDN with folders of its own means by `path`: first the folders that it is known to publish, then any folder whose end
 * fits. Files as named go before those that must be minified, in all folders, or a module's source wins over the script built from it.
 */
export function pickAnywhere(path: string, folders: readonly string[] = []): Pick {
  return (paths, manifest) => {
    const known = pickExactly(...folders.map((folder) => posix.join(folder, path)))(paths, manifest);
    if (known && !known.minify) return known;
    const exact = likeliest(paths, path);
    if (exact !== null) return asIs(exact);
    if (known) return known;
    const source = unminified(path);
    const built = source === null ? null : likeliest(paths, source);
    return built === null ? null : { path: built, minify: true };
  };
}

/** Where published builds for browsers lie; the earlier the likelier. */
const BUILDS = ['dist', 'build', 'umd', 'lib', 'min'];
/** Where a file of the same name is meant for something else. */
const ELSEWHERE =
  /(?:^|\/)(?:esm?|cjs|es6|src|source|tests?|examples?|demos?|docs?|node_modules|[\w.]*\.?modules?)\//i;

function likeliest(paths: readonly string[], path: string): string | null {
  const rank = (candidate: string) => {
    const folder = candidate.slice(0, candidate.length - path.length);
    const build = BUILDS.indexOf(folder.split('/')[0] ?? '');
    return [
      ELSEWHERE.test(folder) ? 1 : 0,
      build === -1 ? BUILDS.length : build,
      folder.split('/').length,
    ] as const;
  };
  const found = paths
    .filter((candidate) => candidate === path || candidate.endsWith(`/${path}`))
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .sort(
      (a, b) =>
        a.rank[0] - b.rank[0] ||
        a.rank[1] - b.rank[1] ||
        a.rank[2] - b.rank[2] ||
        (a.candidate < b.candidate ? -1 : 1),
    );
  return found[0]?.candidate ?? null;
}

function minifiable(has: ReadonlySet<string>, path: string): Picked | null {
  const source = unminified(path);
  return source !== null && has.has(source) ? { path: source, minify: true } : null;
}

function entryFile(has: ReadonlySet<string>, ...fields: unknown[]): string | null {
  const named = fields.find((field): field is string => typeof field === 'string' && field !== '');
  return resolved(has, posix.normalize(named ?? 'index.js').replace(/^\/+|\/+$/g, ''));
}

/** A path as Node would complete it. */
function resolved(has: ReadonlySet<string>, path: string): string | null {
  const candidates =
    path === '.'
      ? ['index.js']
      : [path, `${path}.js`, `${path}.json`, `${path}/index.js`, `${path}/index.json`];
  return candidates.find((candidate) => has.has(candidate)) ?? null;
}
