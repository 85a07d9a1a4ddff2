import type { Answer, PackageSource, Refusal, Responder } from '../schema.js';
import { facesOf } from './faces.js';
import { familyId, openFamily, packageNames, type FontFamily } from './family.js';
import { missingFontUrl } from './files.js';
import { iconRule } from './icons.js';
import { lacking } from './offers.js';
import { readQuery, type FamilyWish, type FontQuery } from './query.js';

/** Does this address name a style sheet of fonts by its families? */
export function isSheet({ host, pathname }: URL): boolean {
  if (host === 'fonts.googleapis.com') return /^\/(css2?|icon)$/.test(pathname);
  return host === 'fonts.bunny.net' && /^\/css2?$/.test(pathname);
}

/** Style sheets of fonts, as Google Fonts and Bunny Fonts make them, with files out of font packages. */
export const respondSheet: Responder = ({ url }, packages) => (isSheet(url) ? sheetFor(url, packages) : null);

interface Found {
  family: FontFamily;
  styles: FamilyWish['styles'];
}

/** Each style has a rule for each slice of its characters, a hundred for Chinese. */
const MAX_STYLES = 200;

async function sheetFor(url: URL, packages: PackageSource): Promise<Answer> {
  const query = readQuery(url);
  if ('malformed' in query) return refused(url.host, `${query.malformed}.`);
  if (query.families.reduce((sum, { styles }) => sum + styles.length, 0) > MAX_STYLES)
    return { fate: 'unavailable', reason: `The address asks for more than ${MAX_STYLES} styles.` };
  const opened = await Promise.all(
    query.families.map(async (wish) => ({ wish, family: await openFamily(packages, wish.family) })),
  );
  const found: Found[] = [];
  const absent: Refusal[] = [];
  const unavailable: { wish: FamilyWish; refusal: Refusal }[] = [];
  for (const { wish, family } of opened) {
    if (!('fate' in family)) {
      const lacks = wish.styles.map((style) => lacking(family, style));
      const styles = wish.styles.filter((_, i) => lacks[i] === null);
      if (styles.length > 0) found.push({ family, styles });
      const reason = lacks.find((one) => one !== null);
      if (reason !== undefined && (query.strict || styles.length === 0))
        absent.push(refused(family.packages[0]!.name, `${family.name} has ${reason}.`));
    } else if (family.fate === 'absent') absent.push(family);
    else unavailable.push({ wish, refusal: family });
  }
  if (absent.length > 0 && (query.strict || absent.length === opened.length)) return absent[0]!;
  const [first] = found;
  if (!first) return unavailable[0]!.refusal;
  const { name, version } = first.family.packages[0]!;
  return {
    fate: 'answered',
    contentType: 'text/css; charset=utf-8',
    body: new TextEncoder().encode(
      found.map((one) => rulesOf(one, query)).join('') +
        unavailable.map(({ wish }) => standIn(wish)).join(''),
    ),
    from: { name, version, path: 'metadata.json' },
    verbatim: false,
  };
}

/** The service answers such a request with an error and no font at all: that the page would see on the real web too. */
function refused(name: string, detail: string): Refusal {
  return { fate: 'absent', what: 'file', name, detail };
}

function rulesOf({ family, styles }: Found, query: FontQuery): string {
  const faces = styles.map((style) => facesOf(family, style, query)).join('');
  return family.isIcons ? faces + iconRule(family) : faces;
}

/** A family that the store lacks, beside others that it has: the one is not to be blamed on the sheet, nor to cost the others. */
function standIn({ family }: FamilyWish): string {
  const id = familyId(family);
  if (id === null) return '';
  return [
    '@font-face {',
    `  font-family: '${family}';`,
    '  font-weight: 1 1000;',
    `  src: url(${missingFontUrl(packageNames(id).static)});`,
    '}\n',
  ].join('\n');
}
