import { readGithub } from './github.js';
import { packagePath } from './package-path.js';
import { pickJsdelivr } from './pick.js';
import type { Reading } from './files.js';
import type { Route } from './route.js';

/** The names of jsDelivr, and mirrors that answer the same paths. */
export const JSDELIVR_HOSTS: readonly string[] = [
  'cdn.jsdelivr.net',
  'fastly.jsdelivr.net',
  'gcore.jsdelivr.net',
  'testingcf.jsdelivr.net',
  'quantil.jsdelivr.net',
  'originfastly.jsdelivr.net',
  'jsd.onmicrosoft.cn',
  'cdn.jsdmirror.com',
];

/** Files of npm packages, and of those repositories of GitHub that are published on npm too. `+esm` is a module made of a package: not read here. */
export const jsdelivr: Route = {
  hosts: JSDELIVR_HOSTS,
  read: ({ pathname }) => readJsdelivr(pathname),
};

/** Reads "/npm/name@range/path" and "/gh/owner/repository@version/path". */
export function readJsdelivr(pathname: string): Reading | null {
  if (pathname.endsWith('/+esm')) return null;
  const [, kind, rest = ''] = /^\/(npm|gh)\/(.+)$/.exec(pathname) ?? [];
  if (kind === 'gh') return readGithub(rest);
  const read = kind === 'npm' ? packagePath(rest) : null;
  if (!read) return null;
  const { name, range, path } = read;
  return { name, range, ...(path === '' ? {} : { path }), pick: pickJsdelivr(path), rebuilt: false };
}
