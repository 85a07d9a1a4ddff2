import type { Responder } from '../schema.js';
import { isAt } from './route.js';

/** Services whose files are not on npm, and why. */
const NOWHERE: readonly (readonly [hosts: readonly string[], path: RegExp, reason: string])[] = [
  [['www.gstatic.com'], /^\/charts\//, 'Google Charts is not published on npm.'],
  [['use.typekit.net', 'p.typekit.net'], /^\//, 'Adobe Fonts are not published on npm.'],
  [
    ['cdn.amcharts.com', 'www.amcharts.com'],
    /^\/lib\//,
    'The script builds of amCharts are not published on npm, only its modules.',
  ],
];

/** Says of addresses that are known to be nowhere on npm why they can't be answered. */
export const nowhere: Responder = ({ url }) => {
  const known = NOWHERE.find(([hosts, path]) => isAt(hosts, url) && path.test(url.pathname));
  return known ? Promise.resolve({ fate: 'unavailable', reason: known[2] }) : null;
};
