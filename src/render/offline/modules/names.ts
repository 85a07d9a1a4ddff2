import { parse, initSync } from 'cjs-module-lexer';
import { posix } from 'node:path';
import type { StoredPackage } from '../schema.js';
import { resolveFrom, type Inside } from './inside.js';

/** Names that a CommonJS file exports, as far as reading it tells. */
export interface CommonNames {
  names: string[];
  /** Packages all of whose names it passes on: `module.exports = require('x')`. */
  stars: string[];
}

/** How many names are taken from a file that says them only by assignments. */
const MOST_GUESSED = 4000;
const decoder = new TextDecoder();

/**
 * Follows `exports.x =`, `Object.defineProperty(exports, 'x')`, `module.exports = {…}` and `module.exports = require('./x')` through the
 * package. Where none is found (UMD wrappers, bundles), every name that the file assigns as a property counts: an import of a name that
 * isn't there gives `undefined`, and one that is there works. `default` always counts. Nothing is run.
 */
export async function commonNames(inside: Inside, file: string): Promise<CommonNames> {
  initSync();
  const names = new Set<string>();
  const stars = new Set<string>();
  const seen = new Set<string>();
  const follow = async (path: string): Promise<void> => {
    if (seen.has(path) || posix.extname(path) === '.json') return;
    seen.add(path);
    const { exports, reexports } = lexed(await textOf(inside.stored, path));
    for (const name of exports) names.add(name);
    for (const specifier of reexports) {
      const found = await resolveFrom(inside, path, specifier);
      if (found && 'file' in found) await follow(found.file);
      else if (found && 'other' in found) stars.add(found.other);
    }
  };
  await follow(file);
  names.delete('default');
  names.delete('__esModule');
  if (names.size === 0 && stars.size === 0)
    for (const path of seen) for (const name of assigned(await textOf(inside.stored, path))) names.add(name);
  return { names: ['default', ...[...names].sort()], stars: [...stars].sort() };
}

function lexed(text: string): { exports: string[]; reexports: string[] } {
  try {
    return parse(text);
  } catch {
    return { exports: [], reexports: [] };
  }
}

function assigned(text: string): string[] {
  const found = new Set<string>();
  for (const [, name] of text.matchAll(/\.([A-Za-z_$][\w$]*)\s*=(?![=>])/g)) {
    if (found.size >= MOST_GUESSED) break;
    if (name !== 'prototype' && name !== 'exports' && name !== 'default') found.add(name!);
  }
  return [...found];
}

const textOf = async (stored: StoredPackage, path: string) => decoder.decode(await stored.read(path));
