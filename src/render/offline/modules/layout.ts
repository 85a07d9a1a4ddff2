import type { PackageSource } from '../schema.js';
import type { Flags } from './flags.js';
import { fileOf, isScript, offered, type Inside } from './inside.js';
import { runsAsPublished, scan, type Scan } from './scan.js';

/**
 * How a package's files are divided into modules, so that each file runs once on a page, whoever imports it in whatever order:
 *
 * - `published`: the main file and what it reaches are few and run in browsers as they are. Each is a module at its published address.
 * - `open`: all that the main file reaches is one module, the core, which exports the names of each of its files; a subpath that lies in it
 *   re-exports its part.
 * - `closed`: the same, but the package has no subpaths that could lead into it, so the core is simply the main module.
 * - `apart`: the main file is CommonJS, or reaches too much to be shared. It is a bundle of its own.
 *
 * A file outside of the core is a module of its own, which links to the core and to other such files (CommonJS files are bundled with what
 * they require, except the main file).
 */
export type Shape = 'published' | 'open' | 'closed' | 'apart';

export interface Layout {
  shape: Shape;
  /** The main file. */
  root: string;
  scan: Scan;
}

/** A core of more files than this (packages of thousands of icons) isn't shared: a page that wants one icon would load all. */
const MOST_SHARED = 2500;

/** The layout of a package, null when it has no main module. */
export async function layOut(inside: Inside, mode: Flags, packages: PackageSource): Promise<Layout | null> {
  const main = await fileOf(inside, '');
  if (!main || !('file' in main) || !isScript(main.file)) return null;
  const root = main.file;
  const scanned = await scan(inside, root, mode, packages);
  return { shape: shapeOf(inside, scanned), root, scan: scanned };
}

/** The name by which a core exports what one of its files calls `name`. */
export const coreName = (layout: Layout, file: string, name: string): string =>
  `${Object.keys(layout.scan.files).indexOf(file)}:${name}`;

function shapeOf(inside: Inside, scanned: Scan): Shape {
  if (runsAsPublished(scanned)) return 'published';
  const files = Object.keys(scanned.files);
  if (scanned.files[scanned.entry]?.format !== 'esm' || files.length > MOST_SHARED) return 'apart';
  const reachable = offered(inside);
  const isEntry = (file: string) =>
    file !== scanned.entry && isScript(file) && reachable?.some((one) => one.test(file));
  const open = files.length > 1 && (reachable === null || inside.stored.paths.some(isEntry));
  return open ? 'open' : 'closed';
}
