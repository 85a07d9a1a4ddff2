import type { Responder } from '../schema.js';
import { familyId, packageNames } from './family.js';
import { readFontUrl, respondBunnyFiles, respondGstatic } from './files.js';
import { INTER_PACKAGE, isInter, respondInter } from './inter.js';
import { readQuery } from './query.js';
import { isSheet, respondSheet } from './sheet.js';

/** Services whose fonts are in no package. */
const UNPUBLISHED = new Set(['api.fontshare.com', 'cdn.fontshare.com', 'use.typekit.net', 'p.typekit.net']);

const respondUnpublished: Responder = ({ url }) =>
  UNPUBLISHED.has(url.host)
    ? Promise.resolve({
        fate: 'unavailable',
        reason: `The fonts of ${url.host} are not published as packages.`,
      })
    : null;

/** Answers the wishes for web fonts: style sheets that name families, and the files that those sheets name. */
export const fontResponders: readonly Responder[] = [
  respondSheet,
  respondGstatic,
  respondBunnyFiles,
  respondInter,
  respondUnpublished,
];

/** A package that an address needs. */
export interface FontWant {
  name: string;
  /** Null for the newest. */
  range: string | null;
  /** The package to take when `name` does not exist: not every family has a variable version. */
  otherwise?: string;
}

/** The packages that answer an address of a font service; none for an address of another kind. */
export function fontWants(url: URL): FontWant[] {
  if (isInter(url)) return [{ name: INTER_PACKAGE, range: null }];
  const file = readFontUrl(url);
  if (file) return [{ name: file.name, range: file.version }];
  const bunny = url.host === 'fonts.bunny.net' ? /^\/([a-z0-9-]+)\/files\//.exec(url.pathname) : null;
  if (bunny) return [{ name: packageNames(bunny[1]!).static, range: null }];
  const query = isSheet(url) ? readQuery(url) : null;
  if (!query || 'malformed' in query) return [];
  const ids = new Set(query.families.flatMap(({ family }) => familyId(family) ?? []));
  return [...ids].map((id) => {
    const names = packageNames(id);
    return { name: names.variable, range: null, otherwise: names.static };
  });
}
