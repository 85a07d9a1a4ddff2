import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  PartialMessage,
  Plugin,
  PluginBuild,
} from 'esbuild';

import { ComponentError, UnsupportedError } from './failure.js';
import { loaderOf } from './mount.js';
import { findOwn, isLocal, textOf, wantedAddress, type Files } from './own-files.js';
import { isStyle } from './packages.js';
import { compileSvelte } from './svelte.js';
import { compileVue } from './vue.js';

const ASSET =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|mp4|webm|ogg|mp3|wav|woff2?|ttf|otf|eot|pdf|glb|gltf|wasm)$/i;
const STYLE = /\.(?:css|s[ac]ss|less|styl(?:us)?)$/i;
/** Svelte's runtime is the one of its compiler, which comes with Kallos. */
const SVELTE = /^svelte(?:\/[\w-]+)*$/;
const HERE = fileURLToPath(new URL('.', import.meta.url));

export interface Sources {
  files: Files;
  entry: string;
  /** Code of the module that starts everything, and what is added to the entry. */
  start: string;
  addition: string;
}

/** What a build ran into, beside what it made. */
export interface Needs {
  /** Style sheets of packages: "leaflet/dist/leaflet.css". */
  styles: Set<string>;
  /** Addresses of style sheets that the artifact names and doesn't have. */
  missingStyles: Set<string>;
  /** What this version can't compile. */
  unsupported: UnsupportedError | null;
}

/**
 * Everything that esbuild is allowed to see: the artifact's own files out of memory, and Svelte's runtime. Imports of npm packages and
 * of addresses stay imports; nothing is looked up on disk for the artifact's sake, and none of its code is run.
 */
