import type { DesignSystem } from './schema.js';
import { TokenCollector } from './values.js';

const DECLARATION = /(--[\w-]+)\s*:\s*([^;{}]+)[;}]/g;
const REFERENCE = /^var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)$/;
const MAX_REFERENCES = 10;

/** Reads the custom properties of a style sheet. References to each other are followed; a name set twice (themes) counts twice. */
export function readCss(css: string): DesignSystem {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const declarations = [...text.matchAll(DECLARATION)].map(
    ([, name, value]) => [name!, value!.trim()] as const,
  );
  const values = new Map(declarations);
  const collector = new TokenCollector();
  for (const [name, value] of declarations) collector.add(name, resolve(value, values));
  return collector.finish();
}

function resolve(value: string, values: ReadonlyMap<string, string>): string {
  let at = value;
  for (let i = 0; i < MAX_REFERENCES; i++) {
    const match = REFERENCE.exec(at);
    if (!match) return at;
    at = values.get(match[1]!) ?? match[2]?.trim() ?? '';
  }
  return '';
}
