import { posix } from 'node:path';
import * as esbuild from 'esbuild';
import { KallosError } from '../../../errors.js';
import type { StoredPackage } from '../schema.js';
import { publishedUrl } from './address.js';
import { nodeModule } from './node.js';

/**
 * Where an import leads: into this bundle, to another module, to written code, or nowhere. Written code names files of the package as
 * "file:path", and what is `all` of another module as "namespace:url"; anything else in it leads out.
 */
export type Lead =
  { file: string } | { url: string } | { code: string } | { node: string } | { missing: string };

export type ImportKind = 'import' | 'dynamic' | 'require';

/** What a bundle is made of. Nothing but files of the one package gets in; nothing is looked up on a disk or a network. */
export interface BundleJob {
  stored: StoredPackage;
  /** Entry points by the name of their output: a file, or code that stands at the package's top. */
  entries: Readonly<Record<string, { file: string } | { code: string }>>;
  lead: (importer: string, specifier: string, kind: ImportKind) => Promise<Lead>;
  define: Readonly<Record<string, string>>;
  splitting?: boolean;
  banner?: string;
  onSource?: (file: string, text: string) => void;
}

export interface Bundle {
  /** Code by the name of the entry. */
  outputs: ReadonlyMap<string, string>;
  metafile: esbuild.Metafile;
}

/** A bundle that takes longer than this is given up, in milliseconds of the wall clock. */
const LONGEST_MS = 60_000;
const LOADERS: Partial<Record<string, esbuild.Loader>> = {
  '.json': 'json',
  '.css': 'empty',
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.jsx': 'jsx',
};
const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const decoder = new TextDecoder();

/**
 * Bundles files of a package with esbuild.
 * @throws KallosError KALLOS_PACKAGE_REFUSED with esbuild's first complaint when the code can't be bundled
 */
export async function bundle(job: BundleJob): Promise<Bundle> {
  const building = esbuild.build({
    entryPoints: Object.keys(job.entries).map((name) => ({ in: name, out: name })),
    bundle: true,
    write: false,
    metafile: true,
    outdir: '/out',
    format: 'esm',
    platform: 'neutral',
    mainFields: [],
    target: 'es2022',
    supported: { 'arbitrary-module-namespace-names': true },
    // Names stay: they are what a console and React's warnings show.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'silent',
    jsx: 'automatic',
    tsconfigRaw: '{}',
    define: job.define,
    splitting: job.splitting ?? false,
    ...(job.banner === undefined ? {} : { banner: { js: job.banner } }),
    plugins: [packagePlugin(job)],
  });
  try {
    const result = await bounded(building);
    return {
      outputs: new Map(
        result.outputFiles.map((file) => [posix.relative('/out', file.path).replace(/\.js$/, ''), file.text]),
      ),
      metafile: result.metafile,
    };
  } catch (error) {
    if (error instanceof KallosError) throw error;
    const [first] = (error as Partial<esbuild.BuildFailure>).errors ?? [];
    const { name, version } = job.stored;
    throw new KallosError(
      'KALLOS_PACKAGE_REFUSED',
      `${name}@${version} can't be made into a module: ${first?.text ?? String(error)}.`,
      'Load another build of the library, such as the one that it publishes for script tags.',
      { cause: error },
    );
  }
}

function packagePlugin({ stored, entries, lead, onSource }: BundleJob): esbuild.Plugin {
  return {
    name: 'package',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, importer, kind, namespace }) => {
        if (kind === 'entry-point') return resolved(entries[path]!, path);
        if (namespace === 'code') return resolved(leadOfCode(path), path);
        if (/^(?:data|https?|blob):/.test(path)) return { path, external: true };
        const asked = importKind(kind);
        const leads = await lead(importer, path, asked);
        if ('missing' in leads) {
          if (asked === 'dynamic') return { path, external: true };
          return { errors: [{ text: leads.missing }] };
        }
        return resolved(leads, path, asked);
      });
      build.onLoad({ filter: /.*/, namespace: 'file-of-package' }, async ({ path }) => {
        const extension = posix.extname(path);
        const loader = LOADERS[extension] ?? (SCRIPT.test(path) || extension === '' ? 'js' : 'file');
        if (loader === 'file') {
          const url = publishedUrl(stored.name, stored.version, path);
          return { contents: `export default ${JSON.stringify(url)}`, loader: 'js' };
        }
        const text = decoder.decode(await stored.read(path));
        onSource?.(path, text);
        const here = JSON.stringify(publishedUrl(stored.name, stored.version, path));
        return {
          contents: SCRIPT.test(path) ? text.replaceAll('import.meta.url', here) : text,
          loader,
        };
      });
      build.onLoad({ filter: /.*/, namespace: 'code' }, ({ pluginData }) => ({
        contents: pluginData as string,
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({
        contents: nodeModule(path),
        loader: 'js',
      }));
      build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: '', loader: 'js' }));
    },
  };

  function resolved(leads: Lead, path: string, kind: ImportKind = 'import'): esbuild.OnResolveResult {
    if ('file' in leads)
      return leads.file === ''
        ? { path: 'empty', namespace: 'empty' }
        : { path: leads.file, namespace: 'file-of-package' };
    if ('node' in leads) return { path: leads.node, namespace: 'node' };
    if ('code' in leads) return { path: `${path} ${kind}`, namespace: 'code', pluginData: leads.code };
    if ('url' in leads) return { path: leads.url, external: true };
    return { errors: [{ text: leads.missing }] };
  }
}

function leadOfCode(specifier: string): Lead {
  const [, scheme, rest = ''] = /^(file|namespace):(.+)$/s.exec(specifier) ?? [];
  if (scheme === 'file') return { file: rest };
  if (scheme === 'namespace')
    return { code: `import * as all from ${JSON.stringify(rest)}; export { all };` };
  return { url: specifier };
}

function importKind(kind: esbuild.ImportKind): ImportKind {
  if (kind === 'dynamic-import') return 'dynamic';
  return kind === 'require-call' || kind === 'require-resolve' ? 'require' : 'import';
}

async function bounded<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new KallosError(
            'KALLOS_PACKAGE_REFUSED',
            `Making a module took longer than ${LONGEST_MS / 1000} s.`,
            'Load another build of the library, such as the one that it publishes for script tags.',
          ),
        ),
      LONGEST_MS,
    );
    timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
