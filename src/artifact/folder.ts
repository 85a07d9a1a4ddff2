import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

import { KallosError } from '../errors.js';
import { localImports } from './component.js';
import { decodeText } from './encoding.js';
import { fileError, MAX_ARTIFACT_BYTES, MAX_FOLDER_FILES, readLimited, tooLarge } from './files.js';

/** Files of a folder by their path in it (forward slashes), with the place on disk that each really is. */
export type FolderFiles = ReadonlyMap<string, string>;

const PAGE = /\.(?:html?|xhtml)$/i;
const COMPONENT = /\.(?:[jt]sx|vue|svelte)$/i;
/** What starts a project of components, best first: its own program, else its outermost component. */
const PROGRAMS = [
  /^(?:src\/)?(?:main|index)\.[jt]sx?$/i,
  /^(?:src\/)?App\.(?:[jt]sx|vue|svelte)$/i,
  /^(?:src\/)?index\.(?:vue|svelte)$/i,
  /^(?:src\/)?app\/page\.[jt]sx$/i,
];
/** The page that create-react-app and the like put their program into: it names none. */
const TEMPLATE = 'public/index.html';
const TEXT = /\.(?:html?|xhtml|svg|xml|css|m?js|[jt]sx|ts|vue|svelte|json|md|txt|csv|tsv)$/i;
const SKIPPED = /^\.|^node_modules$/;

/**
 * Lists what a folder holds, sorted by path. Names that start with a dot and `node_modules` are left out. A symbolic
 * link counts only as a file, and only when what it points to lies in the folder and is not left out itself.
 * @throws KallosError KALLOS_INPUT_UNREADABLE, _TOO_LARGE (more than 20,000 files)
 */
