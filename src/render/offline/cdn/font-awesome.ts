import type { Answer, PackageSource, Responder } from '../schema.js';
import type { Wanted } from './package-path.js';
import { readPublished } from './published.js';
import { isAt, type Route } from './route.js';

const FREE = '@fortawesome/fontawesome-free';

/** Font Awesome's own CDN: "/releases/v6.4.0/css/all.css". Of the paid part only the free icons can be answered. */
export const fontAwesome: Route = {
  hosts: ['use.fontawesome.com', 'pro.fontawesome.com', 'site-assets.fontawesome.com'],
  read({ pathname }) {
    const [, version, path = ''] = /^\/releases\/v([^/]+)\/(.+)$/.exec(pathname) ?? [];
    return path === '' ? null : readPublished({ name: FREE, version, path, folders: [''] });
  },
};

const KIT_HOSTS = ['kit.fontawesome.com', 'use.fontawesome.com'];
/** What a kit loads: its owner chose a version, which the address doesn't tell. */
const KIT = { name: FREE, range: '6', path: 'css/all.min.css' } as const;

const isKit = (url: URL) => isAt(KIT_HOSTS, url) && /^\/[\da-z]+\.js$/i.test(url.pathname);

/** Kits ("kit.fontawesome.com/1a2b3c.js"): a script that adds the free style sheets, as theirs does, so that icons that come later show too. */
export const fontAwesomeKit: Responder = ({ url }, packages) =>
  isKit(url) ? Promise.resolve(answerKit(packages)) : null;

export const fontAwesomeKitWants = (url: URL): Wanted[] => (isKit(url) ? [KIT] : []);

function answerKit(packages: PackageSource): Answer {
  const resolved = packages.resolve(KIT.name, KIT.range, KIT.path);
  if ('fate' in resolved)
    return { fate: 'unavailable', reason: `Kits need ${KIT.name}@${KIT.range}, which is not locked.` };
  const sheets = ['all', 'v4-shims'].map(
    (sheet) => `https://use.fontawesome.com/releases/v${resolved.version}/css/${sheet}.min.css`,
  );
  const script = `for (const href of ${JSON.stringify(sheets)}) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
}
`;
  return {
    fate: 'answered',
    contentType: 'text/javascript; charset=utf-8',
    body: new TextEncoder().encode(script),
    from: { name: KIT.name, version: resolved.version, path: KIT.path },
    verbatim: false,
  };
}
