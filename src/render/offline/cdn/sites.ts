import { dataTables, jqueryUi, plotlyBundle } from './cdnjs-changed.js';
import { readLibrary } from './cdnjs.js';
import { readGithub, threeVersion } from './github.js';
import { readPublished, type Published } from './published.js';
import type { Route } from './route.js';

/** Addresses that a pattern understands: of the path, without its leading slash, still percent-encoded. */
type Rule = readonly [pattern: RegExp, published: (...groups: string[]) => Published];

/** A project's own site, whose files are those of its npm package. */
function site(hosts: readonly string[], ...rules: Rule[]): Route {
  return {
    hosts,
    read({ pathname }) {
      for (const [pattern, published] of rules) {
        const match = pattern.exec(pathname.slice(1));
        if (match)
          return readPublished(
            published(...match.slice(1).map((group) => (group as string | undefined) ?? '')),
          );
      }
      return null;
    },
  };
}

/** A pattern's version that may be missing. */
const version = (text: string) => (text === '' ? undefined : text);

const jquery = site(
  ['code.jquery.com'],
  [
    /^jquery-(\d[\w.]*?)((?:\.slim)?(?:\.min)?\.js)$/,
    (v, end) => ({ name: 'jquery', version: v, path: `jquery${end}`, folders: ['dist', ''] }),
  ],
  // Frozen in 2014, so that pages which name no version go on working.
  [
    /^jquery(?:-latest)?((?:\.min)?\.js)$/,
    (end) => ({ name: 'jquery', version: '1.11.1', path: `jquery${end}`, folders: ['dist'] }),
  ],
  [
    /^jquery-migrate-(\d[\w.]*?)((?:\.min)?\.js)$/,
    (v, end) => ({ name: 'jquery-migrate', version: v, path: `jquery-migrate${end}`, folders: ['dist'] }),
  ],
  [/^ui\/([^/]+)\/(.+)$/, jqueryUi],
);

const d3 = site(
  ['d3js.org'],
  [
    /^(d3|topojson)\.v(\d+)((?:\.min)?\.js)$/,
    (name, v, end) => ({ name, version: v, path: `${name}${end}`, folders: ['dist', 'build', ''] }),
  ],
  [
    /^((?:d3|topojson)-[\w-]+)\.v(\d+(?:\.\d+)?)((?:\.min)?\.js)$/,
    (name, v, end) => ({ name, version: v, path: `${name}${end}`, folders: ['dist', 'build'] }),
  ],
  [
    /^world-(\d+m)\.v1\.json$/,
    (scale) => ({ name: 'world-atlas', version: '1', path: `world/${scale}.json` }),
  ],
  [/^us-10m\.v1\.json$/, () => ({ name: 'us-atlas', version: '1', path: 'us/10m.json' })],
);

const plotly = site(
  ['cdn.plot.ly'],
  // What "latest" means there, for good: it was frozen before version 2.
  [
    /^(plotly(?:-[a-z]\w*)?)-latest((?:\.min)?\.js)$/,
    (bundle, end) => plotlyBundle('1.58.5', `${bundle}${end}`),
  ],
  [
    /^(plotly(?:-[a-z]\w*)?)-(\d[\w.-]*?)((?:\.min)?\.js)$/,
    (bundle, v, end) => plotlyBundle(v, `${bundle}${end}`),
  ],
  // Maps draw their outlines from here. Those of version 3, in "un/", are not part of its package.
  [/^(\w+_\d+m\.json)$/, (file) => ({ name: 'plotly.js', version: '2', path: `dist/topojson/${file}` })],
);

const three = site(
  ['threejs.org', 'www.threejs.org', 'mrdoob.github.io'],
  [
    /^(?:three\.js\/)?((?:build|examples\/(?:jsm|js|fonts))\/.+)$/,
    (path) => ({ name: 'three', path, folders: [''] }),
  ],
  [
    /^(?:three\.js\/)?r(\d+)\/(.+)$/,
    (release, path) => ({ name: 'three', version: threeVersion(`r${release}`), path, folders: [''] }),
  ],
);