export function ownSources({ files, entry, start, addition }: Sources, needs: Needs): Plugin {
  const blockStyles = new Map<string, OnLoadResult>();
  const guarded =
    (load: (path: string) => OnLoadResult | Promise<OnLoadResult>) =>
    async ({ path }: { path: string }): Promise<OnLoadResult> => {
      try {
        return await load(path);
      } catch (error) {
        if (error instanceof UnsupportedError) needs.unsupported ??= error;
        return { errors: [messageOf(error)] };
      }
    };

  const loadOwn = async (path: string): Promise<OnLoadResult> => {
    if (path.endsWith('.vue')) {
      const { code, loader, styles } = await compileVue(files, path);
      styles.forEach(({ css, module }, i) => {
        blockStyles.set(`${path}?style=${i}`, {
          contents: css,
          loader: module === null ? 'css' : 'local-css',
        });
      });
      return { contents: code, loader };
    }
    if (/\.svelte(?:\.[jt]s)?$/.test(path)) {
      const { code, map, css } = await compileSvelte(files, path);
      if (css === null) return { contents: code + map, loader: 'js' };
      blockStyles.set(`${path}?style=0`, { contents: css, loader: 'css' });
      return { contents: `${code}\nimport ${JSON.stringify(`${path}?style=0`)};${map}`, loader: 'js' };
    }
    if (STYLE.test(path) && !path.endsWith('.css')) {
      throw new UnsupportedError(`Style sheets in ${posix.extname(path).slice(1)}`);
    }
    if (path.endsWith('.css')) {
      return { contents: textOf(files, path), loader: path.endsWith('.module.css') ? 'local-css' : 'css' };
    }
    if (path.endsWith('.json')) return { contents: textOf(files, path), loader: 'json' };
    if (!/\.[cm]?[jt]sx?$/i.test(path)) return { contents: textOf(files, path), loader: 'text' };
    return { contents: textOf(files, path) + (path === entry ? addition : ''), loader: loaderOf(path) };
  };

  const local = ({ path, importer, kind }: OnResolveArgs): OnResolveResult => {
    const from = importer.replace(/\?.*$/, '');
    const inStyle = kind === 'import-rule' || kind === 'url-token';
    const specifier = inStyle && !isLocal(path) ? `./${path}` : path;
    const found = findOwn(files, from, specifier);
    const plain = specifier.replace(/[?#].*$/, '');
    if (kind === 'url-token') {
      const address = found === null ? wantedAddress(from, specifier) : `/${found}`;
      return { path: address + specifier.slice(plain.length), external: true };
    }
    if (/\?raw\b/.test(specifier) && found !== null) return { path: found, namespace: 'raw' };
    if (ASSET.test(plain) || /\?url\b/.test(specifier)) {
      return { path: found === null ? wantedAddress(from, plain) : `/${found}`, namespace: 'asset' };
    }
    if (found !== null) return { path: found, namespace: 'own' };
    if (STYLE.test(plain)) {
      needs.missingStyles.add(wantedAddress(from, plain));
      return { path: plain, namespace: 'nothing' };
    }
    return { errors: [{ text: `"${path}" is not among the artifact's files` }] };
  };

  const bare = (build: PluginBuild, args: OnResolveArgs): OnResolveResult | Promise<OnResolveResult> => {
    const { path, kind, importer } = args;
    if (SVELTE.test(path)) {
      return build.resolve(path, {
        kind,
        importer,
        resolveDir: HERE,
        pluginData: 'runtime',
        namespace: 'file',
      });
    }
    if (kind === 'import-rule' && path.startsWith('tailwindcss')) return { path, external: true };
    if (kind === 'import-rule' || (kind !== 'dynamic-import' && isStyle(path))) {
      needs.styles.add(path);
      return { path, namespace: 'nothing' };
    }
    return { path, external: true };
  };

  return {
    name: 'own-sources',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        const { path, kind, namespace, importer } = args;
        if (args.pluginData === 'runtime' || namespace === 'file') return undefined;
        if (kind === 'entry-point') return { path, namespace: 'start' };
        if (namespace === 'start')
          return path === './entry' ? { path: entry, namespace: 'own' } : bare(build, args);
        if (/^(?:https?:)?\/\//.test(path)) return { path, external: true };
        if (/^(?:data:|#)/.test(path)) return kind === 'url-token' ? { path, external: true } : undefined;
        if (blockStyles.has(path)) return { path, namespace: 'style' };
        if (kind === 'url-token' || isLocal(path)) return local(args);
        if (kind === 'import-rule' && findOwn(files, importer.replace(/\?.*$/, ''), `./${path}`) !== null)
          return local(args);
        return bare(build, args);
      });
      build.onLoad({ filter: /.*/, namespace: 'start' }, ({ path }) => ({
        contents: GLOBAL_MODULES[path] ?? start,
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: 'own' }, guarded(loadOwn));
      build.onLoad({ filter: /.*/, namespace: 'style' }, ({ path }) => blockStyles.get(path));
      build.onLoad({ filter: /.*/, namespace: 'raw' }, ({ path }) => ({
        contents: textOf(files, path),
        loader: 'text',
      }));
      build.onLoad({ filter: /.*/, namespace: 'asset' }, ({ path }) => ({
        contents: `export default ${JSON.stringify(path)};`,
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '', loader: 'css' }));
    },
  };
}

/** Code that was written for pages where React is a global finds it. */
export const GLOBALS = {
  react: 'react-global',
  dom: 'react-dom-global',
  legacyDom: 'react-dom-17-global',
} as const;
const GLOBAL_MODULES: Readonly<Record<string, string>> = {
  [GLOBALS.react]: `import * as React from 'react';
export { React };`,
  [GLOBALS.dom]: `import * as Dom from 'react-dom';
import * as Client from 'react-dom/client';
export const ReactDOM = Object.assign({}, Dom, Client);`,
  [GLOBALS.legacyDom]: `import * as ReactDOM from 'react-dom';
export { ReactDOM };`,
};

function messageOf(error: unknown): PartialMessage {
  if (error instanceof ComponentError && error.place) {
    const { file, line, column } = error.place;
    return { text: error.message, location: { file, line, column: column - 1 } };
  }
  return { text: (error as Error).message.split('\n')[0]! };
}
