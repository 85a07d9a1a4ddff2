import semver from 'semver';
import { threeVersion } from './github.js';
import type { Published } from './published.js';

/** True when the version is older than `limit`; what isn't a version is taken to be new. */
const before = (version: string, limit: string) => {
  const parsed = semver.coerce(version);
  return parsed !== null && semver.lt(parsed, limit);
};

/** Bundles of plotly.js, each a package of its own, a hundredth of the size of the whole. */
export function plotlyBundle(version: string, path: string): Published {
  const [, bundle = ''] = /^plotly(?:-(\w+))?\.min\.js$/.exec(path) ?? [];
  const name = /^plotly(?:-\w+)?\.min\.js$/.test(path)
    ? `plotly.js-${bundle === '' ? '' : `${bundle}-`}dist-min`
    : 'plotly.js';
  return { name, version, path };
}

/** jQuery UI: a folder of builds in its package since 1.13; before that in another, with the files of one theme at its root. */
export function jqueryUi(version: string, path: string): Published {
  if (!before(version, '1.13.0')) return { name: 'jquery-ui', version, path, folders: ['dist'] };
  return {
    name: 'jquery-ui-dist',
    version,
    path: path.replace(/^(?:themes\/[\w-]+|css)\//, ''),
    folders: [''],
  };
}

/** DataTables: one package for the script and one for each look. */
export function dataTables(version: string, path: string): Published {
  const [, look] = /dataTables\.(bootstrap\d?|foundation|jqueryui|semanticui|bulma)\b/.exec(path) ?? [];
  const short = look
    ?.replace('bootstrap', 'bs')
    .replace('foundation', 'zf')
    .replace('semanticui', 'se')
    .replace('bulma', 'bm');
  const suffix =
    short === 'bs3' ? '-bs' : short !== undefined ? `-${short}` : /^(?:css|images)\//.test(path) ? '-dt' : '';
  return { name: `datatables.net${suffix}`, version, path, folders: [''] };
}

/**
 * Libraries whose package depends on the version or the file asked for, by cdnjs name in lower case.
 */
export const CHANGED = new Map<string, (version: string, path: string) => Published>([
  [
    'three.js',
    (version, path) => ({ name: 'three', version: threeVersion(version), path, folders: ['build'] }),
  ],
  [
    'stats.js',
    (version, path) => ({
      name: 'stats.js',
      version: threeVersion(version),
      path: path.toLowerCase(),
      folders: ['build'],
    }),
  ],
  [
    'font-awesome',
    (version, path) => ({
      name: before(version, '5.0.0') ? 'font-awesome' : '@fortawesome/fontawesome-free',
      version,
      path,
      folders: [''],
    }),
  ],
  [
    'highlight.js',
    (version, path) =>
      before(version, '10.0.0')
        ? {
            name: 'highlightjs',
            version,
            path: path.replace(/^highlight(?=\.)/, 'highlight.pack'),
            folders: [''],
          }
        : { name: '@highlightjs/cdn-assets', version, path, folders: [''] },
  ],
  [
    'babel-standalone',
    (version, path) => ({
      name: before(version, '7.0.0') ? 'babel-standalone' : '@babel/standalone',
      version,
      path,
      folders: [''],
    }),
  ],
  [
    'popper.js',
    (version, path) => ({
      name: before(version, '2.0.0') ? 'popper.js' : '@popperjs/core',
      version,
      path,
      folders: before(version, '2.0.0') && !path.includes('/') ? ['dist/umd', 'dist'] : ['dist'],
    }),
  ],
  [
    'xterm',
    (version, path) => ({ name: before(version, '5.4.0') ? 'xterm' : '@xterm/xterm', version, path }),
  ],
  [
    'angular.js',
    (version, path) => {
      const [, part] = /^(angular-[a-z-]+?)(?:\.min)?\.js$/.exec(path) ?? [];
      return { name: part ?? 'angular', version, path, folders: [''] };
    },
  ],
  // cdnjs has one version, of 2011; the package has the same rules under dates.
  ['meyer-reset', () => ({ name: 'reset-css', version: '2.0.2011012603', path: 'reset.css' })],
  [
    'knockout',
    (version, path) => ({
      name: 'knockout',
      version,
      path: path.replace(/^knockout-min\.js$/, 'knockout-latest.js'),
      folders: ['build/output'],
    }),
  ],
  ['plotly.js', plotlyBundle],
  ['jqueryui', jqueryUi],
  ['jquery-ui', jqueryUi],
  ['datatables', dataTables],
]);
