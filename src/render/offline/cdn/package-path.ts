/** What a URL asks of the registry: a package, in a range of versions, and a file of it. */
export interface Wanted {
  name: string;
  /** As the URL has it ("4", "^4.1.0", "latest"); null for none. */
  range: string | null;
  /** The file inside the package; left out where the URL does not say it in the package's own terms. */
  path?: string;
}

/** "name@range/path" taken apart. */
export interface PackagePath {
  name: string;
  range: string | null;
  /** Without slashes at its ends; '' for the package's default file. */
  path: string;
}

const NAME = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;
const RANGE = /^(?!\.)[\w.^~<>=|*+ -]{1,64}$/;
/** Nothing that could step out of a folder or mean another file to another program. */
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\\:]/;

/**
 * Takes "name@range/path" apart as it stands in the path of a URL (percent-encoded, no leading slash): "chart.js@4/dist/chart.umd.js",
 * "@scope/name", "three". Null for anything that can't name a package's file, such as a path that steps upwards or the name of a folder.
 */
export function packagePath(text: string): PackagePath | null {
  const decoded = decode(text);
  if (decoded === null) return null;
  const match = /^((?:@[^/@]+\/)?[^/@]+)(?:@([^/]*))?(?:\/(.*))?$/s.exec(decoded);
  if (!match) return null;
  const [, name = '', range = '', path = ''] = match;
  if (match[3] === '' || !isName(name) || (range !== '' && !RANGE.test(range)) || !isFilePath(path))
    return null;
  return { name, range: range === '' ? null : range, path };
}

/** A path out of a URL, decoded and without its leading slash; null where it can't be a path to a file ("a/../b" in disguise, control characters). */
export function filePath(pathname: string): string | null {
  const decoded = decode(pathname.replace(/^\//, ''));
  return decoded !== null && isFilePath(decoded) ? decoded : null;
}

/** True for what npm accepts, or once accepted, as a name. */
const isName = (name: string): boolean => name.length <= 214 && NAME.test(name);

function isFilePath(path: string): boolean {
  if (path === '') return true;
  return !UNSAFE.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
