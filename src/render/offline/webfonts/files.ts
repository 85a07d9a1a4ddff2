import type { PackageSource, Responder, StoredPackage, Answer } from '../schema.js';
import { openNewest } from './family.js';

/** Where the style sheets made here say that their fonts are: a place on the font service's own host that names package and file. */
const ORIGIN = 'https://fonts.gstatic.com';

/** Address of a font file of a package. */
export function fontUrl({ name, version }: { name: string; version: string }, path: string): string {
  return `${ORIGIN}/npm/${name}@${version}/${path}`;
}

/** Address that stands for a family whose package the store lacks: a page that uses the family asks for it, and is told so. */
export function missingFontUrl(name: string): string {
  return `${ORIGIN}/npm/${name}`;
}

/** The package and file that an address made here names. */
export function readFontUrl(url: URL): { name: string; version: string | null; path: string | null } | null {
  if (url.origin !== ORIGIN) return null;
  const found =
    /^\/npm\/((?:@fontsource(?:-variable)?\/)[a-z0-9-]+|inter-ui)(?:@([\w.+-]+)\/([\w./-]+\.woff2))?$/.exec(
      url.pathname,
    );
  return found && { name: found[1]!, version: found[2] ?? null, path: found[3] ?? null };
}

/** `fonts.gstatic.com`: the addresses made here; others name a file by its hash, which no package tells. */
export const respondGstatic: Responder = ({ url, type }, packages) => {
  // Pictures of emoji are kept there as well.
  if (url.host !== 'fonts.gstatic.com' || type === 'image') return null;
  const named = readFontUrl(url);
  if (!named)
    return Promise.resolve({
      fate: 'unavailable',
      reason: 'Which font a file of fonts.gstatic.com holds is not known.',
    });
  return fontFile(packages, named.name, named.version, named.path);
};

/** `fonts.bunny.net/<id>/files/…`: its files are those of the packages of single weights. */
export const respondBunnyFiles: Responder = ({ url }, packages) => {
  const found =
    url.host === 'fonts.bunny.net' ? /^\/([a-z0-9-]+)\/(files\/[\w-]+\.woff2?)$/.exec(url.pathname) : null;
  return found && fontFile(packages, `@fontsource/${found[1]!}`, null, found[2]!);
};

async function fontFile(
  packages: PackageSource,
  name: string,
  version: string | null,
  path: string | null,
): Promise<Answer> {
  const stored = version === null ? await openNewest(packages, name) : await packages.open(name, version);
  if ('fate' in stored) return stored;
  if (path === null || !stored.has(path)) return noSuchFile(stored, path ?? 'font');
  return {
    fate: 'answered',
    contentType: path.endsWith('.woff') ? 'font/woff' : 'font/woff2',
    body: await stored.read(path),
    from: { name, version: stored.version, path },
    verbatim: true,
  };
}

function noSuchFile({ name, version }: StoredPackage, path: string): Answer {
  return { fate: 'unavailable', reason: `${name}@${version} has no ${path}.` };
}
