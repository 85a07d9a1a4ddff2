import { init, parse } from 'es-module-lexer';
import type { Answer, StoredPackage, Wish } from '../schema.js';
import { publishedUrl } from './address.js';

/** Answers beyond this are passed on unread: no module of a library is larger. */
const MOST_BYTES = 20_000_000;
/**
 * Vue is published in several builds that are one module each. They count as one, so that a page which mixes them has one Vue. It is the
 * build that pages name most; it compiles templates, which the others may not.
 */
const VUE_BUILDS = /^(?:index\.m?js|dist\/vue(?:\.runtime)?\.esm-(?:browser|bundler)(?:\.prod)?\.js)$/;
const VUE_BUILD = 'dist/vue.esm-browser.js';

/** What published files export, by package and path: reading a large one takes longer than sending it. */
const read = new Map<string, string[] | null>();

/** The file whose module stands for that of another: itself, but for builds of Vue. */
export const standIn = ({ name, has }: Pick<StoredPackage, 'name' | 'has'>, path: string): string =>
  name === 'vue' && VUE_BUILDS.test(path) && has(VUE_BUILD) ? VUE_BUILD : path;

/**
 * Gives a published ES module, named by whatever CDN and range, the one instance that it has at its exact address: the answer becomes a
 * module which re-exports that one. Any other answer is passed on. To be applied to what the CDNs' responders answer to a script's request.
 */
export async function oneInstance(wish: Wish, answer: Answer): Promise<Answer> {
  if (answer.fate !== 'answered' || !answer.verbatim || wish.type !== 'script') return answer;
  if (!answer.contentType.startsWith('text/javascript') || answer.body.byteLength > MOST_BYTES) return answer;
  const { name, version, path } = answer.from;
  const url = publishedUrl(name, version, standIn({ name, has: () => /^3\./.test(version) }, path));
  if (wish.url.href === url) return answer;
  const key = `${name}@${version}/${path}`;
  const module = read.has(key) ? read.get(key) : await modulesExports(answer.body);
  read.set(key, module ?? null);
  if (!module) return answer;
  const quoted = JSON.stringify(url);
  const text = `export * from ${quoted};${module.includes('default') ? `export { default } from ${quoted};` : ''}`;
  return { ...answer, body: new TextEncoder().encode(text), verbatim: false };
}

/** The names that a module exports; null for a script that is none. */
async function modulesExports(body: Uint8Array): Promise<string[] | null> {
  await init();
  try {
    const [, exports, , hasModuleSyntax] = parse(new TextDecoder().decode(body));
    return hasModuleSyntax ? exports.flatMap((one) => ('name' in one ? [one.name] : [])) : null;
  } catch {
    return null;
  }
}
