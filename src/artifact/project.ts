import { posix } from 'node:path';

import { isComponent, localImports, mountsItself } from './component.js';
import type { Block, Candidate } from './reply.js';

/** A component of a reply, and the other files that belong to it. */
export interface Project {
  main: Candidate;
  /** Path of the main file; undefined when neither the reply nor the code names it. */
  file: string | undefined;
  /** The code of the other named blocks by path. */
  others: ReadonlyMap<string, string>;
}

/**
 * The component that a reply is about, with its files: among its complete components the last that no other one imports, so that a
 * page goes before the parts it is made of. Blocks without a name are known by what they export. Null when there is no component, or
 * when an HTML document that stands alone answers the prompt.
 */
export function projectOf(found: readonly Candidate[], blocks: readonly Block[]): Project | null {
  const complete = found.filter(({ form }) => form === 'complete');
  const components = complete.filter(({ language }) => isComponent(language));
  if (components.length === 0) return null;
  if (complete.some(({ language, code }) => language === 'html' && !isShell(code))) return null;

  const named = new Map<string, string>();
  for (const { code, name } of blocks) if (name !== null) named.set(name, code);
  const nameOf = (component: Candidate) => component.name ?? exportedName(component);
  for (const component of components) {
    const name = nameOf(component);
    if (name !== undefined) named.set(name, component.code);
  }
  const known = new Set([...named.keys()].map(stem));
  const imported = new Set(components.flatMap(({ code }) => localImports(code).map(stem)));
  const stands = (component: Candidate) =>
    !imported.has(stem(nameOf(component) ?? '')) &&
    (!mountsItself(component.code) ||
      localImports(component.code).every((path) => STYLE.test(path) || known.has(stem(path))));
  const main = components.findLast(stands) ?? components.at(-1)!;
  const file = nameOf(main);
  nameStyle(named, main.code, blocks);
  if (file !== undefined) named.delete(file);
  return { main, file, others: named };
}

const STYLE = /\.s?css$/i;

/** A page that only loads the code of a project: its own content is an empty element. */
export function isShell(html: string): boolean {
  return shellScript(html) !== null;
}

/** The source file that a page loads as its program, as a bundler's page does: "/src/main.jsx"; null for any other page. */
export function shellScript(html: string): string | null {
  const script =
    /<script\b[^>]{0,200}?\bsrc=["'](?:\.?\/)?([^"']{1,200}\.(?:jsx|tsx?|vue|svelte)|src\/[^"']{1,200}\.m?js)["']/i;
  return script.exec(html)?.[1] ?? null;
}

/** The name of a file without folders and extension, by which code imports it. */
function stem(path: string): string {
  return posix.basename(path).replace(/\.(?:[jt]sx?|mjs|vue|svelte)$/i, '');
}

/** "Card.jsx" for code whose default export, or only export, is Card. */
function exportedName({ code, language }: Candidate): string | undefined {
  const name =
    /\bexport\s+default\s+(?:(?:async\s+)?function\s+|class\s+|(?:memo|forwardRef)\s*\(\s*)?([A-Z]\w*)/.exec(
      code,
    ) ?? /\bexport\s+(?:function|const|class)\s+([A-Z]\w*)/.exec(code);
  return name ? `${name[1]!}.${language}` : undefined;
}

/** A lone style sheet without a name is the one that the component imports. */
function nameStyle(named: Map<string, string>, code: string, blocks: readonly Block[]): void {
  const [wanted, ...more] = localImports(code).filter(
    (path) =>
      STYLE.test(path) && ![...named.keys()].some((name) => posix.basename(name) === posix.basename(path)),
  );
  const [style, ...others] = blocks.filter(({ name, label }) => name === null && label === 'css');
  if (wanted !== undefined && style && more.length === 0 && others.length === 0) {
    named.set(posix.basename(wanted), style.code);
  }
}
