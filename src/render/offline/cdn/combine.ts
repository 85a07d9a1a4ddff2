import { posix } from 'node:path';
import type { Answer, PackageSource, Responder } from '../schema.js';
import { answerFile } from './files.js';
import { JSDELIVR_HOSTS, readJsdelivr } from './jsdelivr.js';
import type { Wanted } from './package-path.js';
import { isAt, wanted } from './route.js';

const PREFIX = '/combine/';

/** jsDelivr's "/combine/npm/a@1,npm/b@2/file.js": several scripts, or several style sheets, as one. */
export const combine: Responder = (wish, packages) => {
  const parts = readCombine(wish.url);
  return parts === null ? null : answerCombined(parts, packages);
};

export const combineWants = (url: URL): Wanted[] => (readCombine(url) ?? []).map(wanted);

/** The parts in order; null unless every one is understood. */
function readCombine(url: URL) {
  if (!isAt(JSDELIVR_HOSTS, url) || !url.pathname.startsWith(PREFIX)) return null;
  const parts = url.pathname
    .slice(PREFIX.length)
    .split(',')
    .map((part) => readJsdelivr(`/${part}`));
  return parts.every((part) => part !== null) ? parts : null;
}

async function answerCombined(
  parts: readonly NonNullable<ReturnType<typeof readJsdelivr>>[],
  packages: PackageSource,
): Promise<Answer> {
  const bodies: string[] = [];
  let first: Extract<Answer, { fate: 'answered' }> | null = null;
  for (const part of parts) {
    const answer = await answerFile(part, packages);
    if (answer.fate !== 'answered') return answer;
    first ??= answer;
    const text = new TextDecoder().decode(answer.body);
    const isStyle = answer.contentType.startsWith('text/css');
    bodies.push(isStyle ? rebased(text, answer.from) : `${text}\n;`);
  }
  if (!first) return { fate: 'unavailable', reason: 'Nothing is named to be combined.' };
  return { ...first, body: new TextEncoder().encode(bodies.join('\n')), verbatim: false };
}

/** Relative addresses of a style sheet, made to lead from "/combine/…" to the package's folder. */
function rebased(
  css: string,
  { name, version, path }: { name: string; version: string; path: string },
): string {
  const folder = `/npm/${name}@${version}/${posix.dirname(path)}/`;
  return css.replace(
    /url\(\s*(["']?)(?![a-z][a-z+.-]*:|[/#])([^"')]+)\1\s*\)/gi,
    (_, quote: string, target: string) => `url(${quote}${folder}${target}${quote})`,
  );
}