export async function listFolder(root: string, name: string): Promise<FolderFiles> {
  const files = new Map<string, string>();
  const walk = async (folder: string, prefix: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries) {
      if (SKIPPED.test(entry.name)) continue;
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) await walk(place, `${prefix}${entry.name}/`);
      else if (entry.isFile()) files.set(prefix + entry.name, place);
      else if (entry.isSymbolicLink()) {
        const target = await linkedFile(place, base);
        if (target) files.set(prefix + entry.name, target);
      }
      if (files.size > MAX_FOLDER_FILES) {
        throw new KallosError(
          'KALLOS_INPUT_TOO_LARGE',
          `${name} holds more than ${MAX_FOLDER_FILES} files.`,
          'Name a folder with less in it, or its pages with a pattern such as "pages/*.html".',
        );
      }
    }
  };
  let base: string;
  try {
    base = await realpath(root);
    await walk(base, '');
  } catch (error) {
    throw fileError(error, name);
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The file that a link leads to, when it lies in the folder; null for any other link. */
async function linkedFile(link: string, base: string): Promise<string | null> {
  try {
    const target = await realpath(link);
    const inside = path.relative(base, target).split(path.sep);
    if (inside.some((part) => SKIPPED.test(part)) || path.isAbsolute(inside.join(path.sep))) return null;
    return (await stat(target)).isFile() ? target : null;
  } catch {
    return null;
  }
}

/** A page of a folder, and the folder (a path in the listing, "" or ending with "/") that its files are served from. */
export interface FolderPage {
  entry: string;
  base: string;
  /** True when the page is the `index.html` of `base`, or a project of components: everything under `base` belongs to it. */
  whole: boolean;
}

/**
 * The artifacts of a folder: a folder with an `index.html` is one, with all its files; in any other, every page is one,
 * and its sub-folders are looked at in the same way. A folder without any page is a project of components with all its files when it
 * has an entry such as `src/App.jsx`; else every component is one.
 */
export function pagesOf(files: FolderFiles): FolderPage[] {
  const names = [...files.keys()];
  if (!names.some((file) => PAGE.test(file) && file !== TEMPLATE)) {
    const components = names.filter((file) => COMPONENT.test(file));
    const program =
      components.length > 0 || files.has(TEMPLATE)
        ? PROGRAMS.flatMap((name) => names.find((file) => name.test(file)) ?? [])[0]
        : undefined;
    if (program !== undefined) return [{ entry: program, base: '', whole: true }];
    if (!files.has(TEMPLATE)) return components.map((entry) => ({ entry, base: '', whole: false }));
  }
  const wholes = names.flatMap((file) => /^(.*\/|)index\.html?$/i.exec(file)?.[1] ?? []);
  const outermost = new Set(
    wholes.filter((base) => !wholes.some((other) => other !== base && base.startsWith(other))),
  );
  const taken = new Set<string>();
  const pages: FolderPage[] = [];
  for (const entry of files.keys()) {
    const base = ancestors(entry).find((folder) => outermost.has(folder));
    if (base === undefined) {
      if (PAGE.test(entry)) pages.push({ entry, base: '', whole: false });
    } else if (!taken.has(base)) {
      taken.add(base);
      const index = files.has(`${base}index.html`) ? `${base}index.html` : indexOf(files, base);
      pages.push({ entry: index, base, whole: true });
    }
  }
  return pages;
}

/** The folders that a file lies in, outermost first: "", "a/", "a/b/". */
function ancestors(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return ['', ...parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`)];
}

function indexOf(files: FolderFiles, base: string): string {
  return [...files.keys()].find(
    (file) => file.startsWith(base) && /^index\.html?$/i.test(file.slice(base.length)),
  )!;
}

/**
 * Reads a page and its files. For a whole folder these are all the files under it; for a page among others, the files
 * whose name the page mentions, and those that these mention, so that a page doesn't carry its neighbours with it.
 * @throws KallosError KALLOS_INPUT_TOO_LARGE when they are more than 50 MB together, _UNREADABLE
 */
export async function readPage(
  files: FolderFiles,
  page: FolderPage,
  name: string,
): Promise<Map<string, Uint8Array>> {
  const read = new Map<string, Uint8Array>();
  let total = 0;
  const add = async (file: string): Promise<Uint8Array> => {
    const isEntry = file === page.entry;
    const left = MAX_ARTIFACT_BYTES - total;
    const bytes = await readLimited(
      files.get(file)!,
      isEntry ? name : file,
      isEntry ? undefined : left,
    ).catch((error: unknown) => {
      const full = !isEntry && error instanceof KallosError && error.code === 'KALLOS_INPUT_TOO_LARGE';
      throw full ? tooLarge(`${name} with its files`, MAX_ARTIFACT_BYTES) : error;
    });
    total += bytes.length;
    const served = TEXT.test(file) && !isEntry ? asUtf8(bytes, file) : bytes;
    read.set(file.slice(page.base.length), served);
    return served;
  };

  if (page.whole) {
    for (const file of files.keys()) if (file.startsWith(page.base)) await add(file);
    return read;
  }
  const byName = groupByName(files);
  const wanted = new Set([page.entry]);
  for (const file of wanted) {
    const bytes = await add(file);
    if (!TEXT.test(file)) continue;
    const code = Buffer.from(bytes).toString();
    const mentions = COMPONENT.test(file)
      ? [...mentionedNames(code), ...importedNames(code)]
      : mentionedNames(code);
    for (const mention of mentions) {
      for (const other of byName.get(mention) ?? []) {
        if (!PAGE.test(other)) wanted.add(other);
      }
    }
  }
  return read;
}

function groupByName(files: FolderFiles): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files.keys()) {
    const name = path.posix.basename(file);
    const group = groups.get(name);
    if (group) group.push(file);
    else groups.set(name, [file]);
  }
  return groups;
}

/** Everything in a text that could be the name of a file: what ends a path and has an extension. */
function* mentionedNames(text: string): Generator<string> {
  for (const [name] of text.matchAll(/[^\s"'`()<>=,;?#/\\]{1,255}/g)) {
    if (!name.includes('.')) continue;
    yield name;
    if (name.includes('%')) yield decoded(name);
  }
}

/** The files that imports without an extension may mean. */
function importedNames(code: string): string[] {
  return localImports(code).flatMap((specifier) =>
    ['.jsx', '.tsx', '.js', '.ts'].map((extension) => path.posix.basename(specifier) + extension),
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Text of another encoding is served as UTF-8; what is not text after all stays as it is. */
function asUtf8(bytes: Uint8Array, name: string): Uint8Array {
  try {
    return new TextEncoder().encode(decodeText(bytes, name).text);
  } catch {
    return bytes;
  }
}
