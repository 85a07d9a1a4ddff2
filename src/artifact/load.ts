import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

import { glob, isDynamicPattern } from 'tinyglobby';

import { KallosError, toKallosError } from '../errors.js';
import { documentLanguage } from './document.js';
import { decodeText } from './encoding.js';
import { extract, makeArtifact } from './extract.js';
import { displayPath, emptyInput, fileError, MAX_FILE_BYTES, readLimited, tooLarge } from './files.js';
import { listFolder, pagesOf, readPage } from './folder.js';
import { shellScript } from './project.js';
import { readRows } from './rows.js';
import type { Artifact, Brief, Kind, Language, Row } from './schema.js';

/** One thing to be judged, or why it cannot be. Ids are unique within a run and the same in the next one. */
export type Item = { id: string; artifact: Artifact; brief: Brief } | { id: string; error: KallosError };

export interface LoadOptions {
  /** The kind of every input (`--kind`). */
  kind?: Kind | undefined;
  /** Paths are looked up, and ids are made, relative to this folder; by default the working folder. */
  cwd?: string | undefined;
  /** What `-` reads; by default standard input. */
  stdin?: AsyncIterable<Uint8Array> | undefined;
}

interface Context {
  kind: Kind | undefined;
  cwd: string;
  stdin: AsyncIterable<Uint8Array>;
}

/** Extensions that say what is in a file; the content of any other file decides. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.svg': 'svg',
  '.py': 'python',
  '.jsx': 'jsx',
  '.tsx': 'tsx',
  '.vue': 'vue',
  '.svelte': 'svelte',
};
const REPLIES = ['.md', '.markdown', '.txt'];
const ROWS = ['.jsonl', '.ndjson'];

/**
 * Everything that the inputs of a command name, in their order, one at a time: files, folders, patterns, URLs, JSONL,
 * and `-` for standard input. What cannot be loaded becomes an item with an error, and the others go on.
 */
export async function* loadInputs(
  specs: readonly string[],
  options: LoadOptions = {},
): AsyncGenerator<Item, undefined> {
  const { kind, cwd = process.cwd(), stdin = process.stdin } = options;
  const unique = uniqueIds();
  for (const spec of specs) {
    try {
      for await (const item of loadSpec(spec, { kind, cwd, stdin })) yield unique(item);
    } catch (error) {
      yield unique({ id: spec, error: toKallosError(error) });
    }
  }
}

async function* loadSpec(spec: string, context: Context): AsyncGenerator<Item, undefined> {
  if (spec === '-') return yield* loadStdin(context);
  if (/^https?:\/\//i.test(spec)) {
    yield loadUrl(spec, context);
    return;
  }
  const file = path.resolve(context.cwd, spec);
  const found = await stat(file).catch((error: unknown) => fileError(error, spec));
  if (!(found instanceof KallosError)) return yield* loadPath(file, found.isDirectory(), context);
  if (found.code !== 'KALLOS_INPUT_MISSING' || !isDynamicPattern(spec)) throw found;
  const matches = await matchPattern(spec, context.cwd);
  if (matches.length === 0) throw found;
  for (const match of matches) {
    const place = path.resolve(context.cwd, match);
    const id = displayPath(place, context.cwd);
    try {
      yield* loadPath(place, match.endsWith('/'), context);
    } catch (error) {
      yield { id, error: toKallosError(error) };
    }
  }
}

/** The files of known extensions that a pattern matches, else the folders, sorted. */
async function matchPattern(pattern: string, cwd: string): Promise<string[]> {
  const options = { cwd, expandDirectories: false, ignore: ['**/node_modules/**'] };
  const known = [...Object.keys(LANGUAGES), ...REPLIES, ...ROWS];
  const files = await glob(pattern, options);
  const loadable = files.filter((file) => known.includes(path.extname(file).toLowerCase()));
  return (loadable.length > 0 ? loadable : await glob(pattern, { ...options, onlyDirectories: true })).sort();
}

async function* loadPath(file: string, isFolder: boolean, context: Context): AsyncGenerator<Item, undefined> {
  const id = displayPath(file, context.cwd);
  if (isFolder) return yield* loadFolder(file, id, context);
  const extension = path.extname(file).toLowerCase();
  if (ROWS.includes(extension)) return yield* loadRows(createReadStream(file), id, context);
  const bytes = await readLimited(file, id);
  const name = path.basename(file);
  const language = LANGUAGES[extension];
  yield language
    ? loadPage(bytes, language, id, name, context)
    : loadReply(bytes, id, name, context, !REPLIES.includes(extension));
}

async function* loadFolder(folder: string, id: string, context: Context): AsyncGenerator<Item, undefined> {
  const files = await listFolder(folder, id);
  const pages = pagesOf(files);
  if (pages.length === 0) {
    throw new KallosError(
      'KALLOS_INPUT_NO_PAGE',
      `${id} holds no page.`,
      'A folder is judged by its index.html, by an entry such as src/App.jsx, or by each page in it; name other files one by one.',
    );
  }
  for (const page of pages) {
    const name = page.whole ? displayPath(path.join(folder, page.base), context.cwd) : undefined;
    const pageId = name ?? displayPath(path.join(folder, page.entry), context.cwd);
    try {
      const read = await readPage(files, page, pageId);
      const entry = programOf(page.entry.slice(page.base.length), read);
      const item = loadPage(read.get(entry)!, languageOf(entry, read), pageId, entry, context);
      yield 'artifact' in item
        ? { ...item, artifact: { ...item.artifact, files: new Map([...read, ...item.artifact.files]) } }
        : item;
    } catch (error) {
      yield { id: pageId, error: toKallosError(error) };
    }
  }
}

