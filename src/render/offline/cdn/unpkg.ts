import { packagePath } from './package-path.js';
import { pickUnpkg } from './pick.js';
import type { Route } from './route.js';

/**
 * unpkg and a mirror of it. `?module` is a module made of a file and `?meta` a list of files: neither is read here.
 */
export const unpkg: Route = {
  hosts: ['unpkg.com', 'www.unpkg.com', 'npm.elemecdn.com'],
  read({ pathname, searchParams }) {
    if (searchParams.has('module') || searchParams.has('meta')) return null;
    const read = packagePath(pathname.slice(1));
    if (!read) return null;
    const { name, range, path } = read;
    return { name, range, ...(path === '' ? {} : { path }), pick: pickUnpkg(path), rebuilt: false };
  },
};
