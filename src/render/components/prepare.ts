import { SourceMap, type SourceMapPayload } from 'node:module';

import { isComponent } from '../../artifact/component.js';
import type { Artifact, Brief } from '../../artifact/schema.js';
import { KallosError } from '../../errors.js';
import type { PageError, Source } from '../capture.js';
import type { PackageSource } from '../offline/schema.js';
import type { Visit } from '../page/visit.js';
import { compile } from './compiler.js';
import { PackageAddresses } from './imports.js';
import { pageFor, SCRIPT_PATH, STYLE_PATH } from './page.js';

/** A page to visit in an artifact's stead. */
export interface PreparedPage {
  /** What is served: the artifact itself, or the page that its component is mounted on. */
  page: Artifact;
  /** Tells of a visit to the page in terms of the artifact: places in generated code become places in its files, or none. */
  asWritten: (visit: Visit) => Visit;
}

/**
 * The page on which an artifact is seen. HTML and SVG are their own; a component is compiled and mounted on a plain page, at the root
 * of its site. Code that doesn't compile, or in which there is nothing to mount, is the artifact's own failure.
 * @throws KallosError KALLOS_USAGE for what this version can't compile
 */
export async function preparePage(
  artifact: Artifact,
  brief: Brief,
  packages: PackageSource,
): Promise<PreparedPage | { failure: string }> {
  const { language, files, entry } = artifact;
  if (!isComponent(language)) return { page: artifact, asWritten: (visit) => visit };
  const addresses = new PackageAddresses(packages, files);
  const reactMajor = Number.parseInt(addresses.version('react') ?? '19', 10);
  const result = await compile({ files, entry, language, props: brief.props ?? {}, reactMajor });
  if ('unsupported' in result) {
    throw new KallosError(
      'KALLOS_USAGE',
      `${result.unsupported} can’t be compiled by this version.`,
      'Give the component in React, Preact, Vue or Svelte with plain CSS or Tailwind, or as a built page.',
    );
  }
  if ('failure' in result) {
    const end = artifact.truncated ? ' The code breaks off before its end.' : '';
    return { failure: `The component does not compile: ${result.failure}${end}` };
  }
  const { bundle } = result;
  const { importMap, styles } = addresses.of(bundle.framework, bundle.modules, bundle.styles);
  const html = pageFor({ bundle, files, entry, language: brief.language ?? 'en', importMap, styles });
  const made = { 'index.html': html, [SCRIPT_PATH]: bundle.script, [STYLE_PATH]: bundle.style };
  const served = new Map(files);
  for (const [path, bytes] of files)
    if (path.startsWith('public/')) served.set(path.slice('public/'.length), bytes);
  for (const [path, text] of Object.entries(made)) served.set(path, new TextEncoder().encode(text));
  const map = new SourceMap(JSON.parse(bundle.map) as SourceMapPayload);
  return {
    // Opened at the root of its site, as by a development server: routers look at the path.
    page: { ...artifact, language: 'html', entry: '', files: served },
    asWritten: (visit) => ({
      ...visit,
      seen: {
        ...visit.seen,
        errors: visit.seen.errors.map((error): PageError => ({
          ...error,
          source: original(error.source, map, artifact),
        })),
      },
    }),
  };
}

/** The place in an artifact's own files that a place on its page comes from; null where it comes from none. */
function original(source: Source | null, map: SourceMap, { files }: Artifact): Source | null {
  if (source?.file !== SCRIPT_PATH) return source && files.has(source.file) ? source : null;
  const found = map.findEntry(source.line - 1, source.column - 1);
  if (!('originalSource' in found)) return null;
  const file = found.originalSource.replace(/^own:/, '');
  return files.has(file) ? { file, line: found.originalLine + 1, column: found.originalColumn + 1 } : null;
}