/** The source file that a bundler would start from, where a page is only the frame of a program; else the page itself. */
function programOf(entry: string, files: ReadonlyMap<string, Uint8Array>): string {
  const script = /\.html?$/i.test(entry) ? shellScript(Buffer.from(files.get(entry)!).toString()) : null;
  return script !== null && files.has(script) ? script : entry;
}

/** A script that starts an application of single-file components is of their language. */
function languageOf(entry: string, files: ReadonlyMap<string, Uint8Array>): Language {
  const extension = path.extname(entry).toLowerCase();
  if (/^\.m?[jt]s$/.test(extension)) {
    const [single] = [...files.keys()].flatMap((file) => /\.(vue|svelte)$/.exec(file)?.[1] ?? []);
    return single ? (single as Language) : extension === '.ts' ? 'tsx' : 'jsx';
  }
  return LANGUAGES[extension] ?? 'html';
}

/** A page is taken as it is. It is never called truncated: HTML allows a person to leave end tags out. */
function loadPage(bytes: Uint8Array, language: Language, id: string, file: string, context: Context): Item {
  const { text } = decodeText(bytes, id);
  if (text.trim() === '') throw emptyInput(id);
  return { id, artifact: makeArtifact(text, language, { id, file, kind: context.kind }), brief: {} };
}

/** @param maybePage whether the text may be a whole page, as where no extension says that it is a reply */
function loadReply(bytes: Uint8Array, id: string, file: string, context: Context, maybePage: boolean): Item {
  const { text } = decodeText(bytes, id);
  if (text.trim() === '') throw emptyInput(id);
  const root = maybePage && /<\/(?:html|svg)\s*>\s*$/i.test(text.slice(-200)) ? documentLanguage(text) : null;
  const options = { id, file, kind: context.kind };
  return { id, artifact: root ? makeArtifact(text, root, options) : extract(text, options), brief: {} };
}

async function* loadRows(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  context: Context,
): AsyncGenerator<Item, undefined> {
  let rows = 0;
  try {
    for await (const { line, row } of readRows(chunks, name)) {
      rows++;
      if (row instanceof KallosError) yield { id: `${name}:${line}`, error: row };
      else yield loadRow(row, `${name}:${line}`, context);
    }
  } catch (error) {
    throw fileError(error, name);
  }
  if (rows === 0) throw emptyInput(name);
}

function loadRow(row: Row, place: string, context: Context): Item {
  const id = row.id === undefined ? place : String(row.id);
  const brief: Brief = { ...row.brief };
  if (row.prompt !== undefined) brief.prompt ??= row.prompt;
  if (row.kind !== undefined) brief.kind ??= row.kind;
  const options = { id, kind: context.kind, brief };
  try {
    if (row.html === undefined) return { id, artifact: extract(row.response!, options), brief };
    if (row.html.trim() === '') throw emptyInput(`"html" of ${place}`);
    return { id, artifact: makeArtifact(row.html, documentLanguage(row.html) ?? 'html', options), brief };
  } catch (error) {
    return { id, error: toKallosError(error) };
  }
}

function loadUrl(url: string, context: Context): Item {
  if (!URL.canParse(url)) {
    throw new KallosError('KALLOS_USAGE', `${url} is not a URL.`, 'Give it as https://example.com/page.');
  }
  return {
    id: url,
    artifact: { ...makeArtifact('', 'html', { id: url, kind: context.kind ?? 'website' }), url },
    brief: {},
  };
}

/** A page, a reply, or JSONL, which alone of them starts with a brace. */
async function* loadStdin(context: Context): AsyncGenerator<Item, undefined> {
  const stream = context.stdin[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  const head: Uint8Array[] = [];
  let length = 0;
  let isRows: boolean | null = null;
  for (let next = await stream.next(); !next.done; next = await stream.next()) {
    head.push(next.value);
    length += next.value.length;
    isRows ??= startsWithBrace(next.value);
    if (isRows) return yield* loadRows(resumed(head, stream), 'stdin', context);
    if (length > MAX_FILE_BYTES) throw tooLarge('Standard input', MAX_FILE_BYTES);
  }
  yield loadReply(Buffer.concat(head), 'stdin', 'stdin', context, true);
}

function startsWithBrace(chunk: Uint8Array): boolean | null {
  const first = /[^\s\uFEFF]/.exec(new TextDecoder().decode(chunk))?.[0];
  return first === undefined ? null : first === '{';
}

async function* resumed(
  head: Uint8Array[],
  rest: AsyncIterator<Uint8Array, undefined>,
): AsyncIterable<Uint8Array> {
  yield* head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Gives a second item of the same id the id "a#2", and so on. */
function uniqueIds(): (item: Item) => Item {
  const taken = new Set<string>();
  return (item) => {
    let id = item.id;
    for (let n = 2; taken.has(id); n++) id = `${item.id}#${n}`;
    taken.add(id);
    if (id === item.id) return item;
    return 'error' in item ? { id, error: item.error } : { ...item, id, artifact: { ...item.artifact, id } };
  };
}
