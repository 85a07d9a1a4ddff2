import { posix } from 'node:path';

import { shellScript } from '../../artifact/project.js';
import type { Bundle } from './bundle.js';
import { ROOT_ID } from './mount.js';
import { textOf, type Files } from './own-files.js';
import { needsTailwind, tailwindOf, tailwindPlugins } from './tailwind.js';

export const SCRIPT_PATH = 'assets/index.js';
export const STYLE_PATH = 'assets/index.css';

/** What a page has beside its bundle. */
export interface PageParts {
  bundle: Bundle;
  files: Files;
  entry: string;
  /** BCP 47 tag. */
  language: string;
  importMap: Readonly<Record<string, string>>;
  /** Addresses of style sheets. */
  styles: readonly string[];
}

/**
 * The page that a component is mounted on: white, without margin, and empty but for its root element. A project that brings the page of
 * its bundler is mounted on that one.
 */
export function pageFor(parts: PageParts): string {
  const { bundle, files, entry, language } = parts;
  const own = ownPage(files, entry);
  const head = headOf(parts);
  const start = `<script type="module" src="/${SCRIPT_PATH}"></script>`;
  if (own !== null)
    return /<\/body\s*>/i.test(own)
      ? insert(insert(own, head, /<head\b[^>]{0,500}>/i), start, /(?=<\/body\s*>)/i)
      : `${head}${own}${start}`;
  const root = bundle.root === '' ? ROOT_ID : bundle.root;
  return `<!doctype html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${attribute(posix.basename(entry).replace(/\.\w+$/, ''))}</title>
<style>body { margin: 0; background: #fff; }</style>
${head}</head>
<body>
<div id="${attribute(root)}"></div>
${start}
</body>
</html>
`;
}

/** The artifact's own page without its program: the one that names the entry, or the template of its bundler. */
function ownPage(files: Files, entry: string): string | null {
  if (files.has('index.html')) {
    const page = textOf(files, 'index.html');
    if (shellScript(page) !== entry) return null;
    return page.replace(
      /<script\b[^>]{0,200}?\bsrc=["'](?:\.?\/)?[^"']{1,200}\.(?:m?js|jsx|tsx?|vue|svelte)["'][^>]{0,200}>\s*<\/script>/i,
      (script) => (script.includes(entry) ? '' : script),
    );
  }
  if (!files.has('public/index.html')) return null;
  return textOf(files, 'public/index.html').replaceAll('%PUBLIC_URL%', '');
}

function headOf({ bundle, files, importMap, styles }: PageParts): string {
  const tailwind = tailwindOf(files);
  const lines: string[] = [];
  if (Object.keys(importMap).length > 0) {
    lines.push(
      `<script type="importmap">${JSON.stringify({ imports: importMap }).replaceAll('<', '\\u003c')}</script>`,
    );
  }
  for (const href of [...styles, ...bundle.missingStyles])
    lines.push(`<link rel="stylesheet" href="${attribute(href)}">`);
  if (tailwind === 'v4')
    lines.push('<script src="https://cdn.jsdelivr.net/npm/@tailwindcss/browser@4"></script>');
  if (tailwind === 'v3') {
    const plugins = tailwindPlugins(files);
    const query = plugins.length > 0 ? `?plugins=${plugins.join(',')}` : '';
    lines.push(`<script src="https://cdn.tailwindcss.com${query}"></script>`);
    if (bundle.tailwindConfig !== null) {
      // A string in a script may hold "</script>" only in this form.
      lines.push(
        `<script>tailwind.config = ${bundle.tailwindConfig.replace(/<\/(script)/gi, '<\\/$1')};</script>`,
      );
    }
  }
  if (tailwind !== null && needsTailwind(bundle.style)) {
    lines.push(`<style type="text/tailwindcss">\n${bundle.style.replace(/<\/(style)/gi, '<\\/$1')}</style>`);
  } else if (bundle.style !== '') lines.push(`<link rel="stylesheet" href="/${STYLE_PATH}">`);
  return lines.map((line) => `${line}\n`).join('');
}

/** Puts a text behind what a pattern finds. */
function insert(page: string, text: string, where: RegExp): string {
  const found = where.exec(page);
  if (!found) return text + page;
  const at = found.index + found[0].length;
  return `${page.slice(0, at)}\n${text}${page.slice(at)}`;
}

const attribute = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
