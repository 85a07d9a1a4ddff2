import { posix } from 'node:path';

export type Files = ReadonlyMap<string, Uint8Array>;

const EXTENSIONS = ['.tsx', '.jsx', '.ts', '.js', '.mjs', '.vue', '.svelte', '.json', '.css'];
/** What starts an import of the artifact's own: relative, from the root, or one of the usual names of the source folder. */
const LOCAL = /^(?:\.{1,2}(?:\/|$)|\/(?!\/)|@\/|~\/|\$lib\/)/;

export const isLocal = (specifier: string): boolean => LOCAL.test(specifier);

/** The text of one of the artifact's files. */
export const textOf = (files: Files, path: string): string => Buffer.from(files.get(path)!).toString('utf8');

/**
 * The file that an import means: as written, with an extension left out, as a folder's index, or as TypeScript under a JavaScript
 * name. Nothing outside of the artifact is ever looked at. Null when there is no such file.
 */
export function findOwn(files: Files, importer: string, specifier: string): string | null {
  const wanted = specifier.replace(/[?#].*$/, '');
  for (const path of placesOf(importer, wanted)) {
    const stem = path.replace(/\.m?jsx?$/, '');
    const found = [
      path,
      ...EXTENSIONS.map((extension) => path + extension),
      ...EXTENSIONS.map((extension) => posix.join(path, `index${extension}`)),
      ...(stem === path ? [] : [`${stem}.ts`, `${stem}.tsx`, `${stem}.jsx`]),
    ].find((candidate) => files.has(candidate));
    if (found !== undefined) return found;
  }
  return null;
}

/** Where the artifact is asked for a file that it doesn't have: its address on the page. */
export function wantedAddress(importer: string, specifier: string): string {
  return `/${placesOf(importer, specifier.replace(/[?#].*$/, ''))[0]!}`;
}

function placesOf(importer: string, wanted: string): string[] {
  const inRoot = (path: string) => posix.normalize(`/${path}`).slice(1);
  const alias = /^(?:@|~)\/(.*)$/.exec(wanted)?.[1];
  if (alias !== undefined) return [inRoot(`src/${alias}`), inRoot(alias), inRoot(`app/${alias}`)];
  if (wanted.startsWith('$lib/')) return [inRoot(`src/lib/${wanted.slice(5)}`)];
  if (wanted.startsWith('/')) return [inRoot(wanted), inRoot(`public/${wanted}`)];
  return [inRoot(posix.join(posix.dirname(importer), wanted))];
}
