import { build, transform, type BuildFailure, type Loader, type Message, type Metafile } from 'esbuild';

import type { ComponentLanguage } from '../../artifact/schema.js';
import { ComponentError, UnsupportedError } from './failure.js';
import { frameworkOf, programOf, type Framework } from './mount.js';
import { textOf, type Files } from './own-files.js';
import { packageOf } from './packages.js';
import { GLOBALS, ownSources, type Needs } from './plugin.js';
import { compileTailwindConfig } from './tailwind-config.js';

/** A component to be bundled. */
export interface Job {
  files: Files;
  entry: string;
  language: ComponentLanguage;
  props: Readonly<Record<string, unknown>>;
  /** Major version of the React that the page will have. */
  reactMajor: number;
}

/** A component as scripts and styles for a browser, and what it needs beside them. */
export interface Bundle {
  framework: Framework;
  /** An ES module. Imports of packages are left in it, by name. */
  script: string;
  /** Its source map, as JSON. Sources are paths of the artifact's files; others have a colon in their name. */
  map: string;
  style: string;
  /** Id of the element to mount on. */
  root: string;
  modules: string[];
  styles: string[];
  missingStyles: string[];
  /** The artifact's own Tailwind configuration, as an expression for a browser. */
  tailwindConfig: string | null;
}

export type BundleResult = { bundle: Bundle } | { failure: string } | { unsupported: string };

/** Code files are compiled up to this much together, in bytes. */
const MAX_CODE_BYTES = 5 * 1024 * 1024;
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|css|json)$/i;

/**
 * Compiles a component with everything of its own that it imports. Nothing of it is run. What is wrong with its code is a `failure`,
 * one sentence that begins with the place in the artifact's files; `unsupported` names what this version can't compile.
 */
export async function bundleComponent(job: Job): Promise<BundleResult> {
  const needs: Needs = { styles: new Set(), missingStyles: new Set(), unsupported: null };
  try {
    return { bundle: await bundle(job, needs) };
  } catch (error) {
    if (needs.unsupported ?? error instanceof UnsupportedError) {
      return { unsupported: (needs.unsupported ?? (error as UnsupportedError)).message };
    }
    if (error instanceof ComponentError) return { failure: error.message };
    const [first] = (error as Partial<BuildFailure>).errors ?? [];
    if (!first) throw error;
    return { failure: sentence(first) };
  }
}

async function bundle(job: Job, needs: Needs): Promise<Bundle> {
  const { files, entry, language, props, reactMajor } = job;
  const code = [...files].filter(([path]) => CODE.test(path));
  const bytes = code.reduce((sum, [, { length }]) => sum + length, 0);
  if (bytes > MAX_CODE_BYTES) {
    throw new ComponentError(`its code has more than ${MAX_CODE_BYTES / 1024 / 1024} MB.`);
  }
  const codes = code.filter(([path]) => /\.[jt]sx?$/.test(path)).map(([path]) => textOf(files, path));
  if (codes.some((text) => /\bfrom\s*['"]solid-js(?:\/[\w-]{1,20})?['"]/.test(text))) {
    throw new UnsupportedError('Components of Solid');
  }
  const framework = frameworkOf(language, codes, reactMajor);
  const program = await programOf(entry, textOf(files, entry), framework, props, plainScript);
  const { outputFiles, metafile } = await build({
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    entryPoints: ['start'],
    plugins: [ownSources({ files, entry, ...program }, needs)],
    inject: globalsOf(framework, codes),
    absWorkingDir: '/',
    outdir: '/',
    tsconfigRaw: '{}',
    format: 'esm',
    platform: 'browser',
    target: 'esnext',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: framework === 'preact' ? 'preact' : 'react',
    conditions: ['svelte', 'browser', 'production'],
    sourcemap: 'external',
    legalComments: 'none',
    define: DEFINES,
  });
  const output = (name: string) => outputFiles.find(({ path }) => path.endsWith(name))?.text ?? '';
  return {
    framework,
    script: output('/start.js'),
    map: output('/start.js.map'),
    style: output('/start.css'),
    root: program.root,
    modules: modulesOf(metafile),
    styles: [...needs.styles],
    missingStyles: [...needs.missingStyles],
    tailwindConfig: await compileTailwindConfig(files),
  };
}

/** What bundlers put in place of the environment that code asks for. */
const DEFINES = {
  'process.env.NODE_ENV': '"production"',
  'process.env': '{}',
  'import.meta.env': '{"MODE":"production","BASE_URL":"/","PROD":true,"DEV":false,"SSR":false}',
};

/** Code that speaks of React or ReactDOM without importing it was written for pages where they are globals. */
function globalsOf(framework: Framework, codes: readonly string[]): string[] {
  if (!framework.startsWith('react')) return [];
  const asks = (name: string) =>
    codes.some(
      (code) =>
        new RegExp(`\\b${name}\\s*\\.|=\\s*${name}\\b`).test(code) &&
        !new RegExp(`\\bimport\\b[^;'"]{0,200}\\b${name}\\b`).test(code),
    );
  return [
    ...(asks('React') ? [GLOBALS.react] : []),
    ...(asks('ReactDOM') ? [framework === 'react' ? GLOBALS.dom : GLOBALS.legacyDom] : []),
  ];
}

/** The packages' modules that a bundle imports by name. */
function modulesOf(metafile: Metafile): string[] {
  const imports = Object.entries(metafile.outputs).flatMap(([path, output]) =>
    path.endsWith('.js') ? output.imports : [],
  );
  const names = imports.flatMap(({ path, external }) => (external === true && packageOf(path) ? [path] : []));
  return [...new Set(names)].sort();
}

async function plainScript(code: string, loader: Loader): Promise<string> {
  const { code: plain } = await transform(code, {
    loader,
    jsx: 'automatic',
    target: 'esnext',
    tsconfigRaw: '{}',
  });
  return plain;
}

/** "App.jsx:3:9: Expected ..." with lines and columns from 1. */
function sentence({ text, location }: Message): string {
  const message = /[.!?]$/.test(text) ? text : `${text}.`;
  if (!location) return message;
  const file = location.file.replace(/^own:/, '').replace(/\?.*$/, '');
  return `${file}:${location.line}:${location.column + 1}: ${message}`;
}
