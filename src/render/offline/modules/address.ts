import { packagePath } from '../cdn/package-path.js';
import { NO_FLAGS, readFlags, writeFlags, type Flags } from './flags.js';

/** What a page asks for: some module of a package, by whatever route. */
export interface ModuleRequest {
  name: string;
  range: string | null;
  /** Below the package, without slashes at its ends; '' for its main module. */
  subpath: string;
  flags: Flags;
  /** What is wanted of it: the module, the style sheet of its package, the file as published, or a worker that runs it. */
  form: 'module' | 'css' | 'raw' | 'worker';
}

/** One module of ours: everything that imports this file of this package, with these flags, imports this address. */
export interface CanonicalModule {
  name: string;
  version: string;
  path: string;
  flags: Flags;
  /** True for the module that holds all that `path`, the package's main file, reaches inside its package. */
  core: boolean;
}

const ESM_SH = new Set(['esm.sh', 'cdn.esm.sh', 'esm.run', 'jspm.dev', 'cdn.skypack.dev', 'ga.jspm.io']);
/** Between version and path of our own addresses: no published file lies in a folder of such a name. */
const FILE_MARK = '-';
const CORE_MARK = '--';

/** Reads an address that asks for an ES module made of a package; null for any other. */
export function readRequest(url: URL): ModuleRequest | null {
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.port !== '') return null;
  const { hostname: host, pathname, searchParams: query } = url;
  if (host === 'cdn.jsdelivr.net') {
    const inner = /^\/npm\/(.+)\/\+esm$/.exec(pathname)?.[1];
    return inner === undefined ? null : request(inner, query);
  }
  if (host === 'unpkg.com' || host === 'www.unpkg.com')
    return query.has('module') ? request(pathname.slice(1), query) : null;
  if (!ESM_SH.has(host)) return null;
  if (host === 'ga.jspm.io') {
    const inner = /^\/npm:(.+)$/.exec(pathname)?.[1];
    return inner === undefined ? null : request(inner, query);
  }
  if (host === 'cdn.skypack.dev') return request(skypackPath(pathname), query);
  return request(esmShPath(pathname), query);
}

/** The address of a module of ours. */
export function canonicalUrl({ name, version, path, flags, core }: CanonicalModule): string {
  const query = writeFlags(flags);
  const mark = core ? CORE_MARK : FILE_MARK;
  return `https://esm.sh/${name}@${version}/${mark}/${encodeURI(path)}${query === '' ? '' : `?${query}`}`;
}

/** Reads an address that {@link canonicalUrl} wrote; null for any other. */
export function readCanonical(url: URL): CanonicalModule | null {
  if (url.hostname !== 'esm.sh') return null;
  const read = packagePath(url.pathname.slice(1));
  const [, mark, path] = /^(--?)\/(.+)$/.exec(read?.path ?? '') ?? [];
  if (!read?.range || path === undefined) return null;
  return {
    name: read.name,
    version: read.range,
    path,
    flags: readFlags(url.searchParams),
    core: mark === CORE_MARK,
  };
}

/** Where a file is published as it is: the one address at which it counts as a module. */
export const publishedUrl = (name: string, version: string, path: string): string =>
  `https://cdn.jsdelivr.net/npm/${name}@${version}/${encodeURI(path)}`;

function request(text: string, query: URLSearchParams): ModuleRequest | null {
  const externalAll = text.startsWith('*');
  // "react-dom@18.2.0&dev/client": flags that an import map's prefix carries along.
  const [, head = '', inline = '', tail = ''] =
    /^((?:@[^/]+\/)?[^/&]+)(?:&([^/]*))?(\/.*)?$/.exec(externalAll ? text.slice(1) : text) ?? [];
  const read = packagePath(`${head}${tail}`.replace(/\/+$/, ''));
  if (!read) return null;
  const all = new URLSearchParams([...query, ...new URLSearchParams(safeDecode(inline))]);
  const form = all.has('css') ? 'css' : all.has('raw') ? 'raw' : all.has('worker') ? 'worker' : 'module';
  return {
    name: read.name,
    range: read.range?.replace(/^v(?=\d)/, '') ?? null,
    subpath: builtFile(read.name, read.path),
    flags: all.size > 0 || externalAll ? readFlags(all, externalAll) : NO_FLAGS,
    form,
  };
}

/** "/v135/react@18.2.0" and "/stable/react@18.2.0" are older forms. GitHub and JSR packages keep a prefix which no npm package has. */
function esmShPath(pathname: string): string {
  return pathname
    .replace(/^\/(?:v\d+|stable|pin)(?=\/)/, '')
    .replace(/^\/(?:(?:gh|jsr|pr)\/.*)$/, '')
    .slice(1);
}

/** "/-/react@v17.0.1-yH0aYV1FOvoIPeKBbHxg/dist=es2019,mode=imports/optimized/react.js" and "/pin/…" name a build of a package. */
function skypackPath(pathname: string): string {
  const pinned =
    /^\/(?:-|pin)\/((?:@[^/]+\/)?[^/@]+@v?\d+\.\d+\.\d+(?:-(?:alpha|beta|rc|next)[\w.]*)?)[^/]*\/[^/]*=/.exec(
      pathname,
    );
  return pinned?.[1] ?? pathname.slice(1);
}

/** "es2022/jsx-runtime.mjs", as esm.sh names what it built, is the package's "jsx-runtime"; "es2022/react.mjs" is React itself. */
function builtFile(name: string, subpath: string): string {
  const [, built] =
    /^(?:X-[^/]+\/)?(?:es20\d\d|esnext)\/(.+?)(?:\.development)?(?:\.bundle|\.nobundle)?\.m?js$/.exec(
      subpath,
    ) ?? [];
  if (built === undefined) return subpath;
  return built === name.split('/').at(-1) ? '' : built;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