const babylon = site(
  ['cdn.babylonjs.com', 'preview.babylonjs.com'],
  [
    /^(?:v(\d[\w.-]*)\/)?(babylon(?:\.max)?\.js)$/,
    (v, path) => ({ name: 'babylonjs', version: version(v), path, folders: [''] }),
  ],
  [
    /^(?:v(\d[\w.-]*)\/)?(gui|loaders|serializers|inspector|materials|postProcess|proceduralTextures)(?:Library)?\/(.+)$/i,
    (v, part, path) => ({
      name: `babylonjs-${PARTS[part] ?? part}`,
      version: version(v),
      path,
      folders: ['', 'dist'],
    }),
  ],
  [
    /^havok\/(HavokPhysics.+)$/,
    (path) => ({ name: '@babylonjs/havok', path, folders: ['lib/umd', 'lib/esm'] }),
  ],
  [
    /^(cannon|earcut)((?:\.min)?\.js)$/,
    (name, end) => ({ name, path: `${name}${end}`, folders: ['build', 'dist'] }),
  ],
);
const PARTS: Partial<Record<string, string>> = {
  postProcesses: 'post-process',
  postProcess: 'post-process',
  proceduralTextures: 'procedural-textures',
};

const highcharts = site(
  ['code.highcharts.com'],
  [
    /^(?:(\d[\w.]*)\/)?mapdata\/(.+)$/,
    (_, path) => ({ name: '@highcharts/map-collection', path, folders: [''] }),
  ],
  [
    /^(?:(?:stock|maps|gantt)\/)?(?:(\d[\w.]*)\/)?(.+)$/,
    (v, path) => ({ name: 'highcharts', version: version(v), path, folders: [''] }),
  ],
);

/** DataTables: "/1.13.6/js/…", and extensions as "/buttons/2.4.1/js/…". */
const datatables = site(
  ['cdn.datatables.net'],
  [/^v?(\d[\w.]*)\/(.+)$/, dataTables],
  [
    /^([a-z]+)\/(\d[\w.]*)\/(.+)$/,
    (extension, v, path) => {
      const look = dataTables(v, path).name.slice('datatables.net'.length);
      return { name: `datatables.net-${extension}${look}`, version: v, path, folders: [''] };
    },
  ],
);

/** Google's names of libraries that cdnjs calls otherwise. */
const GOOGLE = new Map([
  ['angularjs', 'angular.js'],
  ['angular_material', 'angular-material'],
  ['threejs', 'three.js'],
  ['d3js', 'd3'],
  ['hammerjs', 'hammer.js'],
  ['webfont', 'webfontloader'],
]);
const google: Route = {
  hosts: ['ajax.googleapis.com'],
  read({ pathname }) {
    const [, library = '', v = '', path = ''] = /^\/ajax\/libs\/([^/]+)\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
    const file = library === 'webfont' ? 'webfontloader.js' : path;
    return readLibrary(`${GOOGLE.get(library) ?? library}/${v}/${file}`);
  },
};

const microsoft = site(
  ['ajax.aspnetcdn.com', 'ajax.microsoft.com'],
  [
    /^ajax\/jquery\/jquery-(\d[\w.]*?)((?:\.slim)?(?:\.min)?\.js)$/i,
    (v, end) => ({ name: 'jquery', version: v, path: `jquery${end}`, folders: ['dist', ''] }),
  ],
  [/^ajax\/jquery\.ui\/([^/]+)\/(.+)$/i, jqueryUi],
  [
    /^ajax\/bootstrap\/([^/]+)\/(.+)$/i,
    (v, path) => ({ name: 'bootstrap', version: v, path, folders: ['dist'] }),
  ],
);

/** Bootstrap's CDN: "/library/version/path", as on cdnjs. */
const bootstrap: Route = {
  hosts: ['stackpath.bootstrapcdn.com', 'maxcdn.bootstrapcdn.com', 'netdna.bootstrapcdn.com'],
  read: ({ pathname }) => readLibrary(pathname.slice(1)),
};

