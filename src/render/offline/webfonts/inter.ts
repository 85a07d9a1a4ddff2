import type { Answer, PackageSource, Responder, StoredPackage } from '../schema.js';
import { openNewest } from './family.js';
import { fontUrl } from './files.js';

export const INTER_PACKAGE = 'inter-ui';

/** `rsms.me/inter/inter.css`, the sheet of Inter's author: the variable font as "InterVariable", single weights as "Inter" and "InterDisplay". */
export const respondInter: Responder = ({ url }, packages) => (isInter(url) ? interSheet(packages) : null);

export function isInter({ host, pathname }: URL): boolean {
  return host === 'rsms.me' && pathname === '/inter/inter.css';
}

const SHEETS = ['inter-variable.css', 'inter.css', 'inter-display.css'];

async function interSheet(packages: PackageSource): Promise<Answer> {
  const stored = await openNewest(packages, INTER_PACKAGE);
  if ('fate' in stored) return stored;
  const sheets = await Promise.all(
    SHEETS.filter((path) => stored.has(path)).map((path) => sheetOf(stored, path)),
  );
  if (sheets.length === 0)
    return { fate: 'unavailable', reason: `${stored.name}@${stored.version} has no style sheet.` };
  return {
    fate: 'answered',
    contentType: 'text/css; charset=utf-8',
    body: new TextEncoder().encode(sheets.join('\n')),
    from: { name: stored.name, version: stored.version, path: 'inter.css' },
    verbatim: false,
  };
}

/** A sheet of the package, its files named in full. */
async function sheetOf(stored: StoredPackage, path: string): Promise<string> {
  const css = new TextDecoder().decode(await stored.read(path));
  return css.replace(
    /url\(["']?\.?\/?([\w./-]+\.woff2)(?:\?[^"')]*)?["']?\)/g,
    (_, file: string) => `url(${fontUrl(stored, file)})`,
  );
}
