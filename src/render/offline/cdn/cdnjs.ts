import type { Reading } from './files.js';
import { CHANGED } from './cdnjs-changed.js';
import { LIBRARIES } from './cdnjs-libraries.js';
import { readPublished, type Published } from './published.js';
import type { Route } from './route.js';

const TABLE = new Map(
  LIBRARIES.map(([library, name, ...folders]) => [library.toLowerCase(), { name, folders }]),
);

/**
 * cdnjs ("/ajax/libs/library/version/path") and its mirrors. cdnjs has names and folders of its own and minifies what isn't minified.
 */
export const cdnjs: Route = {
  hosts: ['cdnjs.cloudflare.com', 'cdnjs.com', 'cdnjs.loli.net', 'cdnjs.snrat.com', 'mirrors.sustech.edu.cn'],
  read: ({ pathname }) => {
    const [, rest] = /\/ajax\/libs\/(.+)$/.exec(pathname) ?? [];
    return rest === undefined ? null : readLibrary(rest);
  },
};

/** Mirrors of cdnjs that leave "/ajax/libs" out. */
export const cdnjsMirrors: Route = {
  hosts: [
    'cdn.bootcdn.net',
    'cdn.bootcss.com',
    'lib.baomitu.com',
    'cdn.staticfile.org',
    'cdn.staticfile.net',
    'lf3-cdn-tos.bytecdntp.com',
    'lf6-cdn-tos.bytecdntp.com',
    'lf9-cdn-tos.bytecdntp.com',
    'lf26-cdn-tos.bytecdntp.com',
    's4.zstatic.net',
  ],
  read: ({ pathname }) => readLibrary(pathname.replace(/^\/(?:ajax\/libs\/|cdn\/expire-[^/]+\/)?/, '')),
};

/** Reads "library/version/path". A library that isn't in the table is taken to have its cdnjs name in lower case. */
export function readLibrary(text: string): Reading | null {
  const [, library = '', version = '', path = ''] = /^([^/]+)\/([^/]+)\/(.+)$/.exec(text) ?? [];
  return library === '' ? null : readPublished(published(library.toLowerCase(), version, path));
}

function published(library: string, version: string, path: string): Published {
  const changed = CHANGED.get(library)?.(version, path);
  if (changed) return changed;
  const known = TABLE.get(library);
  if (known) return { ...known, version, path };
  return { name: library.replace(/^fontsource-/, '@fontsource/'), version, path };
}