/** Proxies of GitHub: "/owner/repository/tag/path". */
const githack: Route = {
  hosts: ['cdn.rawgit.com', 'rawgit.com', 'rawcdn.githack.com', 'raw.githack.com'],
  read: ({ pathname }) => readGithub(pathname.slice(1).replace(/^([^/]+\/[^/]+)\//, '$1@')),
};

/** Sites of one project and, for most, one package. */
export const siteRoutes: readonly Route[] = [
  jquery,
  d3,
  plotly,
  three,
  babylon,
  highcharts,
  datatables,
  google,
  microsoft,
  bootstrap,
  githack,
  site(
    ['cdn.socket.io'],
    [
      /^(?:socket\.io-)?(\d[\w.]*?)(?:\/socket\.io)?((?:\.esm|\.msgpack)?(?:\.min)?\.js)$/,
      (v, end) => ({ name: 'socket.io-client', version: v, path: `socket.io${end}`, folders: ['dist'] }),
    ],
  ),
  site(
    ['cdn.quilljs.com'],
    [/^(\d[\w.-]*|latest)\/(.+)$/, (v, path) => ({ name: 'quill', version: v, path, folders: ['dist'] })],
  ),
  site(
    ['pixijs.download'],
    [
      /^(?:release|v(\d[\w.-]*))\/(.+)$/,
      (v, path) => ({ name: 'pixi.js', version: version(v), path, folders: ['dist'] }),
    ],
  ),
  site(
    ['aframe.io'],
    [
      /^releases\/(\d[\w.]*)\/aframe((?:\.min)?\.js)$/,
      (v, end) => ({ name: 'aframe', version: v, path: `aframe-master${end}`, folders: ['dist'] }),
    ],
  ),
  site(
    ['www.chartjs.org', 'chartjs.org'],
    [
      /^dist\/(master|latest|\d[\w.-]*)\/(.+)$/,
      (v, path) => ({ name: 'chart.js', version: v === 'master' ? undefined : v, path, folders: ['dist'] }),
    ],
  ),
  site(
    ['cdn.anychart.com'],
    [
      /^releases\/v?(\d[\w.]*)\/((?:js|css|fonts|geodata|themes|locale)\/.+)$/,
      (v, path) => ({ name: 'anychart', version: v, path, folders: ['dist', ''] }),
    ],
  ),
  site(
    ['cdn.mathjax.org'],
    [
      /^mathjax\/(?:latest|(\d[^/]*?)(?:-latest)?)\/(.+)$/,
      (v, path) => ({ name: 'mathjax', version: v === '' ? '2' : v, path, folders: [''] }),
    ],
  ),
  site(
    ['cdn.tiny.cloud'],
    [
      /^1\/[^/]+\/tinymce\/(\d[\w.]*?)(?:-\d+)?\/(.+)$/,
      (v, path) => ({ name: 'tinymce', version: v, path, folders: [''] }),
    ],
  ),
  site(
    ['cdn.ckeditor.com'],
    [
      /^ckeditor5\/(\d[\w.]*)\/(classic|inline|balloon)\/(.+)$/,
      (v, build, path) => ({
        name: `@ckeditor/ckeditor5-build-${build}`,
        version: v,
        path,
        folders: ['build'],
      }),
    ],
  ),
  site(
    ['api.mapbox.com', 'api.tiles.mapbox.com'],
    [
      /^mapbox-gl-js\/v(\d[\w.-]*)\/(.+)$/,
      (v, path) => ({ name: 'mapbox-gl', version: v, path, folders: ['dist'] }),
    ],
  ),
  site(
    ['cesium.com', 'www.cesium.com'],
    [
      /^downloads\/cesiumjs\/releases\/(\d[\w.]*)\/(.+)$/,
      (v, path) => ({ name: 'cesium', version: v, path, folders: [''] }),
    ],
  ),
  site(
    ['www.gstatic.com'],
    [
      /^firebasejs\/(\d[\w.]*)\/(firebase[\w-]*\.js)$/,
      (v, path) => ({ name: 'firebase', version: v, path, folders: [''] }),
    ],
  ),
  site(
    ['code.iconify.design'],
    [
      /^(?:\d\/)?(\d[\w.]*)\/(iconify(?:\.min)?\.js)$/,
      (v, path) => ({ name: '@iconify/iconify', version: v, path, folders: ['dist'] }),
    ],
    [
      /^iconify-icon\/(\d[\w.]*)\/(.+)$/,
      (v, path) => ({ name: 'iconify-icon', version: v, path, folders: ['dist'] }),
    ],
  ),
  site(
    ['code.ionicframework.com'],
    [
      /^ionicons\/(\d[\w.]*)\/(.+)$/,
      (v, path) => ({ name: 'ionicons', version: v, path, folders: ['', 'dist'] }),
    ],
  ),
  site(
    ['cdn.materialdesignicons.com'],
    [/^(\d[\w.]*)\/(.+)$/, (v, path) => ({ name: '@mdi/font', version: v, path, folders: [''] })],
  ),
  site(
    ['unicons.iconscout.com'],
    [
      /^release\/v(\d[\w.]*)\/(.+)$/,
      (v, path) => ({ name: '@iconscout/unicons', version: v, path, folders: [''] }),
    ],
  ),
  site(
    ['maxst.icons8.com'],
    [
      /line-awesome\/(\d[\w.]*)\/(.+)$/,
      (v, path) => ({ name: 'line-awesome', version: v, path, folders: ['dist/line-awesome'] }),
    ],
  ),
];
