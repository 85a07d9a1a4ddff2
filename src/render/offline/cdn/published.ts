import type { Reading } from './files.js';
import { filePath, packagePath } from './package-path.js';
import { pickAnywhere } from './pick.js';

/** What a CDN of its own making took from npm: the package, its version or range, and the file as the package may have it in one of its folders. */
export interface Published {
  name: string;
  /** Left out, or "latest", where the address has none. */
  version?: string | undefined;
  path: string;
  /** Folders of the package to look in first. */
  folders?: readonly string[];
}

/** Reads what comes out of a table and a hostile URL (percent-encoded) together; null unless all of it is well-formed. */
export function readPublished({ name, version = '', path, folders }: Published): Reading | null {
  const file = filePath(path);
  const read = packagePath(`${name}@${version}`);
  if (file === null || file === '' || read?.path !== '') return null;
  // Without a version, the newest that still has the file; only at the package's root is the path the package's own.
  const wish = read.range === null && folders?.[0] === '' ? { path: file } : {};
  return { name: read.name, range: read.range, ...wish, pick: pickAnywhere(file, folders), rebuilt: true };
}
