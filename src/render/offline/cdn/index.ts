import type { Responder } from '../schema.js';
import { cdnjs, cdnjsMirrors } from './cdnjs.js';
import { combine, combineWants } from './combine.js';
import { fontAwesome, fontAwesomeKit, fontAwesomeKitWants } from './font-awesome.js';
import { jsdelivr } from './jsdelivr.js';
import { nowhere } from './nowhere.js';
import { polyfill } from './polyfill.js';
import type { Wanted } from './package-path.js';
import { responder, wants, type Route } from './route.js';
import { siteRoutes } from './sites.js';
import { tailwind } from './tailwind.js';
import { unpkg } from './unpkg.js';

export type { Wanted } from './package-path.js';

const ROUTES: readonly Route[] = [jsdelivr, unpkg, cdnjs, cdnjsMirrors, fontAwesome, tailwind, ...siteRoutes];

/** Everything that answers with plain files of packages. Modules made of packages (`+esm`, `?module`) are none of these. */
export const cdnResponders: readonly Responder[] = [
  polyfill,
  ...ROUTES.map(responder),
  combine,
  fontAwesomeKit,
  nowhere,
];

/** The packages that a URL needs, for the lock to be extended by; none when no responder here understands it. */
export function cdnWants(url: URL): Wanted[] {
  return [...ROUTES.flatMap((route) => wants(route, url)), ...combineWants(url), ...fontAwesomeKitWants(url)];
}
